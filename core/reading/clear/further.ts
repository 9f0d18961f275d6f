/**
 * Loads descriptors of the public registry (ERC-7730) for contracts without a descriptor in this
 * release. The service returns them; they are accepted only if their hash is part of this release.
 * The service can therefore omit a descriptor, but cannot forge one.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import type { ServiceClient } from "../../client/client.ts";
import { eitherSignal } from "../../lib/signals.ts";
import { MAX_DESCRIBED_CONTRACTS } from "../../ground/limits.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import { tokenSelectors } from "../decode.ts";

/** Maximum characters of a descriptor. */
export const MAX_DESCRIPTOR_LENGTH = 110_000;

/** Timeout of the service: a dialog does not wait longer for a description. */
const PATIENCE_MS = 800;

/** The calls of the service that read descriptors. */
export type DescriptorSource = Pick<ServiceClient, "call" | "configuration">;

/** Calls to look up. */
export interface FurtherRequest {
  readonly chainId: number;
  readonly calls: readonly { readonly to: Address; readonly data: Hex }[];
}

/** Returns the hash that identifies a descriptor. */
export async function descriptorHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
}

/** Loads the hashes of the descriptors that this release trusts. */
export type Believed = () => Promise<ReadonlySet<string>>;

/** Loads the descriptors for the contracts of some calls; none after any error. */
export async function loadFurther(
  service: DescriptorSource,
  { chainId, calls }: FurtherRequest,
  signal: AbortSignal,
  believed?: Believed,
): Promise<readonly Descriptor[]> {
  const asked = calls.filter(({ data }) =>
    data.length >= 10 && !tokenSelectors.has(data.slice(0, 10).toLowerCase())
  );
  const contracts = [...new Set(asked.map(({ to }) => to))].slice(0, MAX_DESCRIBED_CONTRACTS);
  if (contracts.length === 0) return [];
  const found = await loadBelieved(service, { chainId, contracts }, signal, believed);
  // Ignores descriptors of other contracts, and descriptors of typed data, which lack this context.
  return (found as readonly Descriptor[]).filter(({ context }) =>
    context?.contract?.deployments.some((each) =>
      each.chainId === chainId && contracts.some((to) => isAddressEqual(to, each.address))
    )
  );
}

/** Contracts to look up; with a type hash for the messages of that type. */
export interface BelievedRequest {
  readonly chainId: number;
  readonly contracts: readonly Address[];
  readonly typeHash?: Hex;
}

/**
 * Loads the service's descriptors for some contracts, and returns the descriptors with a hash in this
 * release. Returns none after an error or a timeout.
 */
export async function loadBelieved(
  service: DescriptorSource,
  { chainId, ...asked }: BelievedRequest,
  signal: AbortSignal,
  believed: Believed = async () => (await import("./hashes.ts")).hashes,
): Promise<readonly unknown[]> {
  try {
    const patience = eitherSignal(signal, AbortSignal.timeout(PATIENCE_MS));
    const { descriptors = false } = await service.configuration(patience);
    if (!descriptors) return [];
    const [texts, hashes] = await Promise.all([
      service.call("acct_getDescriptors", { chainId: numberToHex(chainId), ...asked }, patience),
      believed(),
    ]);
    const read = await Promise.all(
      texts.slice(0, MAX_DESCRIBED_CONTRACTS).map(async (text): Promise<unknown[]> =>
        text.length <= MAX_DESCRIPTOR_LENGTH && hashes.has(await descriptorHash(text))
          ? [JSON.parse(text) ?? {}]
          : []
      ),
    );
    return read.flat();
  } catch {
    return [];
  }
}
