/** Names of helpers, and the next step for networks that lack the last change. */
import "../../tests/dom.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { h, render } from "preact";
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import { readHistory, tipOf } from "../../core/account/owners/history.ts";
import { ownersView } from "../../core/client/owners.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { account, at, first, friend, full, second, signed } from "../../core/testing/owners.ts";
import type { OwnerChangeJson, OwnersOnChain } from "../../core/wire/owners.ts";
import { text } from "../text/home_en.ts";
import { Owners } from "./owners.tsx";

/** Renders the owners after a change, with a second network. */
async function draw(
  change: OwnerChangeJson,
  other: Partial<OwnersOnChain>,
  contacts: readonly unknown[] = [],
) {
  const history = await readHistory(account, [change]);
  const tip = tipOf(history);
  const second = { ...at(history.first), chainId: "0x2", name: "Two", carried: false, ...other };
  const now = { history, tip, chains: [at(tip), second] } as OwnersNow;
  const created: number[] = [];
  const props = {
    device: {
      storage: memoryStorage(),
      book: { list: () => [] },
      contacts: { list: () => contacts },
      service: { configuration: () => Promise.resolve({ chains: [] }) },
      wallet: {
        ask: (_: string, { chainId }: { chainId: number }) => {
          created.push(chainId);
          return Promise.resolve();
        },
      },
    },
    record: { account },
    text,
    tag: "en",
    loaded: { value: { ...ownersView(now), now }, failed: false, since: null, refresh() {} },
    change() {},
    rename() {},
  };
  const place = document.createElement("div");
  render(h(Owners, props as unknown as Parameters<typeof Owners>[0]), place);
  return { place, created };
}

const withHelper = await signed({
  owners: [...full(first), { index: 1, kind: "recovery", owner: friend.bytes }],
});
const replaced = await signed({ owners: full(null, second) });

Deno.test("owners: a recovery address that is a contact has the contact's name", async () => {
  const address = `0x${friend.bytes.slice(-40)}`;
  const title = (place: HTMLElement) =>
    place.querySelector("[data-testid=home-helpers] b")?.textContent;
  const { place } = await draw(withHelper, {}, [{ address, name: "Bob" }]);
  assertEquals(title(place), "Bob");
  assertEquals(title((await draw(withHelper, {})).place), text.recoveryAddress);
});

Deno.test("owners: a network without the last change offers the step that brings it", async () => {
  const note = (place: HTMLElement) =>
    place.querySelector<HTMLElement>("[data-testid=home-owner-late]")!;
  const late = `${text.ownersLate("Two")} ${text.ownersLateRisk}`;
  const deployed = note((await draw(replaced, {})).place);
  assertStringIncludes(deployed.textContent!, `${late} ${text.ownersLateNext}`);
  assertEquals(deployed.querySelector("a")?.getAttribute("href"), "#/send");

  const { place, created } = await draw(replaced, { deployed: false, implementation: null });
  const absent = note(place);
  assertStringIncludes(absent.textContent!, late);
  absent.querySelector("button")!.click();
  await new Promise((done) => setTimeout(done));
  assertEquals(created, [2]);
});
