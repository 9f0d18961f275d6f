/** Checks that an account can pay for its operation itself. @module */
import { hexToBigInt } from "viem";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { OperationJson } from "../../../core/protocol/service/mod.ts";
import type { Chain } from "../../chain/chain.ts";
import type { AccountState } from "../../chain/state.ts";
import { readDeposit } from "./deposit.ts";
import { gasSum } from "../../entry_point/codec.ts";

/**
 * Refuses an operation that pays for itself where balance and deposit are below what the EntryPoint
 * collects first: no bundler takes it, and what is accepted behind it would never land.
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
