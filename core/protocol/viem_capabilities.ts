/** Types the wallet's capabilities for viem's and wagmi's own functions. @module */
import type { SendCallsCapabilities } from "./methods/calls/wallet_send_calls.ts";
import type {
  AccountWithCapabilities,
  WalletConnectCapabilities,
} from "./methods/connection/wallet_connect.ts";
import type { ChainCapabilities } from "./methods/connection/wallet_get_capabilities.ts";

/**
 * Capabilities by name in viem's format. An app registers it once; `getCapabilities`, `sendCalls`
 * and `connect` of viem, and the functions of wagmi that call them, then complete the names.
 *
 * @example
 * ```ts ignore
 * import type { AcctCapabilitiesSchema } from "@sdk/core";
 *
 * declare module "viem" {
 *   interface Register {
 *     CapabilitiesSchema: AcctCapabilitiesSchema;
 *   }
 * }
 * ```
 *
 * @see https://viem.sh/experimental/eip5792
 */
export interface AcctCapabilitiesSchema {
  /** Capabilities of connecting. */
  readonly connect: {
    readonly Request: WalletConnectCapabilities;
    readonly ReturnType: AccountWithCapabilities["capabilities"];
  };
  /** Capabilities of a chain. */
  readonly getCapabilities: { readonly ReturnType: ChainCapabilities };
  /** Capabilities of a batch. */
  readonly sendCalls: { readonly Request: SendCallsCapabilities };
}
