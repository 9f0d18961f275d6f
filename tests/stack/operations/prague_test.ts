import { assertEquals } from "@std/assert";
import type { CallJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { prepare, send, settled, sign, user } from "../support/client.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

Deno.test("prague: without the P-256 precompile operations land within their limits", async () => {
  await using stack = await startStack({ hardfork: "prague" });
  // Several keys: the cost of checking a signature in a contract varies with it.
  for (let seed = 600; seed < 606; seed++) {
    const who = user(seed);
    for (let n = 0; n < 2; n++) {
      const { operation, chain, deployed } = await prepare(stack, who, [ping]);
      assertEquals([chain.p256, deployed], [false, n > 0]);
      const { result, error } = await send(stack, who, await sign(stack, who, operation));
      assertEquals(error, undefined);
      const done = await settled(stack, result!.id);
      assertEquals(done.status, 200);
    }
  }
});
