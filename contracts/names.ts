/**
 * Encodes requests of the subname resolver and signed answers of the gateway. This module does not
 * access the network.
 *
 * A request is the call data of `resolve(address resolver, bytes name, bytes data)`; the resolver
 * names itself because the sender of the request may be ENS's universal resolver. An answer is
 * `abi.encode(bytes result, uint64 expires, bytes signature)`.
 *
 * @module
 */
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  hashTypedData,
  type Hex,
} from "viem";

/** Request to a gateway. */
export type NameRequest = {
  /** Requesting resolver. The answer is signed in its domain. */
  resolver: Address;
  /** DNS-encoded name. */
  name: Hex;
  /** Resolver call, such as `addr(bytes32)`. */
  data: Hex;
};

/** EIP-712 domain of the subname resolver. */
export const namesDomain = { name: "Acct Names", version: "1" } as const;

/** EIP-712 type that a signer signs. */
export const namesTypes = {
  Answer: [
    { name: "request", type: "bytes" },
    { name: "result", type: "bytes" },
    { name: "expires", type: "uint64" },
  ],
} as const;

const gatewayAbi = [{
  type: "function",
  name: "resolve",
  stateMutability: "view",
  inputs: [
    { name: "resolver", type: "address" },
    { name: "name", type: "bytes" },
    { name: "data", type: "bytes" },
  ],
  outputs: [
    { name: "result", type: "bytes" },
    { name: "expires", type: "uint64" },
    { name: "signature", type: "bytes" },
  ],
}] as const;

/** Decodes a gateway's request; throws for anything else. */
export function decodeNameRequest(request: Hex): NameRequest {
  const { args: [resolver, name, data] } = decodeFunctionData({ abi: gatewayAbi, data: request });
  return { resolver, name, data };
}

/**
 * Computes the hash that a signer signs for an answer.
 *
 * @param expires Last second at which the answer is valid, since 1970.
 */
export function nameAnswerHash(
  { resolver, chainId, request, result, expires }: {
    resolver: Address;
    chainId: number;
    request: Hex;
    result: Hex;
    expires: bigint;
  },
): Hex {
  return hashTypedData({
    domain: { ...namesDomain, chainId, verifyingContract: resolver },
    types: namesTypes,
    primaryType: "Answer",
    message: { request, result, expires },
  });
}

/** Encodes a gateway's answer. */
export function encodeNameAnswer(
  { result, expires, signature }: { result: Hex; expires: bigint; signature: Hex },
): Hex {
  return encodeAbiParameters(gatewayAbi[0].outputs, [result, expires, signature]);
}
