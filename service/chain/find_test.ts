import { assertEquals } from "@std/assert";
import type { Chain } from "./chain.ts";
import { chainIn } from "./find.ts";

const served = new Map([1, 2].map((id) => [id, {} as Chain]));
const native = [{ address: null, type: "native" }];

Deno.test("find chain: the one that parameters name, in whatever field", () => {
  const cases: [params: unknown, chain: number | undefined][] = [
    [undefined, undefined],
    ["0x1", undefined],
    [[null], undefined],
    [[{}], undefined],
    [[{ chainId: "0x1" }], 1],
    [{ chainId: "0x2" }, 2],
    [[{ chainId: "0x3" }], undefined],
    [[{ chainId: 1 }], undefined],
    [[{ chainFilter: ["0x1"] }], 1],
    [[{ chainFilter: ["0x2", "0x2", "0x02"] }], 2],
    // Of those that are not served nothing is asked.
    [[{ chainFilter: ["0x2", "0x3"] }], 2],
    [[{ chainFilter: ["0x3"] }], undefined],
    [[{ chainFilter: ["0x1", "0x2"] }], undefined],
    [[{ chainFilter: [] }], undefined],
    [[{ chainFilter: "0x1" }], undefined],
    [[{ chainFilter: [null, {}, 1] }], undefined],
    [[{ assetFilter: { "0x2": native } }], 2],
    [[{ assetFilter: { "0x1": [], "0x2": native } }], undefined],
    [[{ assetFilter: { "0x3": native, "0x1": native } }], 1],
    [[{ assetFilter: null }], undefined],
    [[{ assetFilter: ["0x1"] }], undefined],
    // ERC-7811: an asset filter stands for itself.
    [[{ assetFilter: { "0x2": native }, chainFilter: ["0x1"] }], 2],
    [[{ assetFilter: {}, chainFilter: ["0x1"] }], undefined],
  ];
  for (const [params, chain] of cases) {
    assertEquals(chainIn(params, served), chain, JSON.stringify(params));
  }
});
