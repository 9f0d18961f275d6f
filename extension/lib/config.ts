/** Reads the configuration that the build writes in front of each script. @module */
import type { AcctOptions } from "../../core/page/options/options.ts";

/** Configuration of the extension; it contains no secret. */
export interface ExtensionConfig {
  /** Options of the providers: API key, wallet host, service and first chain. */
  readonly options: AcctOptions;
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
  /** Id under which the wallet host lists the extension in Firefox; `null` in Chromium. */
  readonly firefoxId: string | null;
  /** Reversed domain name of the wallet host (EIP-6963). */
  readonly rdns: string;
  /** Name of the wallet, as sites list it. */
  readonly name: string;
}

declare const ACCT_EXTENSION: ExtensionConfig;

/** Returns the configuration. */
export function readConfig(): ExtensionConfig {
  return ACCT_EXTENSION;
}
