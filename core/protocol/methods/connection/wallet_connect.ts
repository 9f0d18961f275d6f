/**
 * `wallet_connect`: connects with capabilities.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7846
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { TextRecord } from "../../../names/claim.ts";
import { readSiwe, type SiweRequest } from "../../../siwe/request.ts";
import {
  type At,
  chainId,
  checkCapabilities,
  isPresent,
  member,
  paramsAt,
  wrong,
} from "../../../ground/check.ts";
import { custom, define, type Definition } from "../../../schema/definition.ts";
import type { AccountJson } from "../../../wire/values.ts";
import type { CapabilitiesOf } from "../calls/wallet_send_calls.ts";

/** Sign-in with Ethereum while connecting (EIP-4361). */
export interface SignInWithEthereumCapability {
  /** At least 8 letters and digits. */
  readonly nonce: string;
  /** Chain whose account signs, as hex. */
  readonly chainId: string;
  /** Domain; the dApp's own. */
  readonly domain?: string | undefined;
  /** URI of the dApp's own origin. */
  readonly uri?: string | undefined;
  /** One line of text. */
  readonly statement?: string | undefined;
  /** Version of EIP-4361, `1`. */
  readonly version?: string | undefined;
  /** Scheme of the dApp's own origin. */
  readonly scheme?: string | undefined;
  /** Time of the message (RFC 3339). Default: the time of signing. */
  readonly issuedAt?: string | undefined;
  /** Expiry of the session that the dApp opens (RFC 3339). */
  readonly expirationTime?: string | undefined;
  /** Start of that session (RFC 3339). */
  readonly notBefore?: string | undefined;
  /** Id of the request: at most 256 letters, digits and URI characters. */
  readonly requestId?: string | undefined;
  /** URIs to list: at most 16, with 512 characters each. */
  readonly resources?: readonly string[] | undefined;
}

/** Capabilities that a dApp may request while connecting. */
export interface WalletConnectCapabilities {
  /** Signs in while connecting. */
  readonly signInWithEthereum?: SignInWithEthereumCapability | undefined;
  /** Text records of the issued name; requires the `ens` option. */
  readonly subnameTextRecords?:
    | readonly { readonly key: string; readonly value: string }[]
    | undefined;
}

/** A connected account with the capabilities that were requested. */
export interface AccountWithCapabilities {
  /** Address of the account. */
  readonly address: Address;
  /** Results by capability. */
  readonly capabilities: {
    /** Sign-in message and its signature. */
    readonly signInWithEthereum?: { readonly message: string; readonly signature: Hex };
    /** Name that a new account claimed below the dApp's ENS domain. */
    readonly subname?: { readonly name: string };
    /** Other capabilities. */
    readonly [name: string]: unknown;
  };
}

/** Result of `wallet_connect`. */
export interface WalletConnectResponse {
  /** The accounts. */
  readonly accounts: readonly AccountWithCapabilities[];
  /** The chain, as hex. */
  readonly chainId: Hex;
}

/** Parameters and result. */
export type WalletConnect = {
  readonly params?: readonly [request?: {
    /** Version of ERC-7846. Default: `1`. */
    readonly version?: string | undefined;
    readonly capabilities?: CapabilitiesOf<WalletConnectCapabilities> | undefined;
  }];
  readonly result: WalletConnectResponse;
};

/** Names below an ENS domain. */
export interface NameRequest {
  /** ENS name, such as `demo.eth`; it must be linked to the project of the API key. */
  readonly domain: string;
  /** Text records to store with the name. */
  readonly texts: readonly TextRecord[];
}

/** Request to the wallet. */
export interface ConnectRequest {
  readonly chainId: number;
  /** True to allow test networks. */
  readonly testnets?: boolean | undefined;
  readonly siwe?: SiweRequest | undefined;
  /** Domain for the name of a new account, and its records. */
  readonly ens?: NameRequest | undefined;
}

/** A connected account. */
export interface ConnectedAccount {
  /** The account, with the inputs of its address. */
  readonly account: AccountJson;
  /** Name of its passkey. */
  readonly name?: string;
  /** Public key of its passkey. */
  readonly owner?: Hex;
  /** Name that it just claimed below the dApp's ENS domain. */
  readonly ens?: string;
  /** The signed sign-in, if it was requested. */
  readonly siwe?: { readonly message: string; readonly signature: Hex };
}

/** Validated parameters. */
export interface ConnectParams {
  readonly siwe?: SiweRequest | undefined;
  /**
   * All capabilities, if some members are not read yet because their checks are not in the first
   * load.
   */
  readonly unread?: At | undefined;
}

/** Members that the first load reads. */
const read = /^(signInWithEthereum|nonce|chainId|domain|uri|statement)$/;

/** Definition of the method. */
export const walletConnect: Definition<ConnectParams> = define({
  // Read without schemas, because those are loaded with the session.
  params: custom("connect", (at): ConnectParams => {
    const request = paramsAt(at, 0);
    if (!isPresent(request)) return {};
    const version = member(request, "version");
    if ((version.value ?? "1") !== "1") throw wrong(version.path, "must be 1");
    const capabilities = member(request, "capabilities");
    if (!isPresent(capabilities)) return {};
    checkCapabilities(capabilities, ["signInWithEthereum", "subnameTextRecords"]);
    const siwe = member(capabilities, "signInWithEthereum");
    const names = Object.keys({ ...capabilities.value as object, ...siwe.value as object });
    return {
      siwe: isPresent(siwe) ? readSiwe(siwe, at.origin ?? null, chainId) : undefined,
      unread: names.every((name) => read.test(name)) ? undefined : capabilities,
    };
  }),
  prompts: "connects",
});
