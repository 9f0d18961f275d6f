import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex } from "viem";
import { tokenAbi } from "../../chain/abi.ts";
import type { ServiceClient } from "../../client/client.ts";
import { decodeCalls, warningsOf } from "../../reading/decode.ts";
import { readBalances } from "../context/balances.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const spender = getAddress(`0x${"66".repeat(20)}`);

/** Returns the dangers of an allowance with a node that gives this response. */
async function dangers(amount: bigint, chain: () => Promise<unknown>, tokens: Address[] = [token]) {
  const service = { chain } as unknown as ServiceClient;
  const { signal } = new AbortController();
  const balances = await readBalances(service, { chainId: 1, account, tokens }, signal);
  const data: Hex = encodeFunctionData({
    abi: tokenAbi,
    functionName: "approve",
    args: [spender, amount],
  });
  const calls = [{ to: tokens.at(-1)!, value: 0n, data }];
  const views = decodeCalls(calls, { symbol: "ETH", decimals: 18 }, []);
  return warningsOf(views, { account, balances }).flatMap(({ code, level }) =>
    level === "danger" ? [code] : []
  );
}

Deno.test("balances: an unknown one removes no danger from an amount above any token supply", async () => {
  const failing = () => Promise.reject(new Error("no node"));
  const odd = () => Promise.resolve("0x");
  for (const chain of [failing, odd]) {
    assertEquals(await dangers(2n ** 127n, chain), ["whole_approval"]);
    assertEquals(await dangers(2n ** 128n - 1n, chain), ["whole_approval"]);
    assertEquals(await dangers(2n ** 96n - 1n, chain), ["whole_approval"]);
    assertEquals(await dangers(5_000_000n, chain), []);
  }
  const known = () => Promise.resolve(numberToHex(100n, { size: 32 }));
  assertEquals(await dangers(95n, known), ["whole_approval"]);
  assertEquals(await dangers(94n, known), []);
  // A page cannot hide a token by naming many.
  const many = Array.from(
    { length: 13 },
    (_, index): Address => getAddress(numberToHex(index + 1, { size: 20 })),
  );
  assertEquals(await dangers(1n, known, many), ["whole_approval"]);
});
