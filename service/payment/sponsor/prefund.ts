/** Checks that an account can pay for its operation itself. @module */
import { hexToBigInt } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Chain } from "../../chain/chain.ts";
import type { AccountState } from "../../chain/state.ts";
import { readDeposit } from "./deposit.ts";
import { gasSum } from "../../entry_point/codec.ts";

/**
 * Rejects a self-paid operation if balance and deposit are below the prefund that the EntryPoint
 * collects. No bundler accepts such an operation, and operations behind it would never land.
 *
 * @throws {AcctError} `insufficient_funds`
 */
export async function requirePrefund(
  chain: Chain,
  operation: OperationJson,
  { balance }: Pick<AccountState, "balance">,
): Promise<void> {
  if (operation.paymaster !== undefined) return;
  const needed = gasSum(operation) * hexToBigInt(operation.maxFeePerGas);
  if (balance >= needed) return;
  const deposit = await readDeposit(chain, operation.sender);
  if (balance + deposit >= needed) return;
  const detail = `Its fee may be ${needed} wei, and ${balance + deposit} are there.`;
  throw new AcctError("insufficient_funds", { detail });
}
