import { assertEquals } from "@std/assert";
import type { Address, Hex } from "viem";
import golden from "../../contracts/golden.json" with { type: "json" };
import { entryPoint } from "../../contracts/addresses.ts";
import { ENTRY_POINT } from "../chain/contracts.ts";
import { accountAddress, accountOf, isDerived } from "./address.ts";

Deno.test("address: equals the golden vectors of the deployed factory", () => {
  for (const { owners, nonce, address } of golden) {
    assertEquals(
      accountAddress({ owners: owners as Hex[], nonce: BigInt(nonce) }),
      address as Address,
    );
  }
  assertEquals(golden.length > 3, true);
});

Deno.test("address: owners, their order and the nonce each change it", () => {
  const [a, b]: Hex[] = [`0x${"11".repeat(64)}`, `0x${"22".repeat(64)}`];
  const all = [
    accountAddress({ owners: [a!], nonce: 0n }),
    accountAddress({ owners: [a!], nonce: 1n }),
    accountAddress({ owners: [b!], nonce: 0n }),
    accountAddress({ owners: [a!, b!], nonce: 0n }),
    accountAddress({ owners: [b!, a!], nonce: 0n }),
  ];
  assertEquals(new Set(all).size, all.length);
});

Deno.test("address: a forged account of a service is not derived", () => {
  const account = accountOf(`0x${"11".repeat(64)}`);
  assertEquals(isDerived(account), true);
  assertEquals(isDerived({ ...account, nonce: "0x1" }), false);
  assertEquals(isDerived({ ...account, owners: [`0x${"12".repeat(64)}`] }), false);
  assertEquals(isDerived({ ...account, address: `0x${"12".repeat(20)}` }), false);
});

Deno.test("contracts: the EntryPoint is the one that the contracts trust", () => {
  assertEquals(ENTRY_POINT as string, entryPoint);
});
