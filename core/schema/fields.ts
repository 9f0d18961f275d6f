/** Reads parameters that several methods share. @module */
import type { Address, Hex } from "../lib/hex.ts";
import { type At, elements, isPresent, member, wrong } from "./check.ts";
import * as check from "./check.ts";
import { AcctError } from "../ground/errors.ts";
import {
  MAX_BATCH_BYTES,
  MAX_BUNDLE_ID_BYTES,
  MAX_CALLS,
  MAX_DATA_SUFFIX_BYTES,
} from "../ground/limits.ts";
import { bytes, custom, hash, type Members, object, optional, type ReadMembers } from "./common.ts";
import type { Schema } from "./common.ts";
import { readSponsor, type SponsorRequest } from "./sponsor.ts";

export type { SponsorRequest } from "./sponsor.ts";

/** A call to encode. */
export interface Call {
  /** Contract or recipient. */
  readonly to: Address;
  /** Value in wei. */
  readonly value: Hex;
  /** Call data. */
  readonly data: Hex;
  /** The dApp's ABI of the contract; the wallet validates it. */
  readonly abi?: unknown;
}

/** Reads a paymaster service. */
export const sponsor: Schema<SponsorRequest> = custom("sponsor", readSponsor);

/**
 * Reads the id of a bundle: text of at most 4096 bytes; hex counts as its decoded bytes. Databases
 * store no lone surrogates, and PostgreSQL no NUL.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export const bundleId: Schema<string> = custom("bundleId", (at) => {
  const { path } = at;
  const value = check.text(at, 2 + 2 * MAX_BUNDLE_ID_BYTES);
  if (value === "") throw wrong(path, "must not be empty");
  if (byteLength(value) > MAX_BUNDLE_ID_BYTES) {
    throw wrong(path, `must have at most ${MAX_BUNDLE_ID_BYTES} bytes`);
  }
  if (/\0|\p{Surrogate}/u.test(value)) {
    throw wrong(path, "must be well-formed text");
  }
  return value;
});

function byteLength(text: string): number {
  if (/^0x(?:[\da-f]{2})*$/i.test(text)) return text.length / 2 - 1;
  return new TextEncoder().encode(text).length;
}

/**
 * Reads the capabilities of a request (EIP-5792); unknown ones are rejected with 5700, unless they
 * are optional.
 */
export function capabilities<M extends Members>(known: M): Schema<ReadMembers<M>> {
  const read = object(known).read;
  return custom("capabilities", (at) => {
    check.checkCapabilities(at, Object.keys(known));
    return read(at);
  }, known);
}

/** Reads `capabilities: { paymasterService }`. */
export const sponsored: Schema<{ readonly paymasterService?: SponsorRequest }> = capabilities({
  paymasterService: optional(sponsor),
});

/** Reads the permission that a batch uses. */
export const usedPermission: Schema<{ readonly id: Hex }> = object({ id: hash });

/** Reads the bytes that a dApp appends to the call data of the account. */
export const dataSuffix: Schema<{ readonly value: Hex }> = object({
  value: bytes(MAX_DATA_SUFFIX_BYTES),
});

/** Reads a dApp's call. An account cannot create contracts, so `to` is required. */
export function appCall(known: Members): Schema<Call> {
  const ofCall = capabilities(known);
  return custom("call", (at) => {
    const to = member(at, "to");
    if (!isPresent(to)) throw wrong(to.path, "is required: an account cannot create contracts");
    const [value, data, input] = [member(at, "value"), member(at, "data"), member(at, "input")];
    const inCall = member(at, "capabilities");
    const { abi } = (isPresent(inCall) ? ofCall.read(inCall) : {}) as { abi?: unknown };
    const given = isPresent(data) ? data : input;
    return {
      to: check.address(to),
      value: isPresent(value) ? check.quantity(value) : "0x0",
      data: isPresent(given) ? check.bytes(given) : "0x",
      ...(abi !== undefined && { abi }),
    };
  }, known);
}

/**
 * Reads a batch of at most `maxBytes`, encoded.
 *
 * @throws {AcctError} `bundle_too_large` if an operation cannot contain so many calls or bytes
 */
export function batch(
  call: Schema<Call>,
  maxBytes: number = MAX_BATCH_BYTES,
): Schema<readonly Call[]> {
  return custom("batch", (at: At) => {
    if (Array.isArray(at.value) && at.value.length > MAX_CALLS) {
      throw tooLarge(at, `at most ${MAX_CALLS} calls`);
    }
    const calls = elements(at, MAX_CALLS).map(call.read);
    if (calls.length === 0) throw wrong(at.path, "must have at least one call");
    if (encodedSize(calls) > maxBytes) throw tooLarge(at, `at most ${maxBytes} bytes`);
    return calls;
  }, call);
}

/** Computes the size of `executeBatch(calls)` in bytes; dynamic data is padded to words. */
function encodedSize(calls: readonly Call[]): number {
  return calls.reduce((sum, { data }) => sum + 160 + 32 * Math.ceil((data.length - 2) / 64), 68);
}

function tooLarge({ path }: At, limit: string): AcctError {
  return new AcctError("bundle_too_large", { field: path, detail: `(${limit})` });
}
