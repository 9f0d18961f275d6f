/** Paymasters that the dApp names. @module */

/** A paymaster service (ERC-7677, EntryPoint v0.8) that pays for a chain's operations. */
export interface PaymasterOption {
  /** https URL of the service. */
  readonly url: string;
  /** Passed through to the service. */
  readonly context?: Readonly<Record<string, unknown>>;
}
