/** Alarm of a recovery: the time left first, and the name of the address that started it. */
import "../../tests/dom.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { h, render } from "preact";
import { pad } from "viem";
import { contactBook } from "../../core/wallet/device/contacts.ts";
import { friendBook } from "../../core/wallet/device/friends.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { text } from "../text/home_en.ts";
import { Starter } from "./alarms.tsx";

const account = `0x${"aa".repeat(20)}` as const;
const starter = `0x${"c7".repeat(20)}` as const;

Deno.test("alarm: the time left comes before the date, and a known starter is named", () => {
  const storage = memoryStorage();
  const contacts = contactBook(storage);
  const draw = () => {
    const place = document.createElement("div");
    const props = {
      device: { storage, contacts },
      record: { account: { address: account }, name: "Lily" },
      running: {
        owner: pad(starter),
        readyAt: Math.floor(Date.now() / 1000) + 3 * 86_400 + 60,
        ids: [],
        chains: [{ name: "One" }],
      },
      text,
      tag: "en",
    };
    render(h(Starter, props as unknown as Parameters<typeof Starter>[0]), place);
    const shown = [...place.querySelectorAll("p, code")].map(({ textContent }) =>
      textContent.replace(/[\u2066-\u2069]/g, "")
    );
    render(null, place);
    return shown;
  };
  const [unknown, when, address] = draw();
  assertEquals(unknown, "Someone is recovering Lily");
  assertMatch(when!, /^It takes effect in 3 days \(.*\d{4}.*\), on One\. Not you\?/);
  assertEquals(address?.toLowerCase(), starter);
  contacts.put({ address: starter, name: "Mia" });
  const named = draw();
  assertEquals([named.length, named[0]], [2, "Mia started a recovery of Lily"]);
  friendBook(storage).put({ account, address: starter, name: "Bob", at: 1 });
  assertEquals(draw()[0], "Bob started a recovery of Lily");
});
