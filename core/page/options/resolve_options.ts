/** Validates the options of `Acct.create` and fills in defaults. @module */
import { AcctError } from "../../ground/errors.ts";
import type { PaymasterOption } from "../../fee/paymaster.ts";
import type { AcctOptions, Preference, Transport } from "./options.ts";
import { Mode } from "../../ground/mode.ts";
import {
  type ApiKey,
  type Hosts,
  hostsOf,
  isLoopbackHost,
  parseApiKey,
} from "../../ground/api_key.ts";
import { withoutHidden } from "../../lib/hidden.ts";
import { parseUrl } from "../../lib/url.ts";
import { readDomain } from "../../names/domain.ts";
import { MAX_CONTEXT_LENGTH, MAX_NAME_LENGTH } from "../../ground/limits.ts";
import { toPlain } from "../../ground/plain.ts";
import { address, flag } from "../../schema/check.ts";
import { object, wrong } from "../../ground/check.ts";
import type { UIHandler } from "../../dialog/types.ts";

/** Options with all defaults. */
export interface ResolvedOptions extends AcctOptions {
  readonly appName: string;
  readonly appLogoUrl: string | null;
  readonly defaultChainId: number;
  readonly mode: Mode;
  readonly uiHandler: UIHandler | null;
  readonly transport: Transport;
  readonly showTestnets: boolean;
  readonly authTTL: number;
  readonly paymasters: Readonly<Record<number, PaymasterOption>>;
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
  const { appLogoUrl = null, preference = {} } = options;
  object({ value: preference, path: "preference" });
  refuseUnknown(options, false);
  refuseUnknown(preference, true);
  const { serverUrl, keysUrl, chainId = 1, environment } = readKey(options.apiKey, preference);
  const local = isLoopbackHost(new URL(serverUrl).host);
  const {
    mode = Mode.CrossPlatform,
    transport = "popup",
    showTestnets = environment === "test",
    authTTL = 86_400,
    sessionStorage,
  } = preference;
  if (Mode[mode] !== mode) {
    throw wrong("preference.mode", "must be CrossPlatform or AppSpecific");
  }
  const uiHandler = mode === Mode.AppSpecific && preference.uiHandler;
  if (uiHandler !== false && !uiHandler?.request) {
    throw wrong("preference.uiHandler", "is required with AppSpecific");
  }
  const { owner } = preference;
  if (owner) {
    if (!owner.signTypedData || !uiHandler) {
      throw wrong("preference.owner", "must have signTypedData and requires AppSpecific");
    }
    address({ value: owner.address, path: "preference.owner.address" });
  }
  if (sessionStorage !== undefined && !sessionStorage.set) {
    throw wrong("preference.sessionStorage", "must have get and set");
  }
  flag({ value: showTestnets, path: "preference.showTestnets" });
  if (!["popup", "iframe", "auto", "link"].includes(transport)) {
    throw wrong("preference.transport", "must be popup, iframe, auto or link");
  }
  if (!Number.isFinite(authTTL) || authTTL < 0) {
    throw wrong("preference.authTTL", "must be 0 or more");
  }
  // The wallet sanitizes it before it is shown.
  const {
    appName = "DApp",
    defaultChainId = chainId,
    // A test key refers to a test network, on which the key's own policy pays.
    paymasters = chainId > 1 ? { [chainId]: { url: `${serverUrl}/v1/paymaster/${chainId}` } } : {},
  } = options;
  if (typeof appName !== "string" || withoutHidden(appName).trim() === "") {
    throw wrong("appName", "must be visible text");
  }
  if (!Number.isSafeInteger(defaultChainId) || defaultChainId <= 0) {
    throw wrong("defaultChainId", "must be a positive integer");
  }
  if (options.ens) readDomain({ value: options.ens, path: "ens" });
  for (const [chain, paymaster] of Object.entries(paymasters)) {
    checkPaymaster(chain, paymaster, local);
  }
  return {
    ...options,
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
    paymasters,
  };
}

/** Every option. */
const names =
  ("apiKey appName appLogoUrl defaultChainId ens paymasters theme preference mode uiHandler " +
    "showTestnets authTTL sessionStorage transport onLink locale rpId owner keysUrl serverUrl")
    .split(
      " ",
    );
/** Number of top-level options; the others belong to `preference`. */
const TOP_LEVEL = 8;

/** Rejects unknown options, and suggests the most similar option. */
function refuseUnknown(given: object, isPreference: boolean): void {
  for (const name in given) {
    const at = names.indexOf(name);
    if (at >= 0 && at >= TOP_LEVEL === isPreference) continue;
    const meant = names.findIndex((each) => each.slice(0, 3) === name.slice(0, 3));
    const parent = meant < TOP_LEVEL ? "" : "preference.";
    throw wrong(name, `is unknown; did you mean ${parent}${names[meant]}?`);
  }
}

/**
 * Reads the key. Returns the URLs of service and wallet host: the given URLs, or otherwise the
 * key's.
 */
function readKey(apiKey: unknown, preference: Preference): Partial<ApiKey> & Hosts {
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
  return { ...key, keysUrl: keysUrl ?? named.keysUrl, serverUrl: serverUrl ?? named.serverUrl };
}

function baseUrl(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const { href, username, search, hash } = secureUrl(option, value, true);
  if (username + search + hash !== "") throw wrong(option, "must be a base URL");
  return href.replace(/\/+$/, "");
}

function checkPaymaster(chain: string, paymaster: PaymasterOption, local: boolean): void {
  const path = `paymasters[${chain}]`;
  if (!/^[1-9]\d*$/.test(chain)) throw wrong(path, "must be keyed by chain id");
  secureUrl(`${path}.url`, paymaster?.url, local);
  // Validated completely with the first request that it pays for.
  toPlain(paymaster.context, `${path}.context`, MAX_CONTEXT_LENGTH);
}

/** Reads an https URL; loopback hosts may use http if the service is also on localhost. */
function secureUrl(option: string, value: unknown, local: boolean): URL {
  const url = parseUrl(value);
  const plain = url?.protocol === "http:" && local && isLoopbackHost(url.host);
  if (plain || url?.protocol === "https:") return url;
  throw wrong(option, "must be an https URL");
}
