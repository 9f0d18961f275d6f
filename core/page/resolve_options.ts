/** Validates the options of `Acct.create` and fills in defaults. @module */
import { AcctError } from "../protocol/errors.ts";
import type { PaymasterOption } from "../fee/paymaster.ts";
import { type AcctOptions, Mode, type Preference, type Transport } from "./options.ts";
import { type ApiKey, hostsOf, isLoopbackHost, parseApiKey } from "../protocol/api_key.ts";
import { withoutHidden } from "../lib/hidden.ts";
import { parseUrl } from "../lib/url.ts";
import { readDomain } from "../names/domain.ts";
import { MAX_CONTEXT_LENGTH, MAX_NAME_LENGTH } from "../protocol/limits.ts";
import { toPlain } from "../protocol/plain.ts";
import { flag } from "../protocol/schema/check.ts";
import { object, wrong } from "../protocol/schema/check_first.ts";
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
  object({ value: options, path: "options" });
  const { appLogoUrl = null, defaultChainId = 1, preference = {} } = options;
  object({ value: preference, path: "preference" });
  const { serverUrl, keysUrl } = hosts(options.apiKey, preference);
  const local = isLoopbackHost(new URL(serverUrl).host);
  const {
    mode = Mode.CrossPlatform,
    transport = "popup",
    showTestnets = false,
    authTTL = 86_400,
    sessionStorage,
  } = preference;
  if (!Object.hasOwn(Mode, mode)) {
    throw wrong("preference.mode", "must be CrossPlatform or AppSpecific");
  }
  const uiHandler = mode === Mode.AppSpecific && preference.uiHandler;
  if (uiHandler !== false && !uiHandler?.request) {
    throw wrong("preference.uiHandler", "is required with AppSpecific");
  }
  if (sessionStorage !== undefined && !sessionStorage.set) {
    throw wrong("preference.sessionStorage", "must have get and set");
  }
  flag({ value: showTestnets, path: "preference.showTestnets" });
  if (!["popup", "iframe", "auto"].includes(transport)) {
    throw wrong("preference.transport", "must be popup, iframe or auto");
  }
  if (!Number.isFinite(authTTL) || authTTL < 0) {
    throw wrong("preference.authTTL", "must be seconds, 0 or more");
  }
  // The wallet cleans it before it is shown.
  const { appName = "DApp" } = options;
  if (typeof appName !== "string" || withoutHidden(appName).trim() === "") {
    throw wrong("appName", "must be a visible text");
  }
  if (!Number.isSafeInteger(defaultChainId) || defaultChainId <= 0) {
    throw wrong("defaultChainId", "must be a positive whole number");
  }
  if (options.ens) readDomain({ value: options.ens, path: "ens" });
  for (const [chain, paymaster] of Object.entries(options.paymasters ?? {})) {
    checkPaymaster(chain, paymaster, local);
  }
  return {
    ...options,
    given: Object.keys(options),
    appName: appName.slice(0, MAX_NAME_LENGTH),
    appLogoUrl: appLogoUrl === null ? null : secureUrl("appLogoUrl", appLogoUrl, local).href,
    defaultChainId,
    mode,
    uiHandler: uiHandler || null,
    transport,
    showTestnets,
    authTTL,
    serverUrl,
    keysUrl,
  };
}

/** Returns the URLs of service and wallet host: as given, else from the key. */
function hosts(apiKey: unknown, preference: Preference): { serverUrl: string; keysUrl: string } {
  const keysUrl = baseUrl("preference.keysUrl", preference.keysUrl);
  const serverUrl = baseUrl("preference.serverUrl", preference.serverUrl);
  if (keysUrl && serverUrl) {
    if (typeof apiKey !== "string" || apiKey === "") throw wrong("apiKey", "must be a string");
    return { keysUrl, serverUrl };
  }
  const key: ApiKey = parseApiKey(apiKey);
  const browser = typeof document !== "undefined";
  if (key.kind === "sk" && browser) throw new AcctError("key_secret");
  const named = hostsOf(key.host, { browser });
  return { keysUrl: keysUrl ?? named.keysUrl, serverUrl: serverUrl ?? named.serverUrl };
}

function baseUrl(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const { href, username, search, hash } = secureUrl(option, value, true);
  if (username + search + hash !== "") throw wrong(option, "must have no user, query and fragment");
  return href.replace(/\/+$/, "");
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
  const plain = url?.protocol === "http:" && local && isLoopbackHost(url.host);
  if (plain || url?.protocol === "https:") return url;
  throw wrong(option, "must be an https URL");
}
