/** Validates the options of `Acct.create` and fills in defaults. @module */
import { AcctError } from "../protocol/errors.ts";
import type { PaymasterOption } from "../fee/paymaster.ts";
import { type AcctOptions, Mode, type Transport } from "./options.ts";
import { type ApiKey, hostsOf, isLoopbackHost, parseApiKey } from "../protocol/api_key.ts";
import { cleanText, parseUrl } from "../lib/text.ts";
import { readDomain } from "../names/domain.ts";
import { MAX_CONTEXT_LENGTH } from "../protocol/limits.ts";
import { toPlain } from "../protocol/plain.ts";
import { wrong } from "../protocol/schema/check_first.ts";
import type { UIHandler } from "../dialog/types.ts";

/** Options with every default in place. */
export interface ResolvedOptions extends AcctOptions {
  /** Keys of the given options, unknown ones included. */
  readonly given: readonly string[];
  readonly appName: string;
  readonly appLogoUrl: string | null;
  readonly defaultChainId: number;
  readonly mode: Mode;
  readonly uiHandler: UIHandler | null;
  readonly transport: Transport;
  readonly showTestnets: boolean;
  readonly authTTL: number;
  /** Base URL of the service. */
  readonly serverUrl: string;
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
}

/**
 * Validates all options.
 *
 * @throws {AcctError} `invalid_params` with the option's path as `field`
 */
export function resolveOptions(options: AcctOptions): ResolvedOptions {
  const preference = options.preference ?? {};
  const { serverUrl, keysUrl } = hosts(options);
  const local = isLoopbackHost(new URL(serverUrl).host);
  const mode = preference.mode ?? Mode.CrossPlatform;
  if (!Object.values(Mode).includes(mode)) {
    throw wrong("preference.mode", "must be Mode.CrossPlatform or Mode.AppSpecific");
  }
  if (mode === Mode.AppSpecific && preference.uiHandler === undefined) {
    throw wrong("preference.uiHandler", "is required with Mode.AppSpecific");
  }
  const { transport = "popup" } = preference;
  if (!["popup", "iframe", "auto"].includes(transport)) {
    throw wrong("preference.transport", "must be popup, iframe or auto");
  }
  const { defaultChainId = 1 } = options;
  if (!Number.isSafeInteger(defaultChainId) || defaultChainId <= 0) {
    throw wrong("defaultChainId", "must be a positive whole number");
  }
  const { authTTL = 86_400 } = preference;
  if (!Number.isFinite(authTTL) || authTTL < 0) {
    throw wrong("preference.authTTL", "must be a number of seconds, 0 or more");
  }
  if (options.ens) readDomain({ value: options.ens, path: "ens" });
  for (const [chain, paymaster] of Object.entries(options.paymasters ?? {})) {
    checkPaymaster(chain, paymaster, local);
  }
  return {
    ...options,
    given: Object.keys(options),
    appName: appName(options.appName),
    appLogoUrl: logo(options.appLogoUrl ?? null, local),
    defaultChainId,
    mode,
    uiHandler: preference.uiHandler ?? null,
    transport,
    showTestnets: preference.showTestnets ?? false,
    authTTL,
    serverUrl,
    keysUrl,
  };
}

/** Returns the URLs of service and wallet host: as given, else from the key. */
function hosts(options: AcctOptions): { serverUrl: string; keysUrl: string } {
  const { keysUrl, serverUrl } = options.preference ?? {};
  const given = {
    ...(keysUrl !== undefined && { keysUrl: baseUrl("preference.keysUrl", keysUrl) }),
    ...(serverUrl !== undefined && { serverUrl: baseUrl("preference.serverUrl", serverUrl) }),
  };
  if (given.keysUrl !== undefined && given.serverUrl !== undefined) {
    if (typeof options.apiKey !== "string" || options.apiKey === "") {
      throw wrong("apiKey", "must be a string");
    }
    return { keysUrl: given.keysUrl, serverUrl: given.serverUrl };
  }
  const key: ApiKey = parseApiKey(options.apiKey);
  if (key.kind === "sk" && typeof document !== "undefined") throw new AcctError("key_secret");
  return { ...hostsOf(key.host, { browser: typeof document !== "undefined" }), ...given };
}

function baseUrl(option: string, value: string): string {
  const { href, username, search, hash } = secureUrl(option, value, true);
  if (username + search + hash !== "") throw wrong(option, "must have no user, query and fragment");
  return href.replace(/\/+$/, "");
}

function appName(value: string | undefined): string {
  if (value === undefined) return "DApp";
  const name = cleanText(value, 64);
  if (name === "") throw wrong("appName", "must be a visible text");
  return name;
}

function logo(value: string | null, local: boolean): string | null {
  return value === null ? null : secureUrl("appLogoUrl", value, local).href;
}

function checkPaymaster(chain: string, paymaster: PaymasterOption, local: boolean): void {
  const path = `paymasters[${chain}]`;
  if (!/^[1-9]\d*$/.test(chain)) throw wrong(path, "must have a chain id as its key");
  secureUrl(`${path}.url`, paymaster?.url, local);
  // Read in full with the first request that it pays for.
  toPlain(paymaster.context, `${path}.context`, MAX_CONTEXT_LENGTH);
}

/** Reads an https URL; loopback hosts need no https while the service is on this machine. */
function secureUrl(option: string, value: unknown, local: boolean): URL {
  const url = parseUrl(value);
  if (url !== null) {
    const { protocol, host } = url;
    if (protocol === "https:" || protocol === "http:" && local && isLoopbackHost(host)) return url;
  }
  throw wrong(option, "must be an https URL");
}
