/** Examples of wallet hosts that move, and of apps on several domains. @module */
import { assertEquals } from "@std/assert";
import { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../../../host/mod.ts";
import { relatedProblem } from "../../../service/lib/related_origins.ts";
import type { Case } from "../example.ts";
import { assertSettings } from "./operators.ts";

/** Cases by the names of the blocks. */
export const hostCases: Readonly<Record<string, Case>> = {
  "docs/recovery.md#handing-the-wallet-host-over": {
    async run({ world, text }) {
      const { keysHostRelated } = await assertSettings(world, () => JSON.parse(text));
      assertEquals(keysHostRelated, ["https://keys.new.example"]);
    },
  },
  "docs/recovery.md#handing-the-wallet-host-over 2": {
    async run({ world, text }) {
      const { keysHostContinues } = await assertSettings(world, () => JSON.parse(text));
      assertEquals(keysHostContinues, "keys.old.example");
    },
  },
  "docs/recovery.md#handing-the-wallet-host-over 3": {
    run({ text }) {
      const [, path] = /location = (\S+)/.exec(text)!;
      const [, body] = /return 200 '([^']*)'/.exec(text)!;
      assertEquals([path, body], [
        RELATED_ORIGINS_PATH,
        relatedOriginsJson(["https://keys.new.example"]),
      ]);
      return Promise.resolve();
    },
  },
  "docs/modes.md#several-domains": {
    run({ text }) {
      const { origins } = JSON.parse(text);
      assertEquals([origins.length, relatedProblem(origins)], [2, null]);
      return Promise.resolve();
    },
  },
};
