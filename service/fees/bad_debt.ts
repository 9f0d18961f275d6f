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
/** Limit per key and token, if `unpaidPerDay` is not configured. */
const MAX_UNPAID_PER_KEY = 100;

/** Account, chain, key and token whose bad debt is counted. */
export interface Debtor {
  readonly chainId: number;
  readonly keyId: string;
  readonly sender: Address;
  readonly token: Address;
}

/**
 * Returns whether another operation may pay after execution. Calls that revert also revert the
 * approval, and the paymaster bears the fee; no one profits from that, but it can be provoked.
 */
export async function isBelowBadDebtLimit(
  store: Store,
  { paymaster, tokens }: Pick<TokenFeesConfig, "paymaster" | "tokens">,
  { chainId, keyId, sender, token }: Debtor,
): Promise<boolean> {
  const rows = await store.selectFrom("operations")
    .innerJoin("operation_data", "operation_data.id", "operations.id")
    .select(["sender", "operation"])
    .where("key_id", "=", keyId).where(({ eb, lit }) => eb("success", "=", lit(0)))
    .where("operations.created_at", ">", Date.now() - DAY_MS).where("chain_id", "=", chainId)
    .limit(5_000).execute();
  const unpaid = rows.flatMap(({ sender, operation }) => {
    const token = tokenPaidAfterwards(operation, paymaster);
    return token === null ? [] : [{ sender, token }];
  });
  const own = unpaid.filter((row) => row.sender === sender.toLowerCase());
  const ofToken = unpaid.filter((row) => isAddressEqual(row.token, token));
  const { unpaidPerDay = MAX_UNPAID_PER_KEY } =
    tokens.find(({ address }) => isAddressEqual(address, token)) ?? {};
  return own.length < MAX_UNPAID_PER_ACCOUNT && ofToken.length < unpaidPerDay;
}

/** Returns the token of an operation that pays the paymaster after execution; else `null`. */
function tokenPaidAfterwards(json: string, paymaster: Address): Address | null {
  const operation = JSON.parse(json) as OperationJson;
  if (operation.paymaster === undefined || !isAddressEqual(operation.paymaster, paymaster)) {
    return null;
  }
  try {
    const { mode, token } = decodeTokenData(operation.paymasterData ?? "0x");
    return mode === "postpaid" ? token : null;
  } catch {
    return null;
  }
}
