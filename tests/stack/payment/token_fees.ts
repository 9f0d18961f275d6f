/** Shared by the tests of fees in tokens. @module */
import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { oddTokenBytecode } from "../../../contracts/artifacts/test/odd_token_bytecode.ts";
import { priceFeedBytecode } from "../../../contracts/artifacts/test/price_feed_bytecode.ts";
import { addressOf, deployOnce } from "../../../contracts/create2.ts";
import { sender, testTokenAddress } from "../../../contracts/deploy.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { encodeCalls } from "../../../core/account/calls.ts";
import { checkPrepared } from "../../../core/client/prepared_operation.ts";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import type { FeeTokenJson } from "../../../core/wire/fees.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import type { User } from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";
import { startTestStack } from "../support/start.ts";

export const friend: Address = "0x00000000000000000000000000000000000000aa";
export const ping: CallJson = { to: friend, value: "0x0", data: "0x" };
/** 100 of a token with six decimals. */
export const hundred = 100_000_000n;
/** A token that changes no allowance which is not 0. */
export const odd = addressOf(oddTokenBytecode.initCode);
/** A token with a price of feeds. */
export const coin = testTokenAddress({ name: "Test Coin", symbol: "TEST", decimals: 18 });
/** Two price feeds: of the native currency, and of the coin. */
export const salts: readonly Hex[] = [`0x${"01".repeat(32)}`, `0x${"02".repeat(32)}`];
export const feeds = salts.map((salt) => addressOf(priceFeedBytecode.initCode, salt));
export const own = { payFromAccount: true } as const;

/**
 * Sends a transaction of an account that the node owns or impersonates, and waits until it is
 * mined.
 */
export async function transact(
  { node }: Stack,
  call: { readonly from: Address; readonly to: Address; readonly data: Hex },
): Promise<void> {
  const hash = await node.request<Hex>("eth_sendTransaction", [call]);
  await receiptOf(node, hash);
}

/** Reads the token paymaster's allowance from an account. */
export async function allowanceOf(stack: Stack, token: Address, owner: Address): Promise<bigint> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, stack.addresses.tokenPaymaster],
  });
  return BigInt(await stack.node.request<Hex>("eth_call", [{ to: token, data }, "latest"]));
}

/** The calls in an operation's call data. */
export function callsIn(callData: Hex): readonly { target: Address; data: Hex }[] {
  const { functionName, args } = decodeFunctionData({ abi: acctAbi, data: callData });
  if (functionName === "execute") return [{ target: args[0], data: args[2] }];
  if (functionName === "executeBatch") return args[0];
  throw new Error(functionName);
}

/** Call data of an approval to the token paymaster. */
export function approval(stack: Stack, amount: bigint): Hex {
  const args = [stack.addresses.tokenPaymaster, amount] as const;
  return encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
}

/** Call data with which an account takes tokens of its friend; the friend must allow it. */
export function pullOf(account: Address, amount: bigint): Hex {
  const args = [friend, account, amount] as const;
  return encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args });
}

/** A token as the configuration names it, where it does. */
export async function feeTokenOf(
  { serverUrl }: Stack,
  token: Address | undefined,
): Promise<{ readonly feeToken?: FeeTokenJson }> {
  const response = await fetch(`${serverUrl}/.well-known/acct-configuration`);
  const { chains } = await response.json() as { chains: { feeTokens: FeeTokenJson[] }[] };
  const feeToken = chains[0]!.feeTokens.find(({ address }) => address === token);
  return feeToken === undefined ? {} : { feeToken };
}

/** The client's own check, with the token as the configuration names it. */
export async function assertGood(
  stack: Stack,
  { account }: User,
  calls: readonly CallJson[],
  prepared: PrepareResult,
): Promise<void> {
  const asked = calls.map((call) => ({ ...call, value: BigInt(call.value) }));
  checkPrepared(prepared, {
    account,
    callData: encodeCalls(asked),
    calls: asked,
    ...await feeTokenOf(stack, prepared.feeToken?.address),
  });
}

/** A stack that accepts fees in TUSD, an unusual token, and a coin priced by feeds. */
export function startFeeStack(): Promise<Stack> {
  return startTestStack({
    feeTokens: async (rpcUrl) => {
      const client = await sender({ rpcUrl, account: deployerKey });
      await deployOnce(client, oddTokenBytecode.initCode);
      for (const salt of salts) await deployOnce(client, priceFeedBytecode.initCode, salt);
      return [
        { address: odd, price: { kind: "fixed", tokenPerNative: "2500" }, markup: 0 },
        {
          address: coin,
          price: { kind: "oracle", native: feeds[0]!, token: feeds[1]!, maxAge: 3_600 },
          markup: 0,
        },
      ];
    },
  });
}
