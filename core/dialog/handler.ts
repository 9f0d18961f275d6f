/** Interface of dialog handlers. @module */
import type { PaymasterOption } from "../fee/paymaster.ts";
import type { Theme } from "./theme.ts";

/** Configuration of a handler. */
export interface UIHandlerConfig {
  /** Name of the dApp. */
  readonly appName: string;
  /** Logo URL of the dApp, or `null`. */
  readonly appLogoUrl: string | null;
  /** Chain of the first connection. */
  readonly defaultChainId: number;
  /** True if test networks are shown. */
  readonly showTestnets: boolean;
  /** ENS domain for the names of new accounts. */
  readonly ens?: string | undefined;
  /** Paymaster per chain id. */
  readonly paymasters?: Readonly<Record<number, PaymasterOption>> | undefined;
  /** Theme of `Acct.create`; the handler's own theme takes precedence. */
  readonly theme?: Theme | undefined;
  /** Language tag (BCP 47) chosen by the dApp. Default: the document's language. */
  readonly locale?: string | undefined;
}

/**
 * Renders the dialogs. `request` receives a `DialogRequest` as `params` and resolves when
 * the user has closed the dialog; rejecting before `approve` means 4001.
 */
export interface UIHandler {
  /** Initializes the handler; a second call throws. */
  init(config: UIHandlerConfig): void;
  /** Shows a request and resolves when the user has closed the dialog. */
  request(method: string, params: unknown): Promise<unknown>;
  /** Returns true if the handler has a dialog for the method. */
  canHandle(method: string): boolean;
  /** Removes everything that the handler added to the page. */
  cleanup(): void;
}
