/** Reads the operations that our paymasters paid for, and finds their reservations. @module */
import { decodeEventLog, type Hex, hexToNumber, isAddressEqual, numberToHex, pad } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { Chain } from "../../chain/chain.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { readable } from "../../chain/node/failure.ts";
import { watchedOf } from "../../chain/paymasters.ts";
import { fetchAll, type LogFilter } from "../../indexer/reading/backfill.ts";
import { joinNonce, splitNonce } from "../../entry_point/codec.ts";
import type { SponsorProgressTable, SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Blocks } from "../../store/rows/permissions.ts";
import type { Store } from "../../store/store.ts";
import { signaturesOf } from "./rows.ts";

/** An operation that a paymaster paid for. */
export interface PaidOperation {
  /** In lower case. */
  readonly paymaster: Hex;
  readonly hash: Hex;
  readonly sender: Hex;
  readonly nonce: Hex;
  /** In wei. */
  readonly cost: bigint;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly txHash: Hex;
}

/** Lists the addresses of our paymasters on a chain. */
export function paymastersOf(chain: Chain): readonly Hex[] {
  return watchedOf(chain).map(({ paymaster }) => paymaster);
}

/** Returns up to which block the deposit of a paymaster was compared with the ledger. */
export async function progressOf(
  store: Store,
  chainId: number,
  paymaster: Hex,
): Promise<SponsorProgressTable | undefined> {
  return await store.selectFrom("sponsor_progress").selectAll()
    .where("chain_id", "=", chainId).where("paymaster", "=", paymaster.toLowerCase())
    .executeTakeFirst();
}

/** Reads the operations that paymasters paid for in a range of blocks. */
export async function readPaid(
  chain: Chain,
  paymasters: readonly Hex[],
  range: Blocks,
): Promise<PaidOperation[]> {
  const found: PaidOperation[] = [];
  for await (const logs of fetchAll(chain, range, filterOf(paymasters))) {
    found.push(...readable(() => logs.map(readEvent)));
  }
  return found;
}

/** Fetches the events of operations that paymasters paid for; `place` names blocks. */
export function fetchPaid(
  { node }: Chain,
  paymasters: readonly Hex[],
  place: object,
  hashes: readonly Hex[] | null = null,
): Promise<LogJson[]> {
  return node.request<LogJson[]>("eth_getLogs", [{ ...filterOf(paymasters, hashes), ...place }]);
}

function filterOf(paymasters: readonly Hex[], hashes: readonly Hex[] | null = null): LogFilter {
  const ours = paymasters.map((each) => pad(each));
  return { address: ENTRY_POINT, topics: [[USER_OPERATION_EVENT], hashes, null, ours] };
}

/** Reads the operations that our paymasters paid for among a block's logs. */
export function paidIn(chain: Chain, logs: readonly LogJson[]): PaidOperation[] {
  const own = new Set(paymastersOf(chain).map((each) => pad(each.toLowerCase() as Hex)));
  return readable(() =>
    logs.filter(({ address, topics }) =>
      isAddressEqual(address, ENTRY_POINT) && topics[0] === USER_OPERATION_EVENT &&
      own.has(topics[3]?.toLowerCase() as Hex)
    ).map(readEvent)
  );
}

/** Reads the event of an operation. */
export function readEvent(
  { data, topics, blockHash, blockNumber, transactionHash }: LogJson,
): PaidOperation {
  const { args } = decodeEventLog({
    abi: entryPoint08Abi,
    eventName: "UserOperationEvent",
    data,
    topics: topics as [Hex, ...Hex[]],
  });
  return {
    hash: args.userOpHash,
    paymaster: args.paymaster.toLowerCase() as Hex,
    sender: args.sender.toLowerCase() as Hex,
    // Spelled as in operations.
    nonce: joinNonce(splitNonce(numberToHex(args.nonce))),
    cost: args.actualGasCost,
    blockNumber: hexToNumber(blockNumber),
    blockHash,
    txHash: transactionHash,
  };
}

/** Finds the reservation of an operation. */
export async function rowOfPaid(
  store: Store,
  chainId: number,
  { sender, nonce, hash, paymaster }: Pick<
    PaidOperation,
    "sender" | "nonce" | "hash" | "paymaster"
  >,
): Promise<SponsorshipTable | undefined> {
  const rows = await store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chainId).where("sender", "=", sender).where("nonce", "=", nonce)
    .where("paymaster", "=", paymaster).execute();
  return rows.find((row) => signaturesOf(row).some((each) => each.hash === hash));
}
