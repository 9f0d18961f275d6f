/** What the dialog of an account shows, and what a person can do in it. @module */
import type { ErrorView, PreviewStatus, TokenView } from "./request.ts";

/** One holding. */
export interface HoldingView {
  /** Name of the chain. */
  readonly chainName: string;
  /** The token. */
  readonly token: TokenView;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
}

/** A network that can be chosen. */
export interface NetworkView {
  /** Chain id. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** Whether its money is worthless. */
  readonly testnet: boolean;
}

/** Preview of an account. */
export interface ShowAccountPreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it cannot be shown, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** What it holds, or `null` while unknown. */
  readonly holdings: readonly HoldingView[] | null;
  /** The networks to choose from; none where the service could not say. */
  readonly networks: readonly NetworkView[];
}

/** What the person chooses: nothing, another network, or to end the page's connection. */
export type ShowAccountChoice =
  | { readonly kind: "done" }
  | { readonly kind: "network"; readonly chainId: number }
  | { readonly kind: "disconnect" };
