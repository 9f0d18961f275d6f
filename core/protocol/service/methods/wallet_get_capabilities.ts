/** `wallet_getCapabilities` (EIP-5792): lists the capabilities per chain. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { walletGetCapabilities as provided } from "../../methods/connection/wallet_get_capabilities.ts";
import type { ServiceDefinition } from "../schema/definition.ts";

/** Definition of the method, with the parameters of the provider's. */
export const walletGetCapabilities: ServiceDefinition<
  "wallet_getCapabilities",
  readonly [Address | undefined, readonly Hex[] | undefined]
> = { name: "wallet_getCapabilities", params: provided.params };
