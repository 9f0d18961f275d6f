/** Limits bad debt: operations that should have paid after execution and did not. @module */
import { type Address, isAddressEqual } from "viem";
import { decodeTokenData } from "../../contracts/token_paymaster.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { TokenFeesConfig } from "../chain/config.ts";
import type { Store } from "../store/store.ts";

/** Period in which they are counted. */
const DAY_MS = 86_400_000;
/** Limit per account, which honest users do not reach. */
const MAX_UNPAID_PER_ACCOUNT = 3;
/** Limit per key, if `unpaidPerDay` is not configured. */
const MAX_UNPAID_PER_KEY = 100;

/** Account, chain and key whose bad debt is counted. */
export interface Debtor {
  readonly chainId: number;
  readonly keyId: string;
  readonly sender: Address;
}

/**
 * Returns whether another operation may pay after execution. Calls that revert also revert the
 * approval, and the paymaster bears the fee; no one profits from that, but it can be provoked.
 */
export async function isBelowBadDebtLimit(
  store: Store,
  { paymaster, unpaidPerDay = MAX_UNPAID_PER_KEY }: TokenFeesConfig,
  { chainId, keyId, sender }: Debtor,
): Promise<boolean> {
  const rows = await store.selectFrom("operations").select(["sender", "operation"])
    .where("key_id", "=", keyId).where(({ eb, lit }) => eb("success", "=", lit(0)))
    .where("created_at", ">", Date.now() - DAY_MS).where("chain_id", "=", chainId)
    .limit(5_000).execute();
  const unpaid = rows.filter(({ operation }) => paidAfterwards(operation, paymaster));
  const own = unpaid.filter((row) => row.sender === sender.toLowerCase());
  return own.length < MAX_UNPAID_PER_ACCOUNT && unpaid.length < unpaidPerDay;
}

function paidAfterwards(json: string, paymaster: Address): boolean {
  const operation = JSON.parse(json) as OperationJson;
  if (operation.paymaster === undefined || !isAddressEqual(operation.paymaster, paymaster)) {
    return false;
  }
  try {
    return decodeTokenData(operation.paymasterData ?? "0x").mode === "postpaid";
  } catch {
    return false;
  }
}
