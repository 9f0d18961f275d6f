import { assertEquals } from "@std/assert";
import { Acct } from "../acct.ts";
import { announce } from "./announce.ts";

Deno.test("announce: outside of a page there is no effect", () => {
  const events: string[] = [];
  const listener = () => events.push("announced");
  addEventListener("eip6963:announceProvider", listener);
  announce({}, "https://keys.example.com")();
  removeEventListener("eip6963:announceProvider", listener);
  assertEquals(events, []);
});

Deno.test("announce: immediately, again on request, and never after stopping", () => {
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  try {
    const seen: { info: { uuid: string; rdns: string; icon: string }; provider: object }[] = [];
    const listener = (event: Event) => seen.push((event as CustomEvent).detail);
    addEventListener("eip6963:announceProvider", listener);
    const provider = {};
    const end = announce(provider, "https://keys.example.com");
    dispatchEvent(new Event("eip6963:requestProvider"));
    assertEquals(seen.map((detail) => detail.provider === provider), [true, true]);
    assertEquals(seen[0]!.info.rdns, "com.example.keys");
    assertEquals(seen[0]!.info.uuid, seen[1]!.info.uuid);
    assertEquals(seen[0]!.info.icon.startsWith("data:image/"), true);
    assertEquals(Object.isFrozen(seen[0]), true);
    end();
    dispatchEvent(new Event("eip6963:requestProvider"));
    assertEquals(seen.length, 2);
    removeEventListener("eip6963:announceProvider", listener);
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});

Deno.test("announce: a provider is announced until it is disconnected", async () => {
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  try {
    const seen: object[] = [];
    const listener = (event: Event) => seen.push((event as CustomEvent).detail.provider);
    addEventListener("eip6963:announceProvider", listener);
    const { provider, disconnect } = Acct.create({
      apiKey: "dev",
      preference: { keysUrl: "https://k.example", serverUrl: "https://s.example" },
    });
    dispatchEvent(new Event("eip6963:requestProvider"));
    assertEquals(seen.map((each) => each === provider), [true, true]);
    await disconnect();
    dispatchEvent(new Event("eip6963:requestProvider"));
    assertEquals(seen.length, 2);
    removeEventListener("eip6963:announceProvider", listener);
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});

Deno.test("announce: a wallet is announced once, and the newest provider answers for it", async () => {
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  try {
    const seen: { info: { uuid: string }; provider: object }[] = [];
    const listener = (event: Event) => seen.push((event as CustomEvent).detail);
    addEventListener("eip6963:announceProvider", listener);
    const create = (host: string) =>
      Acct.create({
        apiKey: "dev",
        preference: { keysUrl: `https://${host}.example`, serverUrl: "https://s.example" },
      });
    const ask = () => {
      seen.length = 0;
      dispatchEvent(new Event("eip6963:requestProvider"));
      return seen.map(({ provider }) => provider);
    };
    const first = create("k");
    const [{ info: { uuid } }] = seen as [typeof seen[0]];
    // A hot reload runs the module again, and does not remove the old provider.
    const second = create("k");
    assertEquals(seen.length, 1);
    assertEquals([ask()[0] === second.provider, seen.length, seen[0]!.info.uuid], [true, 1, uuid]);
    const other = create("other");
    assertEquals(ask().length, 2);
    assertEquals(new Set(seen.map(({ info }) => info.uuid)).size, 2);
    await other.disconnect();
    await second.disconnect();
    assertEquals([ask()[0] === first.provider, seen.length], [true, 1]);
    await first.disconnect();
    assertEquals(ask(), []);
    // The old provider is unusable: a list must not show the new one under its name.
    const third = create("k");
    assertEquals([seen.length, seen[0]!.info.uuid === uuid], [1, false]);
    await third.disconnect();
    removeEventListener("eip6963:announceProvider", listener);
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});

Deno.test("announce: the wallets of both modes are separate", () => {
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  try {
    const seen: { info: { uuid: string }; provider: object }[] = [];
    const listener = (event: Event) => seen.push((event as CustomEvent).detail);
    addEventListener("eip6963:announceProvider", listener);
    const [window, page] = [{}, {}];
    const ends = [
      announce(window, "https://keys.example.com", "CrossPlatform"),
      announce(page, "https://keys.example.com", "AppSpecific"),
    ];
    assertEquals(seen.map(({ provider }) => provider === window), [true, false]);
    assertEquals(new Set(seen.map(({ info }) => info.uuid)).size, 2);
    for (const end of ends) end();
    removeEventListener("eip6963:announceProvider", listener);
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});
