/** Operations that were to pay afterwards and did not: how many are borne. @module */
import { type Address, isAddressEqual } from "viem";
import { decodeTokenData } from "../../contracts/token_paymaster.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { TokenFeesConfig } from "../chain/config.ts";
import type { Store } from "../store/store.ts";

/** Milliseconds in which they are counted. */
const DAY = 86_400_000;
/** As many as a person may have by bad luck. */
const UNPAID_PER_ACCOUNT = 3;
/** As many as all people of a key may have, when `unpaidPerDay` is not configured. */
const UNPAID_PER_KEY = 100;

/** Whose they are. */
export interface Debtor {
  readonly chainId: number;
  readonly keyId: string;
  readonly sender: Address;
}

/**
 * Whether another operation may pay afterwards. One whose calls fail takes its approval back with
 * them and leaves the fee with the paymaster; nobody gains by it, but it can be done on purpose.
 */
export async function mayPayAfterwards(
  store: Store,
  { paymaster, unpaidPerDay = UNPAID_PER_KEY }: TokenFeesConfig,
  { chainId, keyId, sender }: Debtor,
): Promise<boolean> {
  const rows = await store.selectFrom("operations").select(["sender", "operation"])
    .where("key_id", "=", keyId).where(({ eb, lit }) => eb("success", "=", lit(0)))
    .where("created_at", ">", Date.now() - DAY).where("chain_id", "=", chainId)
    .limit(5_000).execute();
  const unpaid = rows.filter(({ operation }) => paidAfterwards(operation, paymaster));
  const own = unpaid.filter((row) => row.sender === sender.toLowerCase());
  return own.length < UNPAID_PER_ACCOUNT && unpaid.length < unpaidPerDay;
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
