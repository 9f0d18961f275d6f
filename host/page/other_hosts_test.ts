import { assert, assertEquals } from "@std/assert";
import { hostPromise } from "./other_hosts.ts";
import { text } from "../text/home_en.ts";

/** Returns the promise of `keys.new.example`, with these values of the operator. */
function promised(related: string, continues: string): string {
  const contents: Record<string, string> = { related, continues };
  const globals = {
    location: new URL("https://keys.new.example/"),
    document: {
      documentElement: { lang: "en" },
      querySelector: (query: string) => ({
        content: contents[/^meta\[name=acct-(\w+)\]$/.exec(query)![1]!],
      }),
    },
  };
  const before = Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  try {
    return hostPromise(text);
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}

const count = (said: string, name: string) => said.split(name).length - 1;

Deno.test("other hosts: the page names each host that can request its passkeys, once", () => {
  assertEquals(count(promised("", ""), "keys.new.example"), 1);
  const listing = promised("https://keys.a.example https://keys.b.example:8443", "");
  assert(listing.includes("keys.new.example, keys.a.example, and keys.b.example:8443."), listing);
  // Two hosts that name each other.
  const both = promised("https://keys.a.example", "keys.a.example");
  assert(both.includes("keys.new.example and keys.a.example."), both);
});

Deno.test("other hosts: the page names hosts that the previous host lets use its own passkeys", () => {
  const said = promised("", "keys.old.example");
  assert(said.includes("keys.old.example can allow more"), said);
  for (const alone of [promised("", ""), promised("https://keys.a.example", "")]) {
    assert(!alone.includes("can allow more"), alone);
  }
});

Deno.test("other hosts: invalid host names and origins are not named", () => {
  for (const [related, continues] of [["nonsense", "https://x.example/<b>"], ["", "X.example"]]) {
    const said = promised(related!, continues!);
    assertEquals(said, promised("", ""));
  }
});
