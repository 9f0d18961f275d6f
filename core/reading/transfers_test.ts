import { assertEquals } from "@std/assert";
import {
  type Address,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  pad,
} from "viem";
import { type LogJson, nameTransfers, readTransfers } from "./transfers.ts";

const account: Address = "0x8f3a000000000000000000000000000000008b7c";
const friend: Address = `0x${"a7".repeat(20)}`;
const usdc: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const fake = getAddress("0xfa4e00000000000000000000000000000000fa4e");

function log(token: Address, from: Address, to: Address, amount: bigint): LogJson {
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from, to } });
  return { address: token, topics: topics as Hex[], data: pad(numberToHex(amount)) };
}

Deno.test("transfers: only the account counts, added up per token, direction and address", () => {
  const found = readTransfers([
    log(usdc, account, friend, 2n),
    log(usdc, account, friend, 3n),
    log(usdc, friend, account, 7n),
    log(usdc, friend, usdc, 9n),
    log(usdc, account, account, 1n),
    log(usdc, account, usdc, 0n),
  ], account);
  assertEquals(
    found.map(({ amount, isSent, party }) => [amount, isSent, party.toLowerCase()]),
    [[5n, true, friend.toLowerCase()], [7n, false, friend.toLowerCase()]],
  );
});

Deno.test("transfers: a token that the operator does not list has no name, and is last", () => {
  const found = readTransfers([
    log(fake, friend, account, 9_000_000n),
    log(usdc, account, friend, 5_000_000n),
  ], account);
  const named = nameTransfers(found, [
    { address: fake, symbol: "USDC", decimals: 6, unlisted: true },
    { address: usdc, symbol: "USDC", decimals: 6 },
  ]);
  assertEquals(named.map(({ token }) => [token.symbol, token.decimals, token.unlisted]), [
    ["USDC", 6, undefined],
    [`${fake.slice(0, 6)}…${fake.slice(-4)}`, 0, true],
  ]);
  assertEquals(nameTransfers(found, []).every(({ token }) => token.unlisted === true), true);
});

Deno.test("transfers: malformed and foreign logs are ignored, and their number is limited", () => {
  const good = log(usdc, account, friend, 1n);
  const broken: LogJson[] = [
    { ...good, topics: good.topics.slice(0, 2) },
    { ...good, topics: [...good.topics, pad("0x1")] },
    { ...good, topics: [pad("0x1"), ...good.topics.slice(1)] },
    { ...good, topics: [good.topics[0]!, good.topics[1]!, `0x${"f".repeat(64)}`] },
    { ...good, topics: [good.topics[0]!, "0x12", good.topics[2]!] },
    { ...good, data: "0x" },
    { ...good, data: "0x01" },
    { ...good, address: "0x12" },
  ];
  assertEquals(readTransfers(broken, account), []);
  const many = (amount: bigint) =>
    Array.from(
      { length: 60 },
      (_, index) => log(pad(numberToHex(index + 1), { size: 20 }), account, friend, amount),
    );
  const tokens = [{ address: usdc, symbol: "USDC", decimals: 6 }];
  const name = (logs: readonly LogJson[]) => nameTransfers(readTransfers(logs, account), tokens);
  const sent = log(usdc, account, friend, 1_000_000n);
  assertEquals(name([...many(0n), sent]).length, 1);
  // Other logs neither displace a listed token nor a loss of it.
  const all = name([log(usdc, friend, account, 2n), ...many(1n), sent]);
  assertEquals(all.length, 50);
  assertEquals(all.slice(0, 2).map(({ amount, isSent }) => [amount, isSent]), [
    [1_000_000n, true],
    [2n, false],
  ]);
});
