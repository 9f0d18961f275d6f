/** Validates the options of `Acct.create` and fills in defaults. @module */
import { AcctError } from "../protocol/errors.ts";
import type { PaymasterOption } from "../fee/paymaster.ts";
import { type AcctOptions, Mode, type Transport } from "./options.ts";
import { type ApiKey, hostsOf, isLoopbackHost, parseApiKey } from "../protocol/api_key.ts";
import { cleanText, parseUrl } from "../lib/text.ts";
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
  if (typeof authTTL !== "number" || !Number.isFinite(authTTL) || authTTL < 0) {
    throw wrong("preference.authTTL", "must be a number of seconds, 0 or more");
  }
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
  const url = parseUrl(value);
  if (url === null || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw wrong(option, "must be an absolute URL without user, query and fragment");
  }
  requireSecure(option, url, isLoopbackHost(url.host));
  return url.href.replace(/\/+$/, "");
}

function appName(value: string | undefined): string {
  if (value === undefined) return "DApp";
  const name = cleanText(value, 64);
  if (typeof value !== "string" || name === "") throw wrong("appName", "must be a visible text");
  return name;
}

function logo(value: string | null, local: boolean): string | null {
  if (value === null) return null;
  const url = parseUrl(value);
  if (url === null) throw wrong("appLogoUrl", "must be an absolute URL");
  requireSecure("appLogoUrl", url, local);
  return url.href;
}

function checkPaymaster(chain: string, paymaster: PaymasterOption, local: boolean): void {
  const path = `paymasters[${chain}]`;
  if (!/^[1-9]\d*$/.test(chain)) throw wrong(path, "must have a chain id as its key");
  const url = parseUrl(paymaster?.url);
  if (url === null) throw wrong(`${path}.url`, "must be an absolute URL");
  requireSecure(`${path}.url`, url, local);
}

/** Requires https, except for loopback hosts while the service is on this machine. */
function requireSecure(option: string, url: URL, local: boolean): void {
  if (url.protocol === "https:") return;
  if (url.protocol === "http:" && local && isLoopbackHost(url.host)) return;
  throw wrong(option, "must be an https URL");
}

function wrong(option: string, rule: string): AcctError {
  return new AcctError("invalid_params", {
    field: option,
    detail: `The option ${option} ${rule}.`,
  });
}
