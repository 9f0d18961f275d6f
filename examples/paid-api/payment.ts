/**
 * Reads payments of x402's version 2 with the scheme `exact`, in the form that a facilitator
 * receives.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import { z } from "zod";

const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)]);
const address = hex.refine((text) => text.length === 42);
const amount = z.string().regex(/^[0-9]{1,78}$/).transform(BigInt);

/** Requirements of a server. */
export const requirementsShape = z.object({
  scheme: z.literal("exact"),
  network: z.string().regex(/^eip155:[0-9]+$/),
  amount,
  asset: address,
  payTo: address,
  maxTimeoutSeconds: z.number().positive(),
  extra: z.looseObject({
    assetTransferMethod: z.enum(["erc7710", "eip3009", "permit2"]).optional(),
  }).nullish(),
});

/** A payment by ERC-7710. */
const delegated = z.object({
  delegationManager: address,
  permissionContext: hex,
  delegator: address,
}).transform((payload) => ({ kind: "erc7710" as const, ...payload }));

/** A payment by EIP-3009. */
const authorized = z.object({
  signature: hex,
  authorization: z.object({
    from: address,
    to: address,
    value: amount,
    validAfter: amount,
    validBefore: amount,
    nonce: hex,
  }),
}).transform((payload) => ({ kind: "eip3009" as const, ...payload }));

/** A payment by Permit2. */
const permitted = z.object({
  signature: hex,
  permit2Authorization: z.object({
    from: address,
    permitted: z.object({ token: address, amount }),
    spender: address,
    nonce: amount,
    deadline: amount,
    witness: z.object({ to: address, validAfter: amount }),
  }),
}).transform((payload) => ({ kind: "permit2" as const, ...payload }));

/** Payload of a client. */
export const payloadShape = z.union([delegated, authorized, permitted]);

/** A request of a server to a facilitator. */
export const facilitatorShape = z.object({
  paymentPayload: z.looseObject({ x402Version: z.literal(2), payload: payloadShape }),
  paymentRequirements: requirementsShape,
});

/** Parsed requirements. */
export type Requirements = z.output<typeof requirementsShape>;
/** A parsed payload. */
export type Payload = z.output<typeof payloadShape>;

/** A call that collects a payment. */
export interface Collection {
  readonly payer: Address;
  readonly to: Address;
  readonly data: Hex;
}
