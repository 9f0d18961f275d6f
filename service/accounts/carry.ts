/**
 * Sends the relayer's transactions within a budget per key and chain and below a fee ceiling. Only
 * one process sends at any time.
 *
 * @module
 */
import { type Hex, hexToNumber, keccak256 } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { GWEI_PER_KEY_AND_DAY, MAX_FEE_GWEI } from "../chain/config.ts";
import { NodeError } from "../chain/node/node.ts";
import type { AccountsContext } from "./context.ts";
import { serially, subjects } from "../store/serially.ts";
import { correct, LimitReached, take, type Use } from "../store/rows/counters.ts";
import { endLease, takeLease } from "../store/leases.ts";

/** Transaction of the relayer. */
export interface Carried {
  readonly to: Hex;
  readonly data: Hex;
  /** Key that pays from its budget. */
  readonly keyId: string;
  /** Account of the transaction. An account gets only a share of the budget. */
  readonly account?: Hex;
  /** Maximum wei. Default: unlimited. */
  readonly mostWei?: bigint;
}

/** Reason for which a transaction was not sent; it is tried again later. */
export type Postponed = "budget" | "fee" | "busy";

/** Percent of a key's budget for one account. */
const PERCENT_PER_ACCOUNT = 25;
/** Timeout until a transaction is included, and of the right to send. */
const TIMEOUT_MS = 20_000;
const LEASE_MS = 60_000;
const GWEI = 1_000_000_000n;

/**
 * Sends a transaction and waits until it is included.
 *
 * @returns the reason for which it was not sent; `null` if it was
 * @throws {Error} if it would be reverted, or does not get into a block
 */
export async function carry(
  context: Pick<AccountsContext, "store" | "log">,
  chain: Chain,
  transaction: Carried,
): Promise<Postponed | null> {
  const { store, log } = context;
  const config = chain.config.relayer!;
  const account = privateKeyToAccount(config.key);
  const lease = `relayer ${chain.id} ${account.address}`;
  // Two senders of one key would use the same nonces.
  if (!await takeLease(store, lease, LEASE_MS)) return "busy";
  try {
    const offer = await estimate(chain, account.address, transaction);
    const { fee, gas } = offer;
    const { mostWei = gas * fee } = transaction;
    if (fee > BigInt(config.maxFeeGwei ?? MAX_FEE_GWEI) * GWEI || gas * fee > mostWei) {
      log("warn", "relayer_fee", { chain: chain.id, gwei: Number(fee / GWEI) });
      return "fee";
    }
    const book = { owner: transaction.keyId, day: Math.floor(Date.now() / 86_400_000) };
    const limit = config.gweiPerKeyPerDay ?? GWEI_PER_KEY_AND_DAY;
    const uses = (by: number): Use[] =>
      usesOf(transaction, chain.id, limit).map((use) => ({ ...use, by }));
    const most = toGwei(gas * fee);
    const subject = [subjects.key(book.owner)];
    try {
      await serially(store, subject, (tx) => take(tx, book, uses(most)));
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      log("warn", "relayer_budget", { chain: chain.id, key: transaction.keyId });
      return "budget";
    }
    const cost = await send(chain, account, { ...transaction, ...offer });
    await serially(store, subject, (tx) => correct(tx, book, uses(toGwei(cost) - most)));
    return null;
  } finally {
    await endLease(store, lease);
  }
}

/** Lists the counters that a transaction uses. */
function usesOf({ account }: Carried, chainId: number, limit: number): Omit<Use, "by">[] {
  const subject = `chain ${chainId}`;
  const share = Math.ceil(limit * PERCENT_PER_ACCOUNT / 100);
  return [
    { kind: "relayed_gwei", subject, limit },
    ...(account === undefined ? [] : [
      {
        kind: "account_relayed_gwei",
        subject: `${subject} ${account.toLowerCase()}`,
        limit: share,
      } as const,
    ]),
  ];
}

/** Fees that are offered, in wei per gas, and the gas that the transaction needs. */
interface Estimate {
  readonly fee: bigint;
  readonly tip: bigint;
  readonly gas: bigint;
}

async function estimate({ node }: Chain, from: Hex, { to, data }: Carried): Promise<Estimate> {
  const [block, offered, gas] = await Promise.all([
    node.request<{ baseFeePerGas?: Hex }>("eth_getBlockByNumber", ["latest", false]),
    node.request<Hex>("eth_maxPriorityFeePerGas"),
    node.request<Hex>("eth_estimateGas", [{ from, to, data }]),
  ]);
  const tip = BigInt(offered);
  // The base fee may rise by half until it is included; gas by a fifth, as the state may change.
  const fee = BigInt(block.baseFeePerGas ?? "0x0") * 3n / 2n + tip;
  return { fee, tip, gas: BigInt(gas) * 6n / 5n };
}

/** Sends a transaction; resolves with its cost in wei. */
async function send(
  { id, node }: Chain,
  account: PrivateKeyAccount,
  { to, data, gas, fee, tip }: Carried & Estimate,
): Promise<bigint> {
  const nonce = await node.request<Hex>("eth_getTransactionCount", [account.address, "pending"]);
  const signed = await account.signTransaction({
    type: "eip1559",
    chainId: id,
    nonce: hexToNumber(nonce),
    to,
    data,
    gas,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: tip,
  });
  const hash = keccak256(signed);
  await node.request("eth_sendRawTransaction", [signed]).catch((error) => {
    if (!mayBeSent(error)) throw error;
  });
  const until = Date.now() + TIMEOUT_MS;
  for (let wait = 20;; wait = Math.min(wait * 1.6, 2_000)) {
    const receipt = await node.request<
      { status: Hex; gasUsed: Hex; effectiveGasPrice: Hex } | null
    >("eth_getTransactionReceipt", [hash]);
    if (receipt?.status === "0x1") {
      return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
    }
    if (receipt !== null) throw new Error(`transaction ${hash} was reverted`);
    if (Date.now() > until) throw new Error(`transaction ${hash} is still not in a block`);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/**
 * Returns whether a node may have accepted the transaction despite the error. Only a receipt can
 * confirm it.
 */
function mayBeSent(error: unknown): boolean {
  if (error instanceof AcctError) return error.data.cause === "chain_down";
  return error instanceof NodeError &&
    /already (known|imported)|known transaction/i.test(error.message);
}

function toGwei(wei: bigint): number {
  return Number((wei + GWEI - 1n) / GWEI);
}
