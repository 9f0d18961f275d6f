import { assertEquals } from "@std/assert";
import { type Abi, encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import { readCalls } from "../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);

const encode = (signature: string, args: readonly unknown[]): Hex => {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[]);
  return encodeFunctionData({ abi, functionName: signature.split("(")[0]!, args });
};
const read = (data: Hex) => {
  const { gives, allows } = readCalls([{ to: token, value: 0n, data }], account);
  return [...gives, ...allows].map(({ kind, amount, ...rest }) =>
    [kind, amount, "to" in rest ? rest.to : "spender" in rest ? rest.spender : null] as const
  );
};

Deno.test("payments: what a swap or a router takes is given, whoever it is for", () => {
  // Whatever comes back for it: the price of a swap is up to the page.
  const taken: readonly (readonly [string, readonly unknown[]])[] = [
    [
      "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
      [5n, 0n, [token, thief], account, 9n],
    ],
    [
      "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
      [[token, thief, 500, `0x${"00".repeat(19)}02`, 5n, 0n, 0n]],
    ],
  ];
  for (const [signature, args] of taken) {
    assertEquals(read(encode(signature, args)), [["token", 5n, null]]);
  }
  const step = encode("sweepToken(address,uint256,address)", [token, 0n, thief]);
  const pulled = encode("multicall(bytes[])", [[
    encode("pull(address,uint256)", [token, 5n]),
    step,
  ]]);
  assertEquals(read(pulled), [["token", 5n, null], ["token", null, thief]]);
});
