/** Transfers to the key exactly the amount that a payment lacks. @module */
import {
  BaseError,
  type Chain,
  type Client,
  isAddressEqual,
  keccak256,
  type LocalAccount,
  parseTransaction,
  type TransactionSerializedEIP1559,
  zeroHash,
} from "viem";
import { estimateFeesPerGas, getTransactionCount, prepareTransactionRequest } from "viem/actions";
import {
  type Address,
  type Hex,
  prepareTransaction,
  remaining,
  type WalletGrantPermissionsResponse,
} from "@sdk/core/permission";
import { askToken, fundsOf, permit2Allowance, permit2Approval, transferOf } from "./chain.ts";
import type { Demand } from "../protocols/demand.ts";
import { PaymentError } from "../record/error.ts";
import type { PaymentJournal, PaymentRecord, SignedTransaction } from "../record/journal.ts";
import type { PaymentLimits } from "../record/limits.ts";

/** Dependencies of a payer. */
export interface PayerOptions {
  readonly granted: WalletGrantPermissionsResponse;
  readonly key: LocalAccount;
  readonly client: Client;
  readonly chain: Chain;
  readonly limits: readonly PaymentLimits[];
  readonly journal: PaymentJournal;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Timeout of a wait for a transaction, in milliseconds. */
  readonly timeout: number;
  /** Milliseconds between two polls for a transaction. */
  readonly interval: number;
}

/** Milliseconds after a payment's expiry before the chain is queried whether it was collected. */
export const GRACE_MS = 15_000;

/**
 * Signs the transactions that transfer to the key exactly the amount that a payment lacks.
 *
 * @param collected ids of payments that were collected according to the chain; new ones are added
 */
export async function transactionsFor(
  options: PayerOptions,
  records: readonly PaymentRecord[],
  { transfer, token, amount, path }: Demand,
  collected: Set<string>,
): Promise<readonly SignedTransaction[]> {
  const { client, key, granted } = options;
  if (transfer === "erc7710") {
    await checkRemaining(options, token, amount);
    return [];
  }
  const open = records.filter((record) => {
    const { id, key: by, status, transfer, validUntil } = record;
    if (transfer !== "eip3009" && transfer !== "permit2") return false;
    if (collected.has(id) || !isAddressEqual(by, key.address)) return false;
    if (!isAddressEqual(record.token, token)) return false;
    // A server that answered can still collect later, even if it named a transaction.
    return status === "signed" ||
      (status === "paid" && options.now() <= validUntil * 1000 + GRACE_MS);
  });
  // A token without EIP-3009 would never show whether its payment was collected. A token that was
  // paid before has EIP-3009.
  const isKnown = transfer !== "eip3009" ||
    records.some((record) => record.transfer === "eip3009" && isAddressEqual(record.token, token));
  const probe = isKnown ? [] : [{ transfer, token, nonce: zeroHash }];
  const { balance, used } = await askToken(
    path.asset,
    () => fundsOf(client, token, key.address, [...open, ...probe]),
  );
  let free = balance;
  for (const [index, { id, amount }] of open.entries()) {
    if (used[index]) collected.add(id);
    else free -= BigInt(amount);
  }
  const transactions: SignedTransaction[] = [];
  if (free < amount) {
    const lacking = amount - free;
    await checkRemaining(options, token, lacking);
    const call = prepareTransaction(granted, [transferOf(token, key.address, lacking)]);
    transactions.push(await signCall(options, call));
  }
  const allowance = () => permit2Allowance(client, token, key.address);
  if (transfer === "permit2" && await askToken(path.asset, allowance) < amount) {
    const nonce = transactions.at(-1)?.nonce;
    const approval = permit2Approval(token);
    transactions.push(
      await signCall(options, approval, nonce === undefined ? undefined : nonce + 1),
    );
  }
  return transactions;
}

/** Rejects amounts that the permission cannot provide now, before the signature. */
export async function checkRemaining(
  { client, granted }: PayerOptions,
  token: Address,
  amount: bigint,
): Promise<void> {
  // A grant that is only signed is not on the chain yet: its first use reveals the result.
  if (granted.signature !== undefined) return;
  const left = (await remaining(client, granted)).filter((each) =>
    isAddressEqual(each.token, token)
  );
  const least = left.reduce<bigint | undefined>(
    (least, { amount }) => least === undefined || amount < least ? amount : least,
    undefined,
  );
  if (least === undefined || least < amount) {
    throw new PaymentError("over_permission", {
      field: "granted.spends",
      detail: `${amount} of ${token}; ${least ?? 0n} left`,
    });
  }
}

/** Signs a transaction of the key. */
export async function signCall(
  { client, key, chain }: PayerOptions,
  call: { readonly to: Address; readonly data: Hex; readonly value: bigint },
  nonce?: number,
): Promise<SignedTransaction> {
  try {
    const request = await prepareTransactionRequest(client, {
      ...call,
      account: key,
      chain,
      type: "eip1559",
      nonce: nonce ?? await getTransactionCount(client, {
        address: key.address,
        blockTag: "pending",
      }),
    });
    // Reserve for a first storage write whose slot another use cleared in between.
    const gas = request.gas === undefined ? {} : { gas: request.gas * 12n / 10n };
    const signed = await key.signTransaction({ ...request, ...gas });
    return { hash: keccak256(signed), nonce: request.nonce, signed };
  } catch (cause) {
    const detail = cause instanceof BaseError ? cause.shortMessage : undefined;
    const reason = /insufficient funds|exceeds the balance/i.test(String(cause))
      ? "no_funds"
      : "over_permission";
    throw new PaymentError(reason, { detail, cause });
  }
}

/** Signs a waiting transaction again, with current fees; `undefined` if its fees are sufficient. */
export async function raise(
  { client, key, chain }: PayerOptions,
  { nonce, signed }: SignedTransaction,
): Promise<SignedTransaction | undefined> {
  const { to, data, value, gas, accessList, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } =
    parseTransaction(signed as TransactionSerializedEIP1559);
  const fees = await estimateFeesPerGas(client, { chain });
  if (fees.maxFeePerGas <= maxFeePerGas) return undefined;
  const again = await key.signTransaction({
    type: "eip1559",
    chainId: chain.id,
    nonce,
    to,
    data,
    value,
    gas,
    accessList,
    maxFeePerGas: larger(fees.maxFeePerGas, raised(maxFeePerGas)),
    maxPriorityFeePerGas: larger(fees.maxPriorityFeePerGas, raised(maxPriorityFeePerGas)),
  });
  return { hash: keccak256(again), nonce, signed: again };
}

/** The minimum fee that nodes accept as a replacement: a tenth more, with a reserve. */
function raised(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
