/**
 * Uses permissions by ERC-7710's `redeemDelegations`, as the spender or with its signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7710
 * @module
 */
import {
  bytesToBigInt,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  pad,
  parseAbi,
  zeroHash,
} from "viem";
import type { Call } from "../account/calls.ts";
import { permissionTuple } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import { AcctError } from "../ground/errors.ts";
import { MAX_TIMESTAMP } from "../ground/limits.ts";
import type { Address, Hex } from "../lib/hex.ts";
import { type Permission, permissionId } from "./permission.ts";

/** One element of each list in the arguments of `redeemDelegations`. */
export interface Redemption {
  /** The permission, with the signatures that its use needs. */
  readonly context: Hex;
  /** ERC-7579's mode: one call, or a batch that reverts as a whole. */
  readonly mode: Hex;
  /** ERC-7579's encoding of the calls. */
  readonly execution: Hex;
}

/** Terms of a redemption that another party submits. */
export interface RedemptionTerms {
  /** Last valid second (Unix). It must be in the future, and not in milliseconds. */
  readonly validUntil: number;
  /** Addresses that may submit it, one or more. Default: anyone. */
  readonly redeemers?: readonly Address[] | undefined;
  /** Used once for each spender, in any order. Default: random; sequential nonces cost less gas. */
  readonly nonce?: bigint | undefined;
}

/** A key that signs for a spender, such as an account of viem. */
export interface RedemptionSigner {
  /** Signs typed data (EIP-712). */
  signTypedData(data: {
    readonly domain: Readonly<Record<string, unknown>>;
    readonly types: Readonly<
      Record<string, readonly { readonly name: string; readonly type: string }[]>
    >;
    readonly primaryType: string;
    readonly message: Readonly<Record<string, unknown>>;
  }): Promise<Hex>;
}

/** A permission with the additional data for its context. */
export interface Redeemable {
  /** The permission. */
  readonly permission: Permission;
  /** Chain of the permission. */
  readonly chainId: number;
  /** Id of the permission. */
  readonly id: Hex;
  /** The owner's signature of a grant that is not onchain. */
  readonly signature?: Hex | undefined;
}

/** Selector of `redeemDelegations`, which other software searches for. */
const abi = parseAbi([
  "function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)",
  "function cancelRedemption(uint256 nonce)",
]);

const SINGLE: Hex = zeroHash;
const BATCH: Hex = pad("0x01", { dir: "right", size: 32 });

const contextType = [{
  type: "tuple",
  components: [
    { name: "permission", type: "tuple", components: permissionTuple },
    { name: "grantSignature", type: "bytes" },
    { name: "redeemers", type: "address[]" },
    { name: "nonce", type: "uint256" },
    { name: "validUntil", type: "uint48" },
    { name: "signature", type: "bytes" },
  ],
}] as const;

const batchType = [{
  type: "tuple[]",
  components: [
    { name: "target", type: "address" },
    { name: "value", type: "uint256" },
    { name: "callData", type: "bytes" },
  ],
}] as const;

const types = {
  Redemption: [
    { name: "permission", type: "bytes32" },
    { name: "mode", type: "bytes32" },
    { name: "execution", type: "bytes" },
    { name: "redeemers", type: "address[]" },
    { name: "nonce", type: "uint256" },
    { name: "validUntil", type: "uint48" },
  ],
} as const;

/**
 * Encodes the context that the spender itself redeems. It also names the permission, see `context.ts`.
 */
export function encodeContext(
  { permission, chainId, id, signature = "0x" }: Redeemable,
): Hex {
  const context = encodeAbiParameters(contextType, [{
    permission,
    grantSignature: signature,
    redeemers: [],
    nonce: BigInt(id),
    validUntil: chainId > MAX_TIMESTAMP ? 0 : chainId,
    signature: "0x",
  }]);
  // Addresses that the dApp wrote in uppercase are returned unchanged: one permission has one
  // context.
  return context.toLowerCase() as Hex;
}

/**
 * Reads a context of a permission on a chain; `undefined` if {@linkcode encodeContext} would not
 * write it in this form. The contract also redeems contexts that name another permission.
 */
export function decodeContext(context: Hex, chainId: number): Redeemable | undefined {
  try {
    const [{ permission, grantSignature: signature }] = decodeAbiParameters(contextType, context);
    const read = { permission, chainId, id: permissionId(permission, chainId), signature };
    return encodeContext(read) === context.toLowerCase() ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes the calls of a redemption: one call, or a batch. */
export function encodeExecution(calls: readonly Call[]): Omit<Redemption, "context"> {
  const [call] = calls;
  if (call === undefined) {
    throw new AcctError("invalid_params", { field: "calls", detail: "There is no call." });
  }
  if (calls.length === 1) {
    const { to, value, data } = call;
    return {
      mode: SINGLE,
      execution: encodePacked(["address", "uint256", "bytes"], [to, value, data]),
    };
  }
  const batch = calls.map(({ to, value, data }) => ({ target: to, value, callData: data }));
  return { mode: BATCH, execution: encodeAbiParameters(batchType, [batch]) };
}

/** Requests a signature of a redemption from the spender's key. */
export async function signContext(
  signer: RedemptionSigner,
  { permission, chainId, id, signature: grantSignature = "0x" }: Redeemable,
  calls: readonly Call[],
  terms: RedemptionTerms,
): Promise<Redemption> {
  const { validUntil, redeemers = [], nonce = randomNonce() } = terms;
  const executed = encodeExecution(calls);
  const signature = await signer.signTypedData({
    domain: domainOf(chainId),
    types,
    primaryType: "Redemption",
    message: { permission: id, ...executed, redeemers, nonce, validUntil },
  });
  const context = encodeAbiParameters(contextType, [{
    permission,
    grantSignature,
    redeemers,
    nonce,
    validUntil,
    signature,
  }]);
  return { context, ...executed };
}

/** Builds the transaction that redeems all of these, or none. */
export function redeemCall(redemptions: readonly Redemption[]): Call {
  const data = encodeFunctionData({
    abi,
    functionName: "redeemDelegations",
    args: [
      redemptions.map(({ context }) => context),
      redemptions.map(({ mode }) => mode),
      redemptions.map(({ execution }) => execution),
    ],
  });
  return { to: contracts.permissions, value: 0n, data };
}

/** Builds the transaction with which a spender invalidates its own signature. */
export function cancelRedemption(
  nonce: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  const data = encodeFunctionData({ abi, functionName: "cancelRedemption", args: [nonce] });
  return { to: contracts.permissions, value: 0n, data };
}

function domainOf(chainId: number): Readonly<Record<string, unknown>> {
  return {
    name: "Acct Permissions",
    version: "1",
    chainId,
    verifyingContract: contracts.permissions,
  };
}

function randomNonce(): bigint {
  return bytesToBigInt(crypto.getRandomValues(new Uint8Array(32)));
}
