/** Card of a connected site: its own name, and the verified host below it. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { siteBook } from "../../core/wallet/device/sites.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { text } from "../text/home_en.ts";
import { Apps } from "./apps.tsx";

const account = `0x${"aa".repeat(20)}` as const;
const never = () => new Promise<never>(() => {});

/** Renders the card of a site, and returns its title and its host. */
function card(name: string, origin: string): (string | null | undefined)[] {
  const sites = siteBook(memoryStorage());
  sites.put({ name, origin, account, lastUsed: 1, since: 1 });
  const props = {
    device: {
      sites,
      grants: { list: () => [] },
      book: { list: () => [] },
      contacts: { list: () => [] },
      links: { list: () => [] },
      service: { configuration: never, call: never },
      follow: () => () => {},
    },
    record: { account: { address: account } },
    text,
    tag: "en",
    changed() {},
  };
  const place = document.createElement("div");
  render(h(Apps, props as unknown as Parameters<typeof Apps>[0]), place);
  const shown = ["b", ".origin"].map((part) =>
    place.querySelector(`[data-testid=home-site] ${part}`)?.textContent
  );
  render(null, place);
  return shown;
}

Deno.test("apps: a card has the site's name, with the host in full below it", () => {
  const host = `${"a".repeat(60)}.meadow.example`;
  assertEquals(card("Meadow", `https://${host}`), ["Meadow", host]);
});

Deno.test("apps: a name that resembles another site or a seal is not shown", () => {
  for (const name of ["bank.example", "Bank ✓", "Verified bank", "", "evil.example"]) {
    assertEquals(card(name, "https://evil.example"), ["evil.example", undefined]);
  }
});
