/** Joins a device link with the wallet of this page. @module */
import { appView, checkKey } from "../../core/wallet/host/serve_opener.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { toBase64Url } from "../../core/lib/base64url.ts";
import { eitherSignal } from "../../core/lib/signals.ts";
import { browserStorage } from "../../core/lib/storage.ts";
import { LinkBroken } from "../../core/link/broken.ts";
import { parseSecret } from "../../core/link/keys.ts";
import type { AppView } from "../../core/dialog/types.ts";
import { MAX_NAME_LENGTH } from "../../core/ground/limits.ts";
import { LINK_PATH } from "../../core/protocol/link_view.ts";
import { returnHost } from "../../core/protocol/return_address.ts";
import { grantBook } from "../../core/wallet/device/grants.ts";
import {
  type LinkBook,
  linkBook,
  type LinkRecord,
  MAX_LINK_TTL_S,
} from "../../core/wallet/device/links.ts";
import { type OpenedLink, openLink } from "../../core/wallet/host/open_link.ts";
import type { SiteBooks } from "../../core/wallet/host/per_site.ts";
import { type LinkEnd, recordOf, serveLink } from "../../core/wallet/host/serve_link.ts";
import { readMeta } from "../page/meta.ts";
import { serviceUrl } from "../page/service_url.ts";
import { prepareWallet, readRequest } from "../window/wallet.ts";
import type { Closed } from "./text.ts";

/** A link that the page shows: a new one to compare, or a known one. */
export interface ShownLink {
  readonly app: AppView;
  /** True for a link that the user accepted before. */
  readonly isKnown: boolean;
  /** The code to compare; `null` for a known link, and for an app on this device. */
  readonly code: string | null;
  /** Address of an app on this device; `null` for another device. */
  readonly returnTo: string | null;
  /** Serves the link until the signal aborts; a new one was accepted by the user. */
  serve(onState: (state: "listening" | "waiting") => void, signal: AbortSignal): Promise<LinkEnd>;
  /** Closes a new link that the user does not accept. */
  refuse(): void;
  /** Returns true once the user has connected the app on this device. */
  isConnected(): boolean;
  /** Address that opens the app on this device, with the ticket once the user has connected it. */
  back(): string | null;
  /** Ends the link permanently. */
  end(): void;
}

const host = () => location.host.replace(/^keys\./, "");
const reach = () => ({ serverUrl: serviceUrl(location), apiKey: readMeta("acct-key") });

/**
 * Opens the link in the page's URL.
 *
 * @returns the link, or why there is none
 */
export async function openPageLink(fragment: string): Promise<ShownLink | Closed> {
  const parsed = parseSecret(fragment);
  if (parsed === null) return "unknown";
  const links = linkBook(browserStorage());
  const known = links.find(toBase64Url(parsed.secret));
  if (known !== undefined) return showKnown(links, known);
  try {
    const opened = await openLink(reach(), parsed);
    if (typeof opened === "string") return opened === "ended" ? "expired" : opened;
    const { apiKey, app, origin, ttl } = opened.introduction;
    checkKey(apiKey, host());
    const view = viewOf(appView(app, origin ?? ""), opened.returning?.address);
    const lifetime = Math.min(ttl, MAX_LINK_TTL_S);
    return showNew(links, opened, view, lifetime);
  } catch (error) {
    if (error instanceof LinkBroken) {
      console.warn("Acct: the link was rejected.", error);
      return "broken";
    }
    if (error instanceof AcctError && error.data.cause === "key_invalid") return "wrongKey";
    return "offline";
  }
}

function showNew(
  links: LinkBook,
  opened: OpenedLink,
  app: AppView,
  ttl: number,
): ShownLink {
  const record = recordOf(opened, { name: app.name, ttl, now: Date.now() });
  const ended = new AbortController();
  const { returning } = opened;
  let isConnected = false;
  return {
    app,
    isKnown: false,
    code: returning === null ? opened.keys.code : null,
    returnTo: returning && returning.address,
    serve(onState, signal) {
      if (returning === null) {
        if (ttl > 0) links.put(record);
        // After a reload, the page finds the link among the known ones.
        history.replaceState(null, "", `${LINK_PATH}#${record.secret}`);
      }
      const onConnected = () => isConnected = true;
      return serve({ links, record, opened, onState, onConnected, signal, ended: ended.signal });
    },
    refuse: () => void opened.mailbox.end(opened.token).catch(() => {}),
    isConnected: () => isConnected,
    back: () => returning && (isConnected ? returning.ticketed : returning.address),
    end() {
      links.end(record.secret);
      ended.abort();
    },
  };
}

function showKnown(links: LinkBook, record: LinkRecord): ShownLink {
  const ended = new AbortController();
  return {
    app: { name: record.name, logoUrl: null, origin: record.origin ?? "" },
    isKnown: true,
    code: null,
    returnTo: record.returnTo ?? null,
    serve: (onState, signal) =>
      serve({ links, record, opened: null, onState, signal, ended: ended.signal }),
    refuse: () => {},
    isConnected: () => true,
    back: () => record.returnTo ?? null,
    end() {
      links.end(record.secret);
      ended.abort();
    },
  };
}

async function serve(
  { links, record, opened, onState, onConnected, signal, ended }: {
    readonly links: LinkBook;
    readonly record: LinkRecord;
    readonly opened: OpenedLink | null;
    readonly onState: (state: "listening" | "waiting") => void;
    /** Called once an app on this device is connected. */
    readonly onConnected?: () => void;
    readonly signal: AbortSignal;
    /** Aborts when the user ends the link on this page. */
    readonly ended: AbortSignal;
  },
): Promise<LinkEnd> {
  const openWallet = prepareWallet();
  const program = record.origin === null ? programBooks(links, record) : null;
  // An app on this device is remembered once the user has connected it.
  let isKept = !opened?.returning;
  const end = await serveLink(
    {
      host: host(),
      reach: reach(),
      record,
      // A link that is not remembered ends with its page.
      isEnded: () =>
        ended.aborted ||
        isKept && record.ttl > 0 && links.find(record.secret)?.ended !== false,
      onConnected() {
        isKept = true;
        links.put({ ...record, account: program?.account() ?? null, lastUsed: Date.now() });
        onConnected?.();
      },
      onRequest: () => links.touch(record.secret),
      read: (method, params, origin) => {
        refuseSignIn(params, record);
        return readRequest(method, params, origin);
      },
      wallet: (app, apiKey) =>
        openWallet({
          app: viewOf(app, record.returnTo),
          apiKey,
          linked: true,
          ...(program && { books: program.books }),
        }),
      visible: waitVisible,
      onState,
    },
    opened,
    eitherSignal(signal, ended),
  );
  if (end === "left") links.remove(record.secret);
  return end;
}

/** Rejects a sign-in for a program: the origin of its site is not verified. */
function refuseSignIn(params: unknown, { origin }: LinkRecord): void {
  const { siwe } = (params ?? {}) as { readonly siwe?: unknown };
  if (origin !== null || siwe === undefined || siwe === null) return;
  throw new AcctError("invalid_params", {
    field: "capabilities.signInWithEthereum",
    detail: "Only a page can sign in: a program has no verified origin.",
  });
}

/** Names an app on this device by the site that receives its ticket, if there is one. */
function viewOf(app: AppView, returnTo: string | undefined): AppView {
  const host = returnTo === undefined ? null : returnHost(returnTo);
  return host === null ? app : { ...app, name: host.slice(0, MAX_NAME_LENGTH) };
}

/** Stores the account and the grants of a program in its link, because it has no origin. */
function programBooks(
  links: LinkBook,
  record: LinkRecord,
): { readonly books: SiteBooks; readonly account: () => LinkRecord["account"] } {
  const grants = grantBook(browserStorage());
  let connected = record.account;
  const books: SiteBooks = {
    sites: {
      has: (_origin, account) => connected?.toLowerCase() === account.toLowerCase(),
      put({ account }) {
        connected = account;
        links.touch(record.secret, { account });
      },
    },
    grants: { put: (grant) => grants.put({ ...grant, origin: null }) },
  };
  return { books, account: () => connected };
}

/** Waits until the page is visible. */
function waitVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible" || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", check);
      signal.removeEventListener("abort", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    signal.addEventListener("abort", check);
  });
}
