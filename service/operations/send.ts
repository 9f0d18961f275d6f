/**
 * Accepts a signed operation. Its signature is verified before the row is written, because its row
 * blocks the account's next operations. The row is written before the bundler gets the operation,
 * so that a crash in between loses no operation: the watcher finds the row on start.
 *
 * @module
 */
import { type Hex, isAddressEqual } from "viem";
import { currentCreation } from "../../core/account/owners/creation.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { SendParams, SendResult } from "../../core/protocol/service/mod.ts";
import type { AccountJson, OperationJson } from "../../core/wire/values.ts";
import type { Chain } from "../chain/chain.ts";
import { findChain } from "../chain/find.ts";
import { type AccountState, readState } from "../chain/state.ts";
import type { Caller } from "../keys/caller.ts";
import type { OperationsContext } from "./context.ts";
import {
  acceptedOperation,
  addOperation,
  removeOperation,
  type SignedRow,
  type Standing,
} from "../store/rows/operations.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import type { OperationTable } from "../store/schema.ts";
import { checkCode, checkOperation } from "../chain/account.ts";
import { bringChanges, requireCurrentOwners } from "../accounts/creation.ts";
import { REORG_BLOCKS } from "../indexer/reading/evidence.ts";
import { type NonceParts, operationHash, splitNonce } from "../entry_point/codec.ts";
import { requirePrefund } from "../payment/sponsor/prefund.ts";
import { operationError } from "../chain/node/refusal.ts";
import { readPending } from "./inclusion.ts";
import { checkSignature, type Creation, notSigned } from "../chain/simulation/verify.ts";

/** Sends an operation. Sending it again returns the same id and has no effect. */
export async function send(
  context: OperationsContext,
  caller: Caller,
  params: SendParams,
): Promise<SendResult> {
  const { operation, account } = params;
  const chain = findChain(context.chains, params.chainId);
  checkOperation(operation, account);
  await chain.probe();
  const id = operationHash(operation, chain.id);
  const isAccepted = async () =>
    await acceptedOperation(context.store, id, params.id ?? null) !== undefined;
  if (await isAccepted()) return { id };
  const added = await accept(context, caller, chain, { ...params, hash: id })
    .catch(async (error) => {
      // It may have been accepted and included since then. In that case the nonce was used by this
      // operation itself.
      if (error instanceof AcctError && await isAccepted()) return null;
      throw error;
    });
  if (added === null || !added.fresh) return { id };
  const { row } = added;
  try {
    if (row.state !== "held") await submit(chain, id, added.operation);
  } catch (error) {
    // An operation that may have been sent stays pending, and is sent again later. Rejecting it
    // here would let the account's next operation use its nonce, or pay for it twice.
    if (!await mayBeSent(context, chain, row, error)) {
      throw translateRefusal(chain, operation, operationError(error));
    }
  }
  context.watcher.follow(chain.id);
  return { id };
}

/**
 * Returns whether a bundler may have an operation despite the error. If not, deletes its row. A
 * refusal may come from a bundler that already has it, because an answer was lost or another
 * process sent it.
 */
async function mayBeSent(
  { store }: OperationsContext,
  chain: Chain,
  row: OperationTable,
  error: unknown,
): Promise<boolean> {
  if (isDown(error)) return true;
  const isKnown = await chain.bundler.knows(row.id as Hex).catch(isDown);
  return isKnown || !await removeOperation(store, row);
}

/** Returns whether an error is the silence of a bundler or a node. */
function isDown(error: unknown): boolean {
  return error instanceof AcctError && error.data.cause === "chain_down";
}

/** A stored operation. */
type Accepted = Awaited<ReturnType<typeof addOperation>> & {
  /** With the owner changes that the chain lacks. */
  readonly operation: OperationJson;
};

/** Verifies an operation and stores it. */
async function accept(
  context: OperationsContext,
  caller: Caller,
  chain: Chain,
  { operation: signed, account, id: callerId, hash: id }: SendParams & { readonly hash: Hex },
): Promise<Accepted> {
  const nonce = splitNonce(signed.nonce);
  const readAt = Date.now();
  const history = await readOwnerHistory(context.store, account);
  const verify = (operation: OperationJson) =>
    checkSignature(chain, operation, id, creationIn(operation));
  // In one batch: a chain seldom lacks owner changes.
  const [state, first] = await Promise.all([
    readState(chain, signed.sender, [nonce.key]),
    verify(signed),
  ]);
  const signature = await bringChanges(chain, history, state, signed.signature);
  const operation = { ...signed, signature };
  const verdict = signature === signed.signature ? first : await verify(operation);
  checkCode(operation.callData, operation.sender, { ...state, chain: chain.config.name });
  await requireCurrentOwners(context.store, operation);
  const open = await readPending(context, chain, operation.sender, state);
  if (verdict === "no_account") {
    await checkUndeployed(context, chain, { operation, id, account, open });
  } else if (verdict === "invalid") throw notSigned();
  const deploys = operation.factory !== undefined;
  // A new preparation then reports the missing part. The operation that used its nonce may have
  // been sponsored.
  standing(deploys, nonce, state, open);
  await requirePrefund(chain, operation, state);
  const added = await addOperation(context.store, {
    id,
    chainId: chain.id,
    operation,
    account,
    callerId: callerId ?? null,
    keyId: caller.key.id,
    nonce,
    readAt,
    fromBlock: Math.max(0, state.block.number - REORG_BLOCKS),
    standing: (open) => standing(deploys, nonce, state, open),
  });
  return { ...added, operation };
}

/** Returns how an operation creates its account, or null. */
function creationIn({ factory, factoryData = "0x" }: OperationJson): Creation | null {
  return factory === undefined ? null : { factory, factoryData };
}

/** Verifies an operation that waits for another one to deploy its account. */
async function checkUndeployed(
  { store }: OperationsContext,
  chain: Chain,
  { operation, id, account, open }: {
    readonly operation: OperationJson;
    readonly id: Hex;
    readonly account: AccountJson;
    readonly open: readonly SignedRow[];
  },
): Promise<void> {
  const deploying = open.find((row) => row.deploys === 1);
  const creation = deploying === undefined ? null : creationIn(JSON.parse(deploying.operation));
  const verdict = await checkSignature(
    chain,
    operation,
    id,
    creation ?? currentCreation(await readOwnerHistory(store, account)),
  );
  if (verdict !== "valid") throw notSigned();
}

/**
 * Requests a new preparation if the token paymaster rejects: it agreed at preparation, so its state
 * has changed since.
 */
function translateRefusal(chain: Chain, operation: OperationJson, error: unknown): unknown {
  const { paymaster: used } = operation;
  const inTokens = used !== undefined && chain.tokenFees !== null &&
    isAddressEqual(used, chain.tokenFees.paymaster);
  return inTokens && error instanceof AcctError && error.data.cause === "sponsor_failed"
    ? new AcctError("quote_changed", { cause: error })
    : error;
}

async function submit(chain: Chain, id: Hex, operation: OperationJson): Promise<void> {
  const given = await chain.bundler.send(operation);
  if (given.toLowerCase() !== id.toLowerCase()) {
    throw new AcctError("internal", { detail: "The bundler returned another hash." });
  }
}

/**
 * Decides whether an operation is sent to the bundler now, waits for earlier ones of its account,
 * or is too late.
 */
export function standing(
  deploys: boolean,
  nonce: NonceParts,
  state: Pick<AccountState, "deployed" | "sequences">,
  open: readonly Pick<OperationTable, "deploys" | "nonce_key" | "nonce_sequence">[],
): Standing {
  const sequence = state.sequences.get(nonce.key) ?? 0n;
  const before = open.filter((row) => BigInt(row.nonce_key) === nonce.key)
    .map((row) => BigInt(row.nonce_sequence));
  const deploying = open.some((row) => row.deploys === 1);
  if (nonce.sequence < sequence || before.includes(nonce.sequence)) {
    throw new AcctError("quote_changed", { detail: "Another operation used this nonce." });
  }
  if (deploys && (state.deployed || deploying)) {
    throw new AcctError("quote_changed", { detail: "The account is already being deployed." });
  }
  if (!deploys && !state.deployed && !deploying) {
    throw new AcctError("quote_changed", { detail: "The account is not deployed." });
  }
  const earlier = before.filter((each) => each >= sequence && each < nonce.sequence);
  if (BigInt(earlier.length) !== nonce.sequence - sequence) {
    throw new AcctError("quote_changed", { detail: "An earlier operation is missing." });
  }
  return mustWait(deploys, nonce, state) ? "held" : "submitted";
}

/** Returns whether the chain cannot accept the operation yet. */
function mustWait(
  deploys: boolean,
  nonce: NonceParts,
  state: Pick<AccountState, "deployed" | "sequences">,
): boolean {
  return nonce.sequence > (state.sequences.get(nonce.key) ?? 0n) || (!deploys && !state.deployed);
}
