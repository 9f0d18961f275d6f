/**
 * Runs calls of an account as the chain will: a bundler's `handleOps` in the next block, with a
 * valid signature, true fees and a nonce. A contract that reads its caller, the gas price or the
 * block gets the values of the real run. A second run from another bundler in another block shows
 * contracts whose effects depend on either. Outcomes are expected, not guaranteed.
 *
 * @module
 */
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  type Log,
  numberToHex,
  pad,
  size,
  slice,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { ownerSignature } from "../../../core/account/signature.ts";
import { EXECUTE_USER_OP } from "../../../core/chain/abi.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { MAX_INDICES } from "../../../core/ground/limits.ts";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { joinNonce, operationHash, packOperation } from "../../entry_point/codec.ts";
import type { Chain } from "../chain.ts";
import { type Effects, readEffects } from "./effects.ts";
import { readEvents } from "../node/read_events.ts";
import { operationRevertReason, revertReason } from "./revert.ts";
import { type CallResult, simulate, type Simulated } from "./simulate.ts";

/** Outcome of a rehearsal. */
export interface Rehearsal extends Effects {
  /** Outcome for the client. */
  readonly outcome: PrepareResult["simulation"];
}

/** EIP-7825's limit of a transaction's gas. */
const TRANSACTION_GAS = 16_777_216n;
/**
 * Gas of a rehearsal in addition to the calls: validation, the EntryPoint's own gas, and rounding.
 */
const OTHER_GAS = 1_200_000n;
/** Gas per byte of call data, at most (EIP-7623). */
const BYTE_GAS = 40n;
/** Wei per gas that the bundler offers at most; it pays the base fee and a tip. */
const MAX_FEE = 10n ** 13n;
const TIP = 10n ** 9n;
/** Native currency of the bundler. */
const BUNDLER_BALANCE = 10n ** 21n;
/** Slot of the owners in the account's storage (`contracts/storage.json`). */
const OWNERS_SLOT: Hex = "0x47b11200d78896b10b6bfe64cfc6600baf05468ddf682d24adc45d0070ff4802";
/** An index without an owner: the contract only assigns lower ones. */
const REHEARSAL_INDEX = BigInt(MAX_INDICES);
/** Share of an amount by which two environments may differ: interest and prices change. */
const TOLERANCE = 100n;
/** Empty blocks before the second environment's. */
const FURTHER_BLOCKS = 3;

const none: Effects = { changes: new Map(), items: [], approvals: [] };

/** Calls to rehearse. */
export interface Scene {
  readonly callData: Hex;
  /** Next sequence of each nonce key: a contract can read whether one was used. */
  readonly sequences: ReadonlyMap<bigint, bigint>;
  /** Index of the owner who will sign. */
  readonly ownerIndex: bigint;
  /** False if the calls run no code of others: then one environment is enough. */
  readonly compare: boolean;
}

/** Environment of a run. */
interface Environment {
  readonly nonce: Hex;
  /** Index of the owner who signs. */
  readonly index: bigint;
  /** Empty blocks before its own. */
  readonly further: number;
}

/** Rehearses calls of an account, deployed or not, in two environments. */
export async function rehearse(
  chain: Chain,
  account: Simulated,
  { callData, sequences, ownerIndex, compare }: Scene,
): Promise<Rehearsal> {
  if (!(await chain.probe()).simulates) return { outcome: { status: "unavailable" }, ...none };
  // A grant reads the granting owner from the signature. Other calls do not need a real owner's
  // index.
  const isGrant = callData.toLowerCase().startsWith(EXECUTE_USER_OP);
  const index = isGrant ? ownerIndex : REHEARSAL_INDEX;
  const nonce = (key: bigint) => joinNonce({ key, sequence: sequences.get(key) ?? 0n });
  const [first, second] = await Promise.all([
    run(chain, account, callData, { nonce: nonce(0n), index, further: 0 }),
    compare
      ? run(chain, account, callData, { nonce: nonce(1n), index, further: FURTHER_BLOCKS })
      : null,
  ]);
  if (second === null || first.outcome.status === "unavailable") return first;
  // An unavailable second run is ignored.
  if (second.outcome.status === "unavailable" || first.outcome.status === "reverts") return first;
  if (!differ(first, second)) return first;
  return { ...mergeWorst(first, second), outcome: { status: "success", differs: true } };
}

/** Runs the calls once, from a separate bundler. */
async function run(
  chain: Chain,
  { address, factory, factoryData }: Simulated,
  callData: Hex,
  { nonce, index, further }: Environment,
): Promise<Rehearsal> {
  const bundler = randomAddress();
  const { data, owner } = await handleOps(
    chain,
    { sender: address, nonce, callData },
    { bundler, index },
  );
  const fees = {
    from: bundler,
    maxFeePerGas: numberToHex(MAX_FEE),
    maxPriorityFeePerGas: numberToHex(TIP),
  };
  const slot = keccak256(concat([numberToHex(index, { size: 32 }), OWNERS_SLOT]));
  const block = further === 0 ? {} : {
    blockOverrides: {
      prevRandao: generatePrivateKey(),
      feeRecipient: randomAddress(),
    },
  };
  const blocks = await simulate(chain, {
    blockStateCalls: [
      {
        // Creation first: the factory call has no effect if the account exists.
        stateOverrides: { [bundler]: { balance: numberToHex(BUNDLER_BALANCE) } },
        calls: [{
          ...fees,
          to: factory,
          data: factoryData,
          gas: numberToHex(TRANSACTION_GAS / 2n),
        }],
      },
      ...Array.from({ length: further }, () => ({ calls: [] })),
      {
        ...block,
        stateOverrides: { [address]: { stateDiff: { [slot]: pad(owner, { size: 32 }) } } },
        calls: [{ ...fees, to: ENTRY_POINT, data, gas: numberToHex(TRANSACTION_GAS) }],
      },
    ],
    traceTransfers: true,
    validation: true,
  });
  if (blocks === null) return { outcome: { status: "unavailable" }, ...none };
  return read(address, blocks.at(-1)?.[0]);
}

/** Returns an address without a key. Contracts cannot distinguish it from others. */
const randomAddress = (): Address => getAddress(slice(generatePrivateKey(), 0, 20));

/** Encodes the bundle of one operation, signed by an owner that exists in the rehearsal only. */
async function handleOps(
  chain: Chain,
  calls: Pick<OperationJson, "sender" | "nonce" | "callData">,
  { bundler, index }: { readonly bundler: Address; readonly index: bigint },
): Promise<{ data: Hex; owner: Address }> {
  const signer = privateKeyToAccount(generatePrivateKey());
  const callGas = TRANSACTION_GAS - OTHER_GAS - BYTE_GAS * BigInt(size(calls.callData));
  const operation: OperationJson = {
    ...calls,
    // The EntryPoint keeps a part of 64.
    callGasLimit: numberToHex(callGas > 0n ? callGas * 31n / 32n : 0n),
    verificationGasLimit: "0x7a120",
    preVerificationGas: "0x0",
    // The fee is no effect of the calls.
    maxFeePerGas: "0x0",
    maxPriorityFeePerGas: "0x0",
  };
  const signature = await signer.sign({ hash: operationHash(operation, chain.id) });
  const packed = packOperation({
    ...operation,
    signature: ownerSignature(index, concat([signature])),
  });
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [[packed], bundler],
  });
  return { data, owner: signer.address };
}

/** Reads the outcome from the bundle's logs: a bundle succeeds even if its operation fails. */
function read(account: Address, result: CallResult | undefined): Rehearsal {
  const logs = (result?.logs ?? []) as readonly unknown[] as Log[];
  const own = logs.filter(({ address }) => address.toLowerCase() === ENTRY_POINT.toLowerCase());
  const events = readEvents(entryPoint08Abi, own);
  const ended = events.find((event) => event.eventName === "UserOperationEvent");
  // Refused by the EntryPoint: the account's code is another, or the calls need more gas than a
  // transaction has.
  if (result?.status !== "0x1" || ended === undefined) {
    return { outcome: { status: "unavailable" }, ...none };
  }
  if (!ended.args.success) {
    const reason = operationRevertReason(own) ?? revertReason(null);
    return { outcome: { status: "reverts", reason }, ...none };
  }
  return { outcome: { status: "success" }, ...readEffects(account, result.logs ?? []) };
}

/** Returns whether one environment is worse than the other for the account. */
function differ(first: Rehearsal, second: Rehearsal): boolean {
  if (first.outcome.status !== second.outcome.status) return true;
  const tokens = new Set([...first.changes.keys(), ...second.changes.keys()]);
  const far = [...tokens].some((token) => {
    const [one, other] = [first.changes.get(token) ?? 0n, second.changes.get(token) ?? 0n];
    const [distance, largest] = [
      magnitude(one - other),
      magnitude(one) > magnitude(other) ? one : other,
    ];
    return distance * TOLERANCE > magnitude(largest);
  });
  return far || list(first) !== list(second);
}

/** Lists the outgoing items and granted approvals, in a fixed order. */
function list({ items, approvals }: Effects): string {
  return JSON.stringify([
    items.filter(({ delta }) => delta < 0n).map(({ token, id, delta }) => `${token}:${id}:${delta}`)
      .sort(),
    approvals.map(({ kind, token, spender }) => `${kind}:${token}:${spender}`).sort(),
  ]);
}

/** Merges the worse result of each token, and all outgoing items and approvals of both runs. */
function mergeWorst(first: Effects, second: Effects): Effects {
  const tokens = new Set([...first.changes.keys(), ...second.changes.keys()]);
  const changes = new Map([...tokens].flatMap((token) => {
    const [one, other] = [first.changes.get(token) ?? 0n, second.changes.get(token) ?? 0n];
    const worse = one < other ? one : other;
    return worse === 0n ? [] : [[token, worse] as const];
  }));
  const known = new Set(first.items.map(({ token, id }) => `${token}:${id}`));
  const approvals = new Map(
    [...first.approvals, ...second.approvals].map((approval) =>
      [
        `${approval.kind}:${approval.token}:${approval.spender}:${approval.amount}`,
        approval,
      ] as const
    ),
  );
  return {
    changes,
    items: [
      ...first.items,
      ...second.items.filter(({ token, id, delta }) => delta < 0n && !known.has(`${token}:${id}`)),
    ],
    approvals: [...approvals.values()],
  };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
