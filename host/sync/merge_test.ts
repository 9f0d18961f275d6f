import { assert, assertEquals } from "@std/assert";
import { MAX_SYNCED_DATA_BYTES } from "../../core/ground/limits.ts";
import { hasHidden } from "../../core/lib/hidden.ts";
import type { Grant } from "../../core/wallet/device/grants.ts";
import type { SiteEntry } from "../../core/wallet/device/sites.ts";
import type { Friend } from "../../core/wallet/device/friends.ts";
import { merge, pack, type Shared, unpack } from "./merge.ts";

const account = `0x${"ab".repeat(20)}` as const;
const origin = "https://a.example";
const NOW = 2_000_000_000;

function site(since: number, ended?: number, more: Partial<SiteEntry> = {}): SiteEntry {
  const times = { since, lastUsed: since, ...(ended !== undefined && { ended }) };
  return { origin, account, name: "A", ...times, ...more };
}

function grant(n: number, more: Partial<Grant> = {}): Grant {
  const id = `0x${n.toString(16).padStart(64, "0")}` as const;
  return { id, account, spender: account, origin, at: n, ...more };
}

const shared = (
  sites: readonly SiteEntry[],
  grants: readonly Grant[] = [],
  names: Shared["names"] = [],
  friends: readonly Friend[] = [],
  helped: readonly Friend[] = [],
): Shared => ({ sites, grants, names, friends, helped });

Deno.test("merge: of each site the later connection or end, from either side", () => {
  const base = NOW - 1_000;
  for (
    const [one, two, expected] of [
      [site(base), site(base + 1), site(base + 1)],
      [site(base, base + 5), site(base), site(base, base + 5)],
      [site(base, base + 5), site(base + 6), site(base + 6)],
      // A tie disconnects.
      [site(base, base + 5), site(base + 5), site(base, base + 5)],
    ]
  ) {
    for (const [own, other] of [[one!, two!], [two!, one!]]) {
      const [found] = merge(shared([own!]), shared([other!]), NOW).sites;
      const { lastUsed: _, ...merged } = found!;
      const { lastUsed: __, ...wanted } = expected!;
      assertEquals(merged, wanted);
    }
  }
  const others = [site(base), site(base, undefined, { origin: "https://b.example" })];
  assertEquals(merge(shared([others[0]!]), shared([others[1]!]), NOW).sites.length, 2);
});

Deno.test("merge: an end is forgotten after a year", () => {
  const old = NOW - 366 * 86_400;
  assertEquals(merge(shared([site(old - 1, old)]), shared([]), NOW).sites, []);
  assertEquals(merge(shared([]), shared([site(old - 1, old)]), NOW).sites, []);
});

Deno.test("merge: grants of both, newest first, this device's own record of each", () => {
  const own = grant(2, { agent: { name: "Own" } });
  const merged = merge(shared([], [own]), shared([], [grant(3), grant(2)]), NOW);
  assertEquals(merged.grants, [grant(3), own]);
});

Deno.test("merge: a friend has the later name", () => {
  const friend = (at: number, name: string): Friend => ({ account, address: account, name, at });
  const [one, two] = [friend(1, "Bob"), friend(2, "Robert")];
  for (const [own, other] of [[one, two], [two, one]]) {
    const [left, right] = [own!, other!].map((friend) => shared([], [], [], [friend]));
    assertEquals(merge(left!, right!, NOW).friends, [two]);
  }
});

Deno.test("merge: a helped friend has the later name, and is no friend who helps", () => {
  const friend = (at: number, name: string): Friend => ({ account, address: account, name, at });
  const [one, two] = [friend(1, "Lily"), friend(2, "Lilian")];
  for (const [own, other] of [[one, two], [two, one]]) {
    const [left, right] = [own!, other!].map((each) => shared([], [], [], [], [each]));
    const merged = merge(left!, unpack(pack(right!), account), NOW);
    assertEquals([merged.friends, merged.helped], [[], [two]]);
  }
});

Deno.test("merge: two devices choose the same of two names that were given in the same second", () => {
  const data = (name: string) =>
    shared(
      [],
      [],
      [{ id: "one", name, at: 5 }],
      [{ account, address: account, name, at: 5 }],
    );
  const [one, two] = [data("Phone"), data("Tablet")];
  assertEquals(pack(merge(one, two, NOW)), pack(merge(two, one, NOW)));
});

Deno.test("merge: data that was encoded is the same afterwards, in any order", () => {
  const all = [site(1, 4), site(3, undefined, { origin: "https://b.example" })];
  const text = pack(shared(all, [grant(1), grant(2, { origin: null, agent: { name: "Bot" } })]));
  const read = unpack(text, account);
  assertEquals(pack(read), text);
  assertEquals(pack(shared(all.toReversed(), read.grants.toReversed())), text);
  assertEquals(read.sites.map(({ origin, ended }) => [origin, ended]), [
    [origin, 4],
    ["https://b.example", undefined],
  ]);
  assertEquals(read.grants.map(({ account: by, agent }) => [by, agent?.name]), [
    [account, "Bot"],
    [account, undefined],
  ]);
});

Deno.test("merge: data has few lengths, and loses its oldest entries first", () => {
  assertEquals(pack(shared([])).length, 1_024);
  assertEquals(pack(shared([site(1)])).length, 1_024);
  const many = Array.from(
    { length: 300 },
    (_, n) => site(n, undefined, { origin: `https://${n}.example`, name: "ü".repeat(100) }),
  );
  const text = pack(shared(many));
  const bytes = new TextEncoder().encode(text).length;
  assertEquals(bytes % 1_024, 0);
  // With nonce and tag.
  assert(bytes + 28 <= MAX_SYNCED_DATA_BYTES, `${bytes}`);
  const { sites } = unpack(text, account);
  assert(sites.length > 40 && sites.length < 300, `${sites.length}`);
  assertEquals(sites[0]!.since, 299);
});

Deno.test("merge: invalid entries are ignored", () => {
  for (const text of [null, "", "{", "5", "null", "{}", "[5, null, [], ['site']]"]) {
    assertEquals(unpack(text, account), shared([]));
  }
  const entries = [
    ["site", { origin: 5, name: "A", since: 1 }],
    ["site", { origin, name: "A", since: "1" }],
    ["site", { origin, name: "A".repeat(101), since: 1 }],
    ["site", null],
    ["grant", { id: "0x1", spender: "0x", origin, at: 1 }],
    ["grant", { ...grant(1), origin: "javascript:alert(1)" }],
    ["other", {}],
  ];
  assertEquals(unpack(JSON.stringify(entries), account), shared([]));
  // An entry cannot name another account.
  const claimed = [["site", { origin, name: "A", since: 1, account: `0x${"cd".repeat(20)}` }]];
  assertEquals(unpack(JSON.stringify(claimed), account).sites[0]!.account, account);
});

Deno.test("merge: of each passkey the later name, without invalid ones", () => {
  const [early, late] = [{ id: "one", name: "Old", at: 5 }, { id: "one", name: "New", at: 6 }];
  const two = { id: "two", name: "Phone", at: 1 };
  for (const [own, other] of [[[early], [late, two]], [[two, late], [early]]]) {
    const { names } = merge(shared([], [], own), shared([], [], other), NOW);
    assertEquals(names.toSorted((a, b) => a.id < b.id ? -1 : 1), [late, two]);
    assertEquals(unpack(pack(shared([], [], names)), account).names.length, 2);
  }
  const entries = [
    ["name", { id: "a b", name: "Spaces", at: 1 }],
    ["name", { id: "x", name: "", at: 1 }],
    ["name", { id: "x", name: 5, at: 1 }],
    ["name", { id: "x", name: "Time", at: "1" }],
    ["name", { id: "x".repeat(9_000), name: "Long", at: 1 }],
    ["name", null],
    ["name", { id: "y", name: "A\u202e\u0000b".padEnd(500, "c"), at: 1 }],
  ];
  const [name, ...rest] = unpack(JSON.stringify(entries), account).names;
  assertEquals([name!.id, rest.length], ["y", 0]);
  assert(name!.name.length < 100 && !hasHidden(name!.name));
});
