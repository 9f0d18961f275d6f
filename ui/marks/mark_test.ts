/** Marks of tokens and networks: they belong to contracts, and are drawn only from plain shapes. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { drawings } from "./drawings.ts";
import { nameOfMark } from "./mark.tsx";
import { chainMarks, tokenMarks } from "./tokens.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

Deno.test("marks: a token is identified by network and contract, in any letter case", () => {
  for (
    const [chainId, address, expected] of [
      [8453, usdc, "USDC"],
      [8453, usdc.toLowerCase(), "USDC"],
      // The same address on another network is another contract.
      [1, usdc, undefined],
      [8453, `0x${"c7".repeat(20)}`, undefined],
      [8453, null, "ETH"],
      // No mark for the currency of an unknown network.
      [31337, null, undefined],
    ] as const
  ) {
    assertEquals([chainId, address, nameOfMark({ chainId, address })], [
      chainId,
      address,
      expected,
    ]);
  }
  assertEquals(nameOfMark({ chainId: 8453 }), "base");
  assertEquals(nameOfMark({ chainId: 31337 }), undefined);
});

Deno.test("marks: every entry has a drawing, and every drawing is used", () => {
  const used = new Set([...Object.values(tokenMarks), ...Object.values(chainMarks)]);
  assertEquals([...used].sort(), Object.keys(drawings).sort());
  for (const key of Object.keys(tokenMarks)) assertMatch(key, /^[1-9]\d*:(0x[0-9a-f]{40})?$/);
});

Deno.test("marks: drawings are filled paths, without references or text", () => {
  for (const [name, paths] of Object.entries(drawings)) {
    assert(paths.length > 0, name);
    for (const [fill, d] of paths) {
      assertMatch(fill, /^(#[0-9a-fA-F]{3,8}|[a-z]+)$/, name);
      assertMatch(d, /^[MmLlHhVvCcSsQqTtAaZz\d\s.,-]+$/, name);
    }
  }
});
