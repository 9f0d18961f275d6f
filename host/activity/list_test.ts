/** The activity of the last visit, and the names in it. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { memoryStorage } from "../../core/lib/storage.ts";
import { type Requester, requestKey } from "../../core/wallet/host/requesters.ts";
import { remember } from "../device/memory.ts";
import { text as german } from "../text/home_de.ts";
import { text as english } from "../text/home_en.ts";
import { Activity } from "./list.tsx";
import { type Entry, type HistoryPage, withNames } from "./read.ts";

const account = `0x${"aa".repeat(20)}` as const;
const mia = `0x${"c7".repeat(20)}` as const;
const entry: Entry = {
  id: `0x${"11".repeat(32)}`,
  index: 1,
  status: 200,
  timestamp: 1_700_000_000,
  chainId: 1,
  chainName: "One",
  transactionHash: null,
  explorer: null,
  requestKey: `0x${"11".repeat(32)}`,
  sentence: { kind: "other", title: "Spent from Mia", grantor: mia },
};

/** Renders the latest entries while the service does not answer, and returns texts of them. */
function latest(
  tag: "en" | "de",
  selector: string,
  requesters: readonly Requester[] = [],
): (string | null)[] {
  const storage = memoryStorage();
  const page: HistoryPage = { entries: [entry], next: null };
  remember(storage, `history ${account}`, page, "en");
  const never = () => new Promise<never>(() => {});
  const place = document.createElement("div");
  const props = {
    device: {
      storage,
      service: { configuration: never, call: never },
      follow: () => () => {},
      tokens: { of: () => [] },
      book: { list: () => [] },
      contacts: { list: () => [] },
      grants: { list: () => [] },
      requesters: { of: () => requesters },
    },
    record: { account: { address: account } },
    text: tag === "en" ? english : german,
    tag,
    item: null,
    brief: true,
  };
  render(h(Activity, props as unknown as Parameters<typeof Activity>[0]), place);
  const rows = [...place.querySelectorAll(`[data-testid=home-activity] ${selector}`)];
  const found = rows.map(({ textContent }) => textContent);
  render(null, place);
  return found;
}

Deno.test("activity: the entries of the last visit are only shown in their language", () => {
  assertEquals(latest("en", "b"), ["Spent from Mia"]);
  assertEquals(latest("de", "b"), []);
});

Deno.test("activity: a row has the host of the site that the wallet recorded for it, in full", () => {
  const origin = `https://${"a".repeat(60)}.meadow.example`;
  const key = requestKey(entry.id, false);
  assertEquals(latest("en", ".host", [{ key, account, origin }]), [
    origin.slice("https://".length),
  ]);
  // The id that a site chose for its own bundle names no other operation.
  assertEquals(latest("en", ".host", [{ key: requestKey(entry.id, true), account, origin }]), []);
  assertEquals(latest("en", ".host"), []);
});

Deno.test("activity: verified names replace addresses of recipients and spenders alike", () => {
  const short = () => "0xc7c7…c7c7";
  const names = new Map([[mia, "mia.eth"]]);
  const words = { text: english, tag: "en", nameOf: short, spenderOf: short };
  const named = withNames(words, names);
  assertEquals([named.nameOf(mia), named.spenderOf(mia)], ["mia.eth", "mia.eth"]);
  assertEquals(named.spenderOf(account), "0xc7c7…c7c7");
  // A name of this device takes precedence.
  assertEquals(withNames({ ...words, spenderOf: () => "Mia" }, names).spenderOf(mia), "Mia");
});

Deno.test("activity: entries are read again once the names of another device have arrived", async () => {
  const grants: unknown[] = [];
  let reads = 0;
  const props = {
    device: {
      storage: memoryStorage(),
      service: {
        configuration: () => {
          reads++;
          return new Promise<never>(() => {});
        },
        call: () => new Promise<never>(() => {}),
      },
      follow: () => () => {},
      tokens: { of: () => [] },
      book: { list: () => [] },
      contacts: { list: () => [] },
      grants: { list: () => [...grants] },
      requesters: { of: () => [] },
    },
    record: { account: { address: account } },
    text: english,
    tag: "en",
    item: null,
    brief: true,
  };
  const place = document.createElement("div");
  const draw = async () => {
    const before = reads;
    render(h(Activity, { ...props } as unknown as Parameters<typeof Activity>[0]), place);
    await new Promise((done) => setTimeout(done, 100));
    return reads - before;
  };
  assertEquals(await draw() > 0, true);
  assertEquals(await draw(), 0);
  grants.push({ id: "0x01", spender: mia, origin: "https://meadow.app" });
  assertEquals(await draw() > 0, true);
  render(null, place);
});
