/**
 * `wallet_prepareCalls`: prepares calls that the dApp's own key signs.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7836
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import * as check from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import {
  appCall,
  batch,
  type Call,
  capabilities,
  dataSuffix,
  sponsor,
  type SponsorRequest,
  usedPermission,
} from "../../../schema/fields.ts";
import {
  address,
  anything,
  boolean,
  chainId,
  custom,
  fallback,
  object,
  oneOf,
  optional,
  type Schema,
  single,
} from "../../../schema/schema.ts";
import type { SendCallsRequest } from "./wallet_send_calls.ts";

/** A key of the dApp that signs calls (ERC-7836). */
export interface PreparedCallsKey {
  /** Kind of the key. */
  readonly type: "p256" | "secp256k1" | "webauthn-p256" | "webcrypto-p256";
  /** x and y (64 bytes), or the address of a `secp256k1` key. */
  readonly publicKey: Hex;
  /**
   * True if the key hashes with SHA-256 itself, like WebCrypto keys. Default: `false`; always true
   * for `webcrypto-p256`.
   */
  readonly prehash?: boolean | undefined;
}

/** Calls to be signed by the dApp's key (ERC-7836). */
export interface PreparedCalls {
  /** `2.0.0`. */
  readonly version: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** Digest to sign. */
  readonly digest: Hex;
  /** Key that signs. */
  readonly key: PreparedCallsKey;
  /** Capabilities of the request, to be passed on. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** To be passed on unchanged. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Parameters and result. */
export type WalletPrepareCalls = {
  readonly params: readonly [
    Omit<SendCallsRequest, "id"> & {
      /** The key that will sign. Default: the first owner of the connected account. */
      readonly key?: PreparedCallsKey | undefined;
    },
  ];
  readonly result: PreparedCalls;
};

/** A validated key. */
export interface CheckedKey {
  readonly type: "p256" | "secp256k1" | "webauthn-p256";
  /** x and y, or an address. */
  readonly publicKey: Hex;
  readonly prehash: boolean;
}

/** Validated parameters. */
export interface PrepareCallsParams {
  readonly chainId?: number;
  readonly from?: Address;
  readonly key?: CheckedKey;
  readonly calls: readonly Call[];
  readonly capabilities?: {
    readonly paymasterService?: SponsorRequest;
    readonly permissions?: { readonly id: Hex };
    readonly dataSuffix?: { readonly value: Hex };
  };
}

const keyMembers = object({
  type: oneOf("p256", "secp256k1", "webauthn-p256", "webcrypto-p256"),
  prehash: fallback(boolean, false),
});

/** Reads a key; the prefix 0x04 of an uncompressed point is removed. */
export const preparedCallsKey: Schema<CheckedKey> = custom("key", (at) => {
  const { type: named, ...rest } = keyMembers.read(at);
  const [type, prehash] = named === "webcrypto-p256"
    ? ["p256", true] as const
    : [named, rest.prehash] as const;
  const given = check.member(at, "publicKey");
  if (type === "secp256k1") return { type, publicKey: check.address(given), prehash };
  const digits = check.bytes(given).replace(/^0x04(?=.{128}$)|^0x/, "");
  if (digits.length !== 128) throw check.wrong(given.path, "must be x and y, 64 bytes");
  return { type, publicKey: `0x${digits}`, prehash };
});

/** Definition of the method. */
export const walletPrepareCalls: Definition<PrepareCallsParams> = define({
  params: single(object({
    chainId: optional(chainId),
    from: optional(address),
    key: optional(preparedCallsKey),
    calls: batch(appCall({})),
    capabilities: optional(capabilities({
      paymasterService: optional(sponsor),
      permissions: optional(usedPermission),
      dataSuffix: optional(dataSuffix),
      atomic: optional(anything),
    })),
  })),
});
