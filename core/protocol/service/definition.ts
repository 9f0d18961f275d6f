/** Defines methods of the service, apart from their handlers. @module */
import type { Schema } from "../schema/definition.ts";
import type { WalletGetCapabilities } from "../methods/connection/wallet_get_capabilities.ts";
import type { ServiceSchema } from "./mod.ts";

/** Parameters and results of all methods of `POST /v1/rpc`. */
export interface ServiceMethods extends ServiceSchema {
  /** Takes a list of parameters, as the provider's method does. */
  readonly wallet_getCapabilities: WalletGetCapabilities;
}

/** Name of a method of `POST /v1/rpc`. */
export type ServiceMethod = keyof ServiceMethods;

/** Definition of a method of the service. */
export interface ServiceDefinition<M extends ServiceMethod, T = ServiceMethods[M]["params"]> {
  /** Name of the method. */
  readonly name: M;
  /** Reads the only parameter, or the whole list if it is positional. */
  readonly params: Schema<T>;
}
