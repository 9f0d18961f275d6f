/**
 * Prepares everything a user needs to review and sign calls: nonce, fees, gas, the payer, and the
 * simulated result.
 *
 * @module
 */
import { type Address, type Hex, hexToBigInt, numberToHex } from "viem";
import { type Call, encodeCalls } from "../../core/account/calls.ts";
import { currentCreation } from "../../core/account/owners/creation.ts";
import { stubSignature } from "../../core/account/signature.ts";
import { proofLength, withProof } from "../../core/account/owners/joint.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { PrepareParams, PrepareResult } from "../../core/protocol/service/mod.ts";
import type { OperationJson, TokenJson } from "../../core/wire/values.ts";
import type { Chain } from "../chain/chain.ts";
import { findChain } from "../chain/find.ts";
import { type Rehearsal, rehearse } from "../chain/simulation/rehearse.ts";
import { ownFees } from "../chain/fees.ts";
import { type AccountState, readPayableState } from "../chain/state.ts";
import type { Caller } from "../keys/caller.ts";
import type { OperationsContext } from "./context.ts";
import { choosePayer, type Paid, type PayerContext } from "../payment/choose_payer.ts";
import { listApprovals } from "../store/rows/approvals.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import type { OperationTable } from "../store/schema.ts";
import { readTokens } from "../chain/tokens.ts";
import { checkAccount, checkCode } from "../chain/account.ts";
import { type Bounds, chooseBounds } from "./bounds.ts";
import { bringChanges } from "../accounts/creation.ts";
import { describeEffects, describeToken } from "../chain/simulation/describe.ts";
import { joinNonce } from "../entry_point/codec.ts";
import { type Quote, signatureGas } from "../chain/simulation/gas.ts";
import { readPending } from "./inclusion.ts";

/** A hash without zero bytes, because zero bytes cost less as call data. */
const STUB_HASH: Hex = `0x${"ff".repeat(32)}`;

/** Lifetime of a quote in seconds. Signatures of token prices are not valid for longer. */
const QUOTE_TTL_S = 120;
/** Seconds reserved for inclusion, where the signed data expires with the quote. */
const LANDING_TIME_S = 40;

/**
 * Maximum attempts: another operation may land in the meantime and invalidate the base of this one.
 */
const MAX_TRIES = 8;

/** Prepares an operation. */
export async function prepare(
  context: OperationsContext & PayerContext,
  caller: Caller,
  params: PrepareParams,
): Promise<PrepareResult> {
  const chain = findChain(context.chains, params.chainId);
  checkAccount(params.account);
  for (let tries = 1;; tries++) {
    try {
      return await prepareNow(context, caller, params, chain);
    } catch (error) {
      const moved = error instanceof AcctError && error.data.cause === "quote_changed";
      if (!moved || tries === MAX_TRIES) throw error;
    }
  }
}

async function prepareNow(
  context: OperationsContext & PayerContext,
  caller: Caller,
  params: PrepareParams,
  chain: Chain,
): Promise<PrepareResult> {
  const { p256 } = await chain.probe();
  const { address: sender } = params.account;
  const history = await readOwnerHistory(context.store, params.account);
  const creation = currentCreation(history);
  const calls = params.calls.map((call) => ({ ...call, value: hexToBigInt(call.value) }));
  const callData = params.callData ?? encodeCalls(calls, [], params.suffix);
  const state = await readPayableState(chain, sender);
  const scene = {
    callData,
    sequences: state.sequences,
    ownerIndex: hexToBigInt(params.ownerIndex ?? "0x0"),
    compare: runsOthers(calls),
  };
  const [open, simulation, named, approvals] = await Promise.all([
    readPending(context, chain, sender, state),
    rehearse(chain, { address: sender, ...creation }, scene),
    namedTokens(chain, params),
    params.bounds === undefined ? [] : listApprovals(context.store, sender, chain.id),
  ]);
  const { bounds, unbounded } = params.bounds !== undefined && calls.length > 0 &&
      simulation.outcome.status === "success"
    ? await chooseBounds(chain, {
      account: sender,
      calls,
      simulation,
      approvals,
      tokens: params.bounds,
    })
    : noBounds;
  checkCode(callData, sender, { ...state, chain: chain.config.name });
  const deploying = !state.deployed && open.some((row) => row.deploys === 1);
  const draft: OperationJson = {
    sender,
    nonce: joinNonce({ key: 0n, sequence: nextSequence(state, open) }),
    ...(!state.deployed && !deploying && creation),
    callData: bounds.length === 0 ? callData : encodeCalls(calls, bounds, params.suffix),
    callGasLimit: "0x0",
    verificationGasLimit: "0x0",
    preVerificationGas: "0x0",
    ...ownFees(state),
  };
  const now = Math.max(Math.floor(Date.now() / 1000), state.block.timestamp);
  const begin = performance.now();
  const quote: Quote = {
    chain,
    state,
    draft,
    bounds,
    suffix: params.suffix,
    // While another operation deploys the account, the chain can only simulate with the init code.
    creation: deploying ? creation : {},
    stubSignature: await bringChanges(chain, history, state, stubOf(params)),
    signatureGas: signatureGas(p256),
    reverts: simulation.outcome.status === "reverts",
  };
  const paid = await choosePayer({
    context,
    caller,
    quote,
    params,
    calls,
    creation,
    simulation,
    open,
    now,
  });
  const { validUntil: ends } = paid.own;
  const validUntil = ends === undefined ? now + QUOTE_TTL_S : ends - LANDING_TIME_S;
  const described = await describe(quote, paid, { simulation, named, unbounded });
  const spent = Math.ceil((performance.now() - begin) / 1000);
  return { ...described, validUntil, validFor: Math.max(validUntil - now - spent, 1) };
}

/** Returns a signature of the length that the operation's will have. */
function stubOf({ ownerIndex = "0x0", together = 1 }: PrepareParams): Hex {
  const stub = stubSignature(hexToBigInt(ownerIndex));
  if (together === 1) return stub;
  return withProof(new Array<Hex>(proofLength(together)).fill(STUB_HASH), stub);
}

async function describe(
  quote: Quote,
  paid: Paid,
  { simulation, named, unbounded }: {
    readonly simulation: Rehearsal;
    readonly named: readonly TokenJson[];
    readonly unbounded: readonly Address[];
  },
): Promise<Omit<PrepareResult, "validUntil" | "validFor">> {
  const { chain, state } = quote;
  const { operation, payer, own } = paid;
  const effects = await describeEffects(chain, operation.sender, simulation);
  return {
    operation,
    chain: chain.json(),
    deployed: state.deployed,
    implementation: state.implementation,
    sponsor: payer === null ? null : { name: payer.name, domain: payer.domain },
    sponsorFailed: paid.failure,
    fee: own.fee ??
      { expected: "0x0", maximum: "0x0", balance: numberToHex(state.balance) },
    ...(own.feeToken && { feeToken: own.feeToken }),
    ...(own.feeOptions && { feeOptions: own.feeOptions }),
    simulation: paid.reason !== null && simulation.outcome.status === "unavailable"
      ? { status: "reverts", reason: paid.reason }
      : simulation.outcome,
    ...effects,
    ...(quote.bounds.length > 0 && {
      bounds: await Promise.all(quote.bounds.map(async ({ token, most }) => ({
        token: await describeToken(chain, token),
        most: numberToHex(most),
      }))),
    }),
    ...(unbounded.length > 0 && { unbounded: [...unbounded] }),
    tokens: [...named],
  };
}

const noBounds: Bounds = { bounds: [], unbounded: [] };

/** Returns whether calls run code, so that their effects may depend on the environment. */
function runsOthers(calls: readonly Call[]): boolean {
  return calls.some(({ data }) => data !== "0x");
}

async function namedTokens(
  chain: Chain,
  { calls, tokens: asked = [] }: PrepareParams,
): Promise<TokenJson[]> {
  const called = calls.filter(({ data }) => data !== "0x").map(({ to }) => to);
  return await readTokens(chain, [...asked, ...called]);
}

/** Returns the next sequence of the default nonce key, after the pending operations. */
function nextSequence(state: AccountState, open: readonly OperationTable[]): bigint {
  const sent = open.filter((row) => row.nonce_key === "0x0")
    .map((row) => BigInt(row.nonce_sequence) + 1n);
  return [state.sequences.get(0n) ?? 0n, ...sent].reduce((a, b) => (a > b ? a : b));
}
