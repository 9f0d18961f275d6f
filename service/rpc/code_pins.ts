/**
 * Pins the code of replaceable contracts (proxies) that descriptors of the public registry are for.
 *
 * @module
 */
import type { Hex } from "viem";

/**
 * Keccak-256 of the implementation's code (`EXTCODEHASH`), by `chain:address` of the proxy in lower
 * case. A release that checked an implementation against its descriptor adds it here. Without a
 * pin, the descriptor of a proxy is not served.
 */
export const codePins: ReadonlyMap<string, Hex> = new Map<string, Hex>();
