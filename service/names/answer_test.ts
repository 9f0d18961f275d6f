import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  bytesToHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  toHex,
} from "viem";
import { packetToBytes } from "viem/ens";
import { answerCall, chainOfCoin, readDnsName } from "./answer.ts";

const account = "0x00000000000000000000000000000000000000A1";
const records = { account, texts: [{ key: "url", value: "https://a.example" }] } as const;
const abi = parseAbi([
  "function addr(bytes32 node) view returns (address)",
  "function text(bytes32 node, string key) view returns (string)",
  "function contenthash(bytes32 node) view returns (bytes)",
  "function multicall(bytes[] data) view returns (bytes[] results)",
]);

Deno.test("names: coin types lead to chains", () => {
  const table: [bigint, number | null][] = [
    [60n, 1],
    [0x8000_0000n + 8453n, 8453],
    [0x8000_0000n, null],
    [0n, null],
    [2n ** 32n, null],
    [2n ** 255n, null],
  ];
  for (const [coin, chain] of table) assertEquals(chainOfCoin(coin, 1), chain, String(coin));
});

Deno.test("names: a call about another name, or without a name, is rejected", () => {
  const name = "alice.demo.eth";
  const node = namehash(name);
  const ask = (data: Hex) => answerCall(name, records, data, () => true);
  const addr = encodeFunctionData({ abi, functionName: "addr", args: [node] });
  const text = encodeFunctionData({ abi, functionName: "text", args: [node, "url"] });
  const hash = encodeFunctionData({ abi, functionName: "contenthash", args: [node] });
  const many = encodeFunctionData({ abi, functionName: "multicall", args: [[addr, text, hash]] });
  const answers = decodeFunctionResult({ abi, functionName: "multicall", data: ask(many) });
  assertEquals(answers, [ask(addr), ask(text), ask(hash)]);
  assertEquals(decodeFunctionResult({ abi, functionName: "addr", data: ask(addr) }), account);
  assertEquals(decodeFunctionResult({ abi, functionName: "contenthash", data: ask(hash) }), "0x");
  assertEquals(ask("0x01020304"), "0x");

  const other = namehash("bob.demo.eth");
  assertThrows(() => ask(encodeFunctionData({ abi, functionName: "addr", args: [other] })));
  assertThrows(() => ask("0x3b3b57de"));
  const nest = (inner: Hex[]) =>
    encodeFunctionData({ abi, functionName: "multicall", args: [inner] });
  assertThrows(() => ask(nest([many])));
  assertThrows(() => ask(nest(Array(33).fill(addr))));
});

Deno.test("names: DNS form is read back, and malformed bytes never throw", () => {
  for (const name of ["demo.eth", "a.b.c.demo.eth", "日本語.demo.eth"]) {
    assertEquals(readDnsName(toHex(packetToBytes(name))), name);
  }
  for (
    const bad of ["0x", "0x05616263", "0x0000", "0x0161", "0x016100ff", "0x02ff6100", "0x012e00"]
  ) {
    assertEquals(readDnsName(bad as Hex), null, bad);
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    const name = readDnsName(bytesToHex(bytes));
    return name === null || toHex(packetToBytes(name)).length > 0;
  }));
});
