/** A provider as a page has it, with a software passkey and a user who approves. @module */
import { connectPageTo } from "../../core/page/connected_page.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { createProvider } from "../../core/page/provider.ts";
import type { OwnedProvider } from "../../core/protocol/provider_types.ts";
import { resolveOptions } from "../../core/page/options/resolve_options.ts";
import { createServiceClient } from "../../core/client/client.ts";
import { createWaitingRecoveries } from "../../core/client/recoveries.ts";
import { createFollow } from "../../core/client/follow.ts";
import { memoryStorage, type Storage } from "../../core/lib/storage.ts";
import { softwareAuthenticator } from "../../core/testing/authenticator.ts";
import type { DialogRequest, UIHandler } from "../../core/dialog/types.ts";
import { testUser } from "../../core/virtual/test_user.ts";
import { externalOwner } from "../../core/wallet/external_owner.ts";
import type { OwnerSigner } from "../../core/account/to_sign.ts";
import { createLocalWallet } from "../../core/wallet/local.ts";
import type { Wallet } from "../../core/dialog/requests.ts";
import type { Stack } from "../../scripts/stack/mod.ts";
import { PATIENCE_MS } from "../../scripts/stack/patience.ts";

/** The origin of the dApp. */
export const origin = "http://localhost:5999";

/** The part of a stack that a page needs. */
export type PageStack = Pick<Stack, "apiKey" | "serverUrl" | "keysUrl" | "chainId">;

/** Options of a page. */
export interface PageOptions {
  /** The authenticator; a new one by default. */
  readonly ceremony?: ReturnType<typeof softwareAuthenticator>;
  /** If true, a user without a known account has a passkey already. */
  readonly existing?: boolean;
  /** Storage of the device; another page of the same device shares it. */
  readonly storage?: Storage;
  /** Seconds of a session. */
  readonly authTTL?: number;
  /** Clock of the session, in Unix milliseconds. */
  readonly sessionNow?: () => number;
  /** `fetch` of the change stream, for a network that fails. */
  readonly fetchEvents?: typeof fetch;
  /** If false, the page shows no test networks; default true. */
  readonly showTestnets?: boolean;
  /** If true, the user grants added addresses all powers. */
  readonly fullOwners?: boolean;
  /** Changes how the user answers. */
  readonly answers?: (usual: UIHandler) => UIHandler;
  /** URL of the service, if it is not the stack's. */
  readonly serverUrl?: string;
  /** Signer that owns the account instead of a passkey. */
  readonly owner?: OwnerSigner;
}

/** A page's provider. */
export interface Page extends OwnedProvider, AsyncDisposable {
  /** The passkeys, and the prompts that there were. */
  readonly ceremony: ReturnType<typeof softwareAuthenticator>;
  /** Storage of the device. */
  readonly storage: Storage;
  /** The wallet, as used by its own pages. */
  readonly wallet: Wallet;
}

/** Opens a page; it sends no request to the service yet. */
export function openPage(
  { apiKey, serverUrl: usual, keysUrl, chainId }: PageStack,
  options: PageOptions = {},
): Page {
  const { storage = memoryStorage(), ceremony = softwareAuthenticator(origin) } = options;
  const { sessionNow: now = Date.now, serverUrl = usual } = options;
  const usualUser = options.fullOwners === true
    ? generous()
    : testUser({ existing: options.existing ?? false });
  const user = options.answers?.(usualUser) ?? usualUser;
  // A browser sends the origin of a request; Deno does not.
  const browserFetch: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    return fetch(input, { ...init, headers });
  };
  const reach = { serverUrl, apiKey, fetch: browserFetch };
  const service = createServiceClient({ ...reach, timeout: PATIENCE_MS });
  const follow = createFollow({ ...reach, fetch: options.fetchEvents ?? browserFetch });
  const wallet = createLocalWallet({
    ui: user,
    service,
    recoveries: createWaitingRecoveries(reach),
    storage,
    ceremony,
    ...(options.owner && { owner: externalOwner(options.owner) }),
    app: { name: "Conformance", logoUrl: null, origin },
    rpId: "localhost",
    origin,
  });
  const owned = createProvider({
    options: resolveOptions({
      apiKey,
      appName: "Conformance",
      defaultChainId: chainId,
      paymasters: { [chainId]: { url: `${usual}/v1/paymaster/${chainId}` } },
      preference: {
        mode: "AppSpecific",
        uiHandler: user,
        showTestnets: options.showTestnets ?? true,
        serverUrl,
        keysUrl,
        ...(options.authTTL !== undefined && { authTTL: options.authTTL }),
      },
    }),
    origin,
    loadConnected: (page) => Promise.resolve(connectPageTo(page, service, follow)),
    storage,
    storageKey: "session",
    now,
    wallet,
  });
  return {
    ...owned,
    ceremony,
    storage,
    wallet,
    [Symbol.asyncDispose]() {
      owned.disconnect();
      return Promise.resolve();
    },
  };
}

/** Grants added addresses all powers. */
function generous(): UIHandler {
  const user = testUser();
  return {
    ...user,
    async request(method, params) {
      if (method !== "acct_changeOwners") return await user.request(method, params);
      const change = params as DialogRequest<"acct_changeOwners">;
      const full = { ...change, approve: () => change.approve({ full: true }) };
      return await user.request(method, full);
    },
  };
}

/** The passkeys of a user on a device without accounts: the one at `index` answers. */
export function only({ ceremony }: Page, index = -1): Page["ceremony"] {
  const known = ceremony.credentials.at(index)!;
  return {
    ...ceremony,
    create: () => Promise.reject(new AcctError("passkey_cancelled")),
    get: (options, signal) => {
      const before = [...ceremony.credentials];
      ceremony.credentials.splice(0, before.length, known);
      return ceremony.get(options, signal).finally(() =>
        ceremony.credentials.splice(0, 1, ...before)
      );
    },
  };
}
