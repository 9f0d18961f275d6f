/** Opens the wallet of this device for the wallet home. @module */
import { browserCeremony, type Ceremony } from "../../core/passkey/browser/ceremony.ts";
import { createServiceClient, type ServiceClient } from "../../core/client/client.ts";
import type { Address } from "../../core/lib/hex.ts";
import { followAccount } from "../../core/client/events/account_events.ts";
import type { ChangeJson } from "../../core/client/events/changes.ts";
import { createWaitingRecoveries } from "../../core/client/recoveries.ts";
import {
  type AccountBook,
  accountBook,
  type AccountRecord,
} from "../../core/wallet/device/accounts.ts";
import type { AppView } from "../../core/dialog/types.ts";
import { type GrantBook, grantBook, holderOf } from "../../core/wallet/device/grants.ts";
import { type LinkBook, linkBook } from "../../core/wallet/device/links.ts";
import { type RequesterBook, requesterBook } from "../../core/wallet/host/requesters.ts";
import { type RemovedBook, removedBook } from "../../core/wallet/device/removed.ts";
import { type Site, type SiteBook, siteBook } from "../../core/wallet/device/sites.ts";
import { type TokenBook, tokenBook } from "../../core/wallet/device/watched_tokens.ts";
import { browserStorage, type Storage } from "../../core/lib/storage.ts";
import { createLocalWallet } from "../../core/wallet/local.ts";
import type { Wallet } from "../../core/dialog/requests.ts";
import { ReactUIHandler } from "../../ui/mod.ts";
import { type ContactBook, contactBook } from "../../core/wallet/device/contacts.ts";
import { inChosenCurrency } from "../../core/wallet/device/currency.ts";
import { type FirstChoice, withFirstChoice } from "./first_choice.ts";
import { pageTheme } from "../page/language.ts";
import { readMeta } from "../page/meta.ts";
import { continuedHost } from "../page/other_hosts.ts";
import { serviceUrl } from "../page/service_url.ts";
import { openSync } from "../sync/open.ts";
import type { HomeText } from "../text/home_en.ts";

/** The wallet of this device and its stores. */
export interface Device {
  readonly service: ServiceClient;
  readonly wallet: Wallet;
  /** Makes the next connection start with this choice, without a dialog. */
  readonly chooseFirst: (choice: FirstChoice | null) => void;
  /** Opens the wallet for the request of a link, under the wallet's own name. */
  readonly walletForLink: (name: string) => Wallet;
  /**
   * Calls `refresh` after changes of these types, and after a period in which changes may have been
   * missed, until the returned function is called.
   */
  readonly follow: (
    address: Address,
    types: readonly ChangeJson["type"][],
    refresh: () => void,
  ) => () => void;
  /**
   * Shares the sites of an account with the user's other devices; resolves with true if the sites
   * of this device changed.
   */
  readonly sync: (account: Address) => Promise<boolean>;
  /** Prompts for passkeys. */
  readonly ceremony: Ceremony;
  /** Storage of the page. */
  readonly storage: Storage;
  /** Accounts stored on this device. */
  readonly book: AccountBook;
  /** Sites that accounts are connected to. */
  readonly sites: SiteBook;
  /** Devices that are linked to this one. */
  readonly links: LinkBook;
  /** Tokens that accounts watch. */
  readonly tokens: TokenBook;
  /** Sites that requested permissions. */
  readonly grants: GrantBook;
  /** Sites that requested operations. */
  readonly requesters: RequesterBook;
  /** Names that the user gave to addresses. */
  readonly contacts: ContactBook;
  /** Passkeys that were removed and may still be valid on some network. */
  readonly removed: RemovedBook;
}

/** A stream that opens within this time after a load missed nothing. */
const SOON_MS = 1_000;

/** Opens the wallet; its dialogs show `wallet` as their app. */
export function openDevice({ wallet: name, firstAccount }: HomeText): Device {
  const storage = browserStorage();
  const apiKey = readMeta("acct-key");
  const reach = { serverUrl: serviceUrl(location), apiKey };
  const client = createServiceClient(reach);
  const service: ServiceClient = {
    ...client,
    configuration: async (signal) => inChosenCurrency(await client.configuration(signal), storage),
  };
  const sync = openSync(reach, storage);
  const ceremony = browserCeremony(sync);
  const { ui, chooseFirst } = withFirstChoice(new ReactUIHandler(), firstAccount);
  ui.init({
    appName: name,
    appLogoUrl: null,
    defaultChainId: 1,
    showTestnets: true,
    theme: {
      // Read with each dialog.
      get mode() {
        return pageTheme();
      },
    },
  });
  const recoveries = createWaitingRecoveries(reach);
  const continues = continuedHost();
  const grants = grantBook(storage);
  const walletFor = (app: AppView) =>
    createLocalWallet({
      ui,
      holderOf: (permission) => Promise.resolve(holderOf(grants, permission)),
      service,
      recoveries,
      storage,
      app,
      ceremony,
      rpId: location.hostname,
      ...(continues !== undefined && { continues }),
      origin: location.origin,
      topOrigin: null,
    });
  return {
    service,
    wallet: walletFor({ name, logoUrl: null, origin: location.origin, own: true }),
    chooseFirst,
    // Without an origin, because anyone can create a link.
    walletForLink: (name) => walletFor({ name, logoUrl: null, origin: "" }),
    follow(address, types, refresh) {
      // The caller is loading now, so only later changes can be missed.
      let loaded = Date.now();
      return followAccount(reach, {
        address,
        onOpen() {
          if (Date.now() - loaded > SOON_MS) refresh();
          loaded = 0;
          return Promise.resolve();
        },
        onChange: ({ type }) => types.includes(type) && refresh(),
      });
    },
    sync: sync.run,
    ceremony,
    storage,
    book: accountBook(storage),
    sites: siteBook(storage),
    links: linkBook(storage),
    tokens: tokenBook(storage),
    grants,
    requesters: requesterBook(storage),
    contacts: contactBook(storage),
    removed: removedBook(storage),
  };
}

/** Lists each account once, with its latest passkey: several passkeys may own one account. */
export function listAccounts({ book }: Device): readonly AccountRecord[] {
  const records = book.list();
  return records.filter(({ account }, index) =>
    records.findIndex((other) => other.account.address === account.address) === index
  );
}

/** Lists the sites that an account is connected to. */
export function sitesOf({ sites }: Device, account: Address): readonly Site[] {
  return sites.list().filter((site) => site.account.toLowerCase() === account.toLowerCase());
}
