/** Runs the queries of the running service, so that their plans can be looked at. @module */
import { sql } from "kysely";
import { concat, numberToHex, pad } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import type { OwnersOnChain } from "../../../core/wire/owners.ts";
import { createNotices } from "../../notices/notices.ts";
import { takeFromLimits } from "../../accounts/change_limits.ts";
import { deleteSubscription, listSubscriptions } from "../../notices/subscriptions.ts";
import type { Chain } from "../../chain/chain.ts";
import { createHeads } from "../../chain/node/heads.ts";
import type { Context } from "../../main/service.ts";
import { findKey } from "../../keys/keys.ts";
import { usageToday } from "../../keys/projects.ts";
import { accountLabel, findClaim, labelStatus, putClaim } from "../../names/claims.ts";
import {
  accountsToCheck,
  endRecoveries,
  findAccounts,
  forgetEnded,
  listRecoveries,
  recordRecoveries,
  waitingAmong,
} from "../../indexer/permissions/recoveries.ts";
import { createRelayer } from "../../accounts/relayer.ts";
import { readVetoes } from "../../accounts/vetoes.ts";
import { readRange } from "../../indexer/permissions/permission_index.ts";
import { listPermissions } from "../../accounts/permissions.ts";
import { putSignedGrant, type SignedGrant } from "../../accounts/signed.ts";
import { forgetExpired } from "../../payment/ledger/expired.ts";
import { record, release, reserve } from "../../payment/ledger/ledger.ts";
import type { Reservation } from "../../payment/ledger/reservation.ts";
import { sponsored } from "../../testing/ledger.ts";
import {
  addChecksOfRecoveries,
  addOwnerChecks,
  dueOwnerChecks,
  setOwnersChecked,
} from "../rows/owner_checks.ts";
import { settlementHandler } from "../../payment/ledger/settlement.ts";
import { returnExpired } from "../../payment/ledger/return_expired.ts";
import { measure, serviceMetrics } from "../../telemetry/service_metrics.ts";
import { getCredential, putCredential } from "../rows/credentials.ts";
import { endLease, takeLease } from "../leases.ts";
import { forgetOperationData, signedOperations } from "../rows/operation_data.ts";
import { forgetSyncedData, getSyncedData, putSyncedData } from "../rows/synced_data.ts";
import { setSent } from "../rows/sponsorships.ts";
import {
  addOperation,
  findOperation,
  hasOperated,
  history,
  lockForResend,
  markUncertain,
  openOperations,
  removeOperation,
  requeue,
  setState,
  settledFrom,
  touchUpdatedAt,
} from "../rows/operations.ts";
import { includedIn, operationsAmong, setIncluded, setLost } from "../rows/included_operations.ts";
import {
  addApprovals,
  addOwnTokens,
  listApprovals,
  listGiven,
  listOwnTokens,
} from "../rows/approvals.ts";
import {
  addRead,
  followedAccounts,
  followedBlocks,
  readProgress,
  setFollowedBlocks,
} from "../rows/approval_progress.ts";
import type { PermissionRows } from "../rows/permissions.ts";
import type { OperationTable } from "../schema.ts";
import {
  addBlock,
  countTransfers,
  itemMoves,
  knownAccounts,
  lastBlocks,
  listTransfers,
  ownCollections,
  takeBack,
} from "../rows/transfers.ts";
import type { Store } from "../store.ts";
import { account, DAY, hash, ROWS } from "./fill.ts";

const never = new AbortController().signal;

/** Runs every query of these tables that the running service uses. */
export async function useAll(store: Store): Promise<void> {
  const chain = {
    id: 1,
    config: { permissionsFrom: ROWS },
    node: {
      health: () => [true],
      request: (method: string) => Promise.resolve(answers[method] ?? []),
    },
    heads: createHeads(),
    sponsor: { paymaster: account },
    tokenFees: null,
  } as unknown as Chain;
  const context = {
    store,
    chains: new Map([[1, chain]]),
    metrics: serviceMetrics(),
    hub: { size: () => 0, publish: () => {} },
    follower: { wake: () => {} },
    log: (...[, , , error]: unknown[]) => {
      if (error !== undefined) throw error;
    },
  } as unknown as Context;
  await useOperations(store);
  await measure(context);
  await usageToday(store);
  await hasOperated(store, account);
  await readRange(store, chain, ROWS);
  for (const wanted of [{ account }, { spender: account }, { id: hash(1) }]) {
    await listPermissions(context, wanted);
    await listPermissions(context, { ...wanted, chainId: "0x1" });
  }
  const json = { id: hash(5), chainId: "0x1", account, spender: account, end: 1 };
  await putSignedGrant(
    context,
    chain,
    { permission: grant, json, signature: "0x" } as unknown as SignedGrant,
  );
  await listApprovals(store, account, 1);
  await addApprovals(store, {
    account,
    chainId: 1,
    blockNumber: 1,
    approvals: [{ kind: "allowance", token: account, spender: account, amount: 1n }],
  });
  await addOwnTokens(store, { account, chainId: 1, blockNumber: 1, tokens: [account] });
  await listOwnTokens(store, account, 1);
  for (const spenders of [undefined, [account]]) {
    await listGiven(store, { account, chainId: 1, spenders, most: 201 });
  }
  const seen = { kind: "permit2", token: account, spender: account, block: 1 } as const;
  const place = { account, chainId: 1 };
  await addRead(store, place, [seen], { block: 1, isWhole: false });
  await readProgress(store, place);
  await useTransfers(store);
  await useOwners(store, context, chain);
  await useNames(store);
  await useLedger(store);
  await useSettlement(context);
  await findKey(store, "k").catch(() => {});
  await takeLease(store, "lease", 1_000);
  await endLease(store, "lease");
  await signedOperations(store, Array.from({ length: 20 }, (_, n) => hash(n)));
  await forgetOperationData(store, 1_000_000, never);
  await putSyncedData(store, { token: "0x01", data: "0x" }, 1);
  await getSyncedData(store, "0x01");
  await forgetSyncedData(store, never, 0);
}

/** Transfers and the blocks that they were read from. */
async function useTransfers(store: Store): Promise<void> {
  const [last] = await lastBlocks(store, 1, 1);
  const next = { number: ROWS + 1, hash: hash(8) };
  const [row] = await listTransfers(store, {
    account,
    chainId: 1,
    listed: true,
    after: undefined,
    limit: 1,
  });
  const rows = [{ ...row!, block_number: ROWS + 1 }];
  await followedAccounts(store, 1, [account], ROWS);
  await followedBlocks(store, 1);
  await setFollowedBlocks(store, 1, { from: 1, to: ROWS });
  const permissions = permissionsOf(next.number);
  await addBlock(store, 1, last!, { block: next, rows, permissions });
  for (const listed of [true, false]) {
    for (const after of [undefined, row]) {
      await listTransfers(store, { account, chainId: undefined, listed, after, limit: 20 });
    }
  }
  // Far fewer than there are accounts, as in a block.
  const addresses = Array.from({ length: 20 }, (_, n) => `0x${hash(n).slice(-40)}`);
  await knownAccounts(store, addresses);
  const accounts = addresses.slice(0, 5);
  await countTransfers(store, accounts, { from: row!.happened_at - DAY, until: row!.happened_at });
  await ownCollections(store, 1, accounts);
  for (const own of [true, false]) await itemMoves(store, account, 1, { most: 3_000, own });
  await takeBack(store, 1, { newest: next, kept: last! });
}

/** A permission and its end, as if both were in one block. */
function permissionsOf(block: number): PermissionRows {
  const place = { chain_id: 1, account, block_number: block, position: 1 };
  const permission = JSON.stringify({ account, salt: "0x0" });
  return {
    permissions: [{ ...place, id: hash(6), spender: account, permission }],
    ends: [{ ...place, permission_id: hash(6) }],
  };
}

/** Passkeys, owner changes, recoveries and alarms. */
async function useOwners(store: Store, context: Context, chain: Chain): Promise<void> {
  const who = { address: account, owners: [], nonce: "0x0" } as const;
  const passkey = { credentialId: `c${account}`, publicKey: hash(1), account: who, proved: true };
  await putCredential(store, passkey);
  await getCredential(store, passkey.credentialId);
  await listSubscriptions(store, who);
  await deleteSubscription(store, account, "https://push.example");
  await readVetoes(store, who);
  const sender = { keyId: "k", network: "203.0.113.7" };
  await store.transaction().execute((tx) => takeFromLimits(tx, sender, who, 1));
  await findAccounts(store, [account, hash(2)]);
  await accountsToCheck(store, chain, Date.now(), 100);
  await waitingAmong(store, chain, [account]);
  await addOwnerChecks(store, 1, [account]);
  await addChecksOfRecoveries(store, 1);
  for (const row of await dueOwnerChecks(store, 1, 100)) {
    await setOwnersChecked(store, row, true);
    await setOwnersChecked(store, { ...row, added_at: 0 }, true);
  }
  const state: OwnersOnChain = {
    chainId: "0x1",
    name: "",
    deployed: true,
    head: hash(0),
    words: [hash(6)],
    pending: [{ index: 0, readyAt: 1, recovery: hash(5) }],
    carried: false,
    implementation: null,
    newest: null,
  };
  await listRecoveries(context, account);
  const notices = createNotices(context, {
    host: "example.com",
    webhook: { url: "http://127.0.0.1:1", secret: "" },
  });
  try {
    await recordRecoveries(store, who, state, (tx, one) => notices.add(tx, who, one));
    await endRecoveries(store, who, [state]);
  } finally {
    await notices.stop();
  }
  await forgetEnded(store, never);
  const relayer = createRelayer({ ...context, chains: new Map() });
  await relayer.relayAfter({ id: hash(1_000_007), sender: account, nonce_sequence: 0 });
  await relayer.resume();
  await relayer.stop();
}

async function useNames(store: Store): Promise<void> {
  const label = { label: "some", skeleton: "some" } as never;
  await putClaim(store, "d", label, { account, texts: [] });
  await putClaim(store, "d", label, { account: `0x${"ff".repeat(20)}`, texts: [] });
  await findClaim(store, "d", "some");
  await labelStatus(store, "d", label);
  await accountLabel(store, "d", account);
}

/** Answers of the node. Multicall3's answer is empty. */
const answers: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x1",
  eth_blockNumber: ROWS + 10,
  eth_call: `0x${"20".padStart(64, "0")}${"0".repeat(64)}`,
  eth_getBlockByNumber: {
    hash: hash(9),
    number: numberToHex(ROWS + 10),
    timestamp: numberToHex(DAY * 100_000),
  },
};

const grant = {
  account,
  spender: account,
  start: 0,
  end: 1,
  salt: 0n,
  calls: [],
  spends: [],
  watched: [],
};

async function useOperations(store: Store): Promise<void> {
  const add = (n: number, callerId: string | null) =>
    addOperation(store, {
      id: hash(n),
      chainId: 1,
      operation: {
        sender: account,
        nonce: "0x0",
        callData: "0x",
        callGasLimit: "0x1",
        verificationGasLimit: "0x1",
        preVerificationGas: "0x1",
        maxFeePerGas: "0x1",
        maxPriorityFeePerGas: "0x1",
        ...(callerId === null && { factory: account }),
      },
      account: { address: account, owners: [], nonce: "0x0" },
      callerId,
      keyId: "k",
      nonce: { key: 0n, sequence: BigInt(ROWS + n) },
      readAt: Date.now() + 60_000,
      fromBlock: 0,
      standing: () => "submitted",
    });
  // The rows have their own history indices.
  await sql`update accounts set address = ${account}, next_index = ${2 * ROWS}
    where address = '0xff1'`.execute(store);
  const { row } = await add(1, "mine");
  const { row: second } = await add(2, null);
  await findOperation(store, { id: "mine", keyId: "k", sender: null });
  await findOperation(store, { id: "mine", keyId: "k", sender: account });
  await openOperations(store, 1);
  await openOperations(store, 1, account);
  await settledFrom(
    store,
    { chainId: 1, sender: account },
    Array.from({ length: 8 }, (_, n) => ({ key: BigInt(n), sequence: BigInt(ROWS) })),
  );
  const fresh = async (): Promise<OperationTable> =>
    (await findOperation(store, { id: row.id, keyId: "k", sender: null }))!;
  await lockForResend(store, await fresh());
  await markUncertain(store, await fresh(), "why");
  await requeue(store, await fresh());
  await touchUpdatedAt(store, row.id);
  const inclusion = {
    txHash: hash(1),
    blockHash: hash(2),
    blockNumber: 2 * ROWS,
    success: true,
    receipt: "{}",
  };
  await setIncluded(store, row.id, { ...inclusion, permissions: permissionsOf(2 * ROWS) });
  await setLost(store, row.id);
  await setState(store, row.id, "dropped", "why", 1);
  await removeOperation(store, second);
  for (const ascending of [true, false]) {
    for (const chainId of [undefined, 1]) {
      for (const after of [undefined, ROWS]) {
        await history(store, { sender: account, chainId, after, limit: 20, ascending });
      }
    }
  }
  await operationsAmong(store, 1, [hash(1), hash(2)]);
  await includedIn(store, 1, { from: ROWS });
}

async function useLedger(store: Store): Promise<void> {
  const request: Reservation = {
    ...sponsored(1),
    keyId: "k1",
    sender: account,
    network: "192.0.2.1",
  };
  const { nonce } = await reserve(store, request, {
    nonces: ["0xffff"],
    taken: new Set(),
    replaces: null,
  });
  const at = { ...request, nonce };
  await record(store, at, { hash: hash(1), cost: 1n, until: 1, chainTime: 0 });
  await setSent(store, at, true);
  await release(store, at);
  await forgetExpired(store, never);
}

/** Settles a chain whose operations a reorganisation removed. */
async function useSettlement(context: Context): Promise<void> {
  const { store } = context;
  const chain = context.chains.get(1)!;
  const { read, readEarlier, takeBack } = settlementHandler(context);
  const paid: LogJson = {
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, hash(1), pad(account), pad(chain.sponsor!.paymaster)],
    data: concat([hash(0), hash(1), hash(1), hash(1)]),
    transactionHash: hash(1),
    blockHash: hash(9),
    blockNumber: "0x1",
    logIndex: "0x0",
  };
  const block = {
    number: 1,
    hash: hash(9),
    parent: hash(8),
    time: 1,
    whole: true,
    payments: [],
    receiptOf: () => Promise.resolve(null),
  };
  await (await read(chain, { ...block, logs: [paid] }))!.write(store);
  await readEarlier!(chain, { from: 0, to: 1 }, () => Promise.resolve());
  await takeBack!(store, chain, { after: ROWS, hashes: [hash(9)] });
  await returnExpired(context, chain, { number: ROWS + 10, time: DAY * 100_000 });
}
