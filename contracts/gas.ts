/**
 * Measures what accounts cost: `deno run -A contracts/gas.ts` prints the table of the README.
 *
 * Gas of the whole `handleOps` transaction with one operation, paid by the account itself; the
 * receivers exist, the account's nonce is in use, tokens have been held before.
 */
import { type Address, encodeFunctionData, hashMessage, type Hex } from "viem";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { signMessage } from "./testing/erc7739.ts";
import type { Hardfork } from "./testing/anvil.ts";
import { createPasskey, type Passkey } from "./testing/passkey.ts";
import { mint, tokenData } from "./testing/token.ts";
import {
  accountAddress,
  type Call,
  deployment,
  encodeCalls,
  fund,
  type Operation,
  sendCalls,
  type Stack,
  startStack,
} from "./testing/stack.ts";

/** What is measured. */
export type GasTable = Record<
  "first operation" | "ether transfer" | "token transfer" | "batch of three" | "ERC-1271 check",
  number
>;

/** Figures of DESIGN.md §5 that hold give or take two per cent. */
export const bars: GasTable = {
  "first operation": 309_000,
  "ether transfer": 107_500,
  "token transfer": 114_000,
  "batch of three": 153_000,
  "ERC-1271 check": 26_000,
};

const to: Address = "0x00000000000000000000000000000000000000aa";

/** Limits near the truth: oversized ones are charged by the EntryPoint and say nothing of accounts. */
const limits: Partial<Operation> = { callGasLimit: 100_000n, verificationGasLimit: 700_000n };

/** Measures on a new chain. */
export async function measureGas(hardfork: Hardfork = "osaka"): Promise<GasTable> {
  await using stack = await startStack(hardfork);
  const passkey = createPasskey(1);
  const account = await accountAddress(stack, [passkey.bytes]);
  const [token] = stack.tokens;
  await fund(stack, account);
  await stack.client.setBalance({ address: to, value: 1n });
  await mint(stack, token, account, 1_000n);
  await mint(stack, token, to, 1n);
  const send = (calls: Call[], changes: Partial<Operation> = {}) =>
    gasOf(stack, account, passkey, encodeCalls(calls), { ...limits, ...changes });
  const ether: Call = { target: to, value: 1n };
  const transfer: Call = { target: token, data: tokenData.transfer(to, 1n) };
  const approve: Call = { target: token, data: tokenData.approve(to, 1n) };
  return {
    "first operation": await send([ether], deployment([passkey.bytes])),
    "ether transfer": await send([ether]),
    "token transfer": await send([transfer]),
    "batch of three": await send([transfer, approve, ether]),
    "ERC-1271 check": await messageGas(stack, account, passkey),
  };
}

async function gasOf(
  stack: Stack,
  account: Address,
  passkey: Passkey,
  callData: Hex,
  changes: Partial<Operation>,
): Promise<number> {
  const { success, gasUsed } = await sendCalls(stack, account, passkey, callData, changes);
  if (!success) throw new Error("the operation failed");
  return Number(gasUsed);
}

/** Execution only: what a contract pays that asks the account. */
async function messageGas(stack: Stack, account: Address, owner: Passkey): Promise<number> {
  const message = "hello";
  const signature = await signMessage({ account, chainId: stack.chainId, owner, message });
  const data = encodeFunctionData({
    abi: acctAbi,
    functionName: "isValidSignature",
    args: [hashMessage(message), signature],
  });
  const gas = await stack.client.estimateGas({ to: account, data });
  const intrinsic = 21_000 + data.slice(2).match(/../g)!
    .reduce((sum, byte) => sum + (byte === "00" ? 4 : 16), 0);
  return Number(gas) - intrinsic;
}

if (import.meta.main) {
  const [native, solidity] = [await measureGas(), await measureGas("prague")];
  for (const name of Object.keys(bars) as (keyof GasTable)[]) {
    console.log(
      name.padEnd(18),
      String(native[name]).padStart(8),
      String(bars[name]).padStart(8),
      String(solidity[name]).padStart(8),
    );
  }
}
