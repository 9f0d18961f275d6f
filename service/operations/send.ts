/**
 * Takes a signed operation. The signature is checked before a row is written, since rows stand in the
 * way of the account's next operations. The row is written before anything is handed over, so a crash
 * in between loses nothing: the start-up pass of the watcher finds it.
 *
 * @module
 */
import { type Hex, isAddressEqual } from "viem";
import { creationOf } from "../../core/account/owners.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type {
  AccountJson,
  OperationJson,
  SendParams,
  SendResult,
} from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { findChain } from "../chain/find.ts";
import { type AccountState, readState } from "../chain/state.ts";
import type { Caller, Context } from "../context.ts";
import { spend, unspend } from "../sponsor/budget.ts";
import {
  acceptedOperation,
  addOperation,
  removeOperation,
  type Standing,
} from "../store/operations.ts";
import { ownerChangesOf } from "../store/owner_changes.ts";
import type { OperationTable } from "../store/schema.ts";
import { checkOperation } from "./account.ts";
import { type NonceParts, operationHash, splitNonce } from "./codec.ts";
import { operationError } from "./refusal.ts";
import { underWay } from "./under_way.ts";
import { checkSignature, type Creation, notSigned } from "./verify.ts";

/** Sends an operation; sending the same again returns the same id and does nothing. */
export async function send(
  context: Context,
  caller: Caller,
  params: SendParams,
): Promise<SendResult> {
  const { operation, account } = params;
  const chain = findChain(context.chains, params.chainId);
  checkOperation(operation, account);
  await chain.probe();
  const id = operationHash(operation, chain.id);
  const callerId = params.id ?? null;
  if (await acceptedOperation(context.store, id, callerId) !== undefined) return { id };
  const nonce = splitNonce(operation.nonce);
  const readAt = Date.now();
  const [state, verdict] = await Promise.all([
    readState(chain, operation.sender, [nonce.key]),
    checkSignature(chain, operation, id, creationIn(operation)),
  ]);
  const open = await underWay(context, chain, operation.sender, state);
  if (verdict === "no_account") {
    await checkUndeployed(context, chain, { operation, id, account, open });
  } else if (verdict === "invalid") throw notSigned();
  const { row, fresh } = await addOperation(context.store, {
    id,
    chainId: chain.id,
    operation,
    account,
    callerId,
    keyId: caller.key.id,
    nonce,
    readAt,
    fromBlock: Math.max(0, state.block.number - REORG),
    standing: (open) => standing(operation.factory !== undefined, nonce, state, open),
  });
  if (!fresh) return { id };
  await spend(context.store, {
    chainId: chain.id,
    sender: operation.sender,
    nonce: operation.nonce,
    operationId: id,
  });
  try {
    if (row.state !== "held") await handOver(chain, id, operation);
  } catch (error) {
    // A bundler that did not answer may have taken it: it stays under way, and is handed over again.
    // Were it refused here, the next one of the account would take its nonce or be paid for twice.
    const unknown = error instanceof AcctError && error.data.cause === "chain_down";
    if (unknown) {
      context.watcher.follow(chain.id);
      return { id };
    }
    await removeOperation(context.store, row);
    await unspend(context.store, id);
    throw refusalOf(chain, operation, operationError(error));
  }
  context.watcher.follow(chain.id);
  return { id };
}

/** How an operation creates its account, if it does. */
function creationIn({ factory, factoryData = "0x" }: OperationJson): Creation | null {
  return factory === undefined ? null : { factory, factoryData };
}

/** Checks an operation that follows the one by which the account is being deployed. */
async function checkUndeployed(
  { store }: Context,
  chain: Chain,
  { operation, id, account, open }: {
    readonly operation: OperationJson;
    readonly id: Hex;
    readonly account: AccountJson;
    readonly open: readonly OperationTable[];
  },
): Promise<void> {
  const deploying = open.find((row) => row.deploys === 1);
  const creation = deploying === undefined ? null : creationIn(JSON.parse(deploying.operation));
  const verdict = await checkSignature(
    chain,
    operation,
    id,
    creation ?? creationOf(account, await ownerChangesOf(store, account.address)),
  );
  if (verdict !== "valid") throw notSigned();
}

/** What a token paymaster refuses was true when it was prepared: prepared again, it is seen why. */
function refusalOf(chain: Chain, operation: OperationJson, error: unknown): unknown {
  const takers = [
    ...(chain.tokenFees === null ? [] : [chain.tokenFees]),
    ...chain.externalTokenFees,
  ];
  const { paymaster: used } = operation;
  const inTokens = used !== undefined &&
    takers.some(({ paymaster }) => isAddressEqual(used, paymaster));
  return inTokens && error instanceof AcctError && error.data.cause === "sponsor_failed"
    ? new AcctError("quote_changed", { cause: error })
    : error;
}

/** Blocks that a reorganisation may take back. */
const REORG = 64;

async function handOver(chain: Chain, id: Hex, operation: OperationJson): Promise<void> {
  const given = await chain.bundler.send(operation);
  if (given.toLowerCase() !== id.toLowerCase()) {
    throw new AcctError("internal", { detail: "The bundler computes another hash." });
  }
}

/**
 * Whether an operation can go to the bundler now, waits for earlier ones of its account, or comes
 * too late.
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
    throw new AcctError("quote_changed", { detail: "The account is being deployed already." });
  }
  if (!deploys && !state.deployed && !deploying) {
    throw new AcctError("quote_changed", { detail: "The account is not deployed." });
  }
  const earlier = before.filter((each) => each >= sequence && each < nonce.sequence);
  if (BigInt(earlier.length) !== nonce.sequence - sequence) {
    throw new AcctError("quote_changed", { detail: "An earlier operation is missing." });
  }
  return waits(deploys, nonce, state) ? "held" : "submitted";
}

/** Whether the chain cannot take the operation yet. */
function waits(
  deploys: boolean,
  nonce: NonceParts,
  state: Pick<AccountState, "deployed" | "sequences">,
): boolean {
  return nonce.sequence > (state.sequences.get(nonce.key) ?? 0n) || (!deploys && !state.deployed);
}
