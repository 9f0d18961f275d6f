/** Page for a lost device, if no passkey of the user controls the account on any network. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import type { OwnerChainView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { text } from "../text/home_en.ts";
import { LostDevice } from "./lost_device.tsx";

type Props = Parameters<typeof LostDevice>[0];
const never = () => new Promise<never>(() => {});

/** The account's passkey on this device. */
interface Own {
  readonly backedUp: boolean;
  readonly aaguid?: string;
}

/** Renders the page for the states of two networks, and returns it. */
function open(...states: OwnerChainView["state"][]): HTMLElement {
  return draw({ backedUp: false }, states, true);
}

function draw(
  own: Own,
  states: readonly OwnerChainView["state"][],
  hasOther: boolean,
): HTMLElement {
  const place = document.createElement("div");
  const here = { index: 0, kind: "passkey", owner: "0x11", name: "Mine", here: true };
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
    record: { account: { address: "0x1234" }, ...own },
    text,
    tag: "en",
    owners: {
      value: { owners: hasOther ? [here, owner] : [here], chains },
      failed: false,
      since: null,
      refresh() {},
    },
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

const firstStep = (place: HTMLElement) => place.querySelector("ol h2")?.textContent;

const steps = (place: HTMLElement) =>
  [...place.querySelectorAll("ol h2")].map(({ textContent }) => textContent);

Deno.test("lost device: only steps that the user can take, a sign-in first with a synced passkey", () => {
  const tasks = [text.endAccess, text.replaceDevice];
  assertEquals(steps(draw({ backedUp: true }, ["done"], false)), [text.lostSignIn, ...tasks]);
  assertEquals(steps(draw({ backedUp: false }, ["done"], false)), tasks);
  assertEquals(
    steps(draw({ backedUp: true }, ["done"], true)),
    [text.endAccess, text.whichDevice, text.replaceDevice],
  );
});

Deno.test("lost device: access of apps ends first, because it needs no passkey", () => {
  for (const place of [open("done", "done"), draw({ backedUp: false }, ["done"], false)]) {
    assertEquals(firstStep(place), text.endAccess);
  }
});

Deno.test("lost device: a synced passkey is already on the new device", () => {
  const icloud = draw(
    { backedUp: true, aaguid: "0xfbfc3007154e4ecc8c0b6e020557d7bd" },
    ["done"],
    false,
  );
  assertEquals(
    find(icloud, "home-device-synced")?.textContent,
    text.lostSynced("iCloud Keychain"),
  );
  assertEquals(find(icloud, "home-device-none")?.textContent, text.lostCopy);
  assertEquals(find(icloud, "home-device-ways"), null);
  const unknown = draw({ backedUp: true }, ["done"], false);
  assertEquals(find(unknown, "home-device-synced")?.textContent, text.lostSynced());
});

Deno.test("lost device: without a second or a valid passkey, the page links to the other ways", () => {
  const only = draw({ backedUp: false }, ["done"], false);
  assertEquals(find(only, "home-device-synced"), null);
  assertEquals(find(only, "home-device-none")?.textContent, text.lostOnly);
  for (const place of [only, open("lost", "lost")]) {
    assertEquals(find(place, "home-device-ways")?.getAttribute("href"), "#/lost");
  }
  assertEquals(find(open("done", "done"), "home-device-ways"), null);
});
