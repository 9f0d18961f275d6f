/** Page for a lost device, if no passkey of the user controls the account on any network. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import type { OwnerChainView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { text } from "../text/home_en.ts";
import { LostDevice } from "./lost_device.tsx";

type Props = Parameters<typeof LostDevice>[0];
const never = () => new Promise<never>(() => {});

/** Renders the page for the states of two networks, and returns it. */
function open(...states: OwnerChainView["state"][]): HTMLElement {
  const place = document.createElement("div");
  const owner = { index: 1, kind: "passkey", owner: "0x12", name: "Old phone", here: false };
  const chains = states.map((state, index) => ({
    id: index + 1,
    name: `Network ${index}`,
    state,
    version: 1,
    update: null,
    recovering: [],
  }));
  const props = {
    device: { service: { configuration: never }, sites: { list: () => [] } },
    record: { account: { address: "0x1234" } },
    text,
    tag: "en",
    owners: { value: { owners: [owner], chains }, failed: false, since: null, refresh() {} },
  };
  render(h(LostDevice, props as unknown as Props), place);
  return place;
}

const find = (place: HTMLElement, testid: string) =>
  place.querySelector<HTMLButtonElement>(`[data-testid=${testid}]`);

Deno.test("lost device: a passkey that no network lets the user remove is not offered", () => {
  const lost = open("lost", "lost");
  assertEquals(find(lost, "home-device-remove")?.disabled, true);
  assertEquals(find(lost, "home-device-lost")?.textContent, text.removeLost);
  const partly = open("lost", "done");
  assertEquals(find(partly, "home-device-remove")?.disabled, false);
  assertEquals(find(partly, "home-device-lost"), null);
});
