/** The page that a person sees who opens the wallet host directly. @module */
import { render } from "preact";
import { browserCeremony } from "../core/passkey/ceremony.ts";
import { createServiceClient, type ServiceClient } from "../core/service/client.ts";
import { createWatch } from "../core/service/watch.ts";
import { accountBook, type AccountRecord } from "../core/session/accounts.ts";
import { siteBook } from "../core/session/sites.ts";
import { browserStorage } from "../core/session/storage.ts";
import { createLocalWallet } from "../core/wallet/local.ts";
import { ownersView, readOwners } from "../core/wallet/owners_view.ts";
import type { Wallet } from "../core/wallet/wallet.ts";
import { ReactUIHandler } from "../ui/mod.ts";
import { grantedBy } from "./granted.ts";
import { Activity } from "./parts/activity.tsx";
import { Balances } from "./parts/balances.tsx";
import { Network } from "./parts/network.tsx";
import { Owners, type OwnerWish } from "./parts/owners.tsx";
import { Permissions, type Revocation } from "./parts/permissions.tsx";
import { Sites } from "./parts/sites.tsx";
import { serviceUrl } from "./service_url.ts";
import { homeText, languageTag } from "./text.ts";

const text = homeText(navigator.languages);
const tag = languageTag(navigator.languages);

/** Shows the accounts of this device and what others may do with them. */
export function showHome(place: HTMLElement): void {
  document.documentElement.dir = text.dir;
  document.documentElement.lang = text.lang;
  document.title = text.title;
  const storage = browserStorage();
  const apiKey = document.querySelector<HTMLMetaElement>("meta[name=acct-key]")?.content ?? "";
  const reach = { serverUrl: serviceUrl(location), apiKey };
  const service = createServiceClient(reach);
  const ui = new ReactUIHandler();
  const app = { name: text.wallet, logoUrl: null, origin: location.origin };
  ui.init({ appName: app.name, appLogoUrl: null, defaultChainId: 1, showTestnets: true });
  const wallet = createLocalWallet({
    ui,
    service,
    watch: createWatch(reach),
    storage,
    app,
    ceremony: browserCeremony(),
    rpId: location.hostname,
    origin: location.origin,
    topOrigin: null,
  });
  const book = accountBook(storage);
  const sites = siteBook(storage);
  const show = () => {
    const accounts = distinct(book.list());
    render(
      <main>
        <h1>{text.title}</h1>
        <Network text={text} />
        {accounts.length === 0 ? <p>{text.empty}</p> : accounts.map((record) => (
          <section
            key={record.account.address}
            class="account"
            data-testid="home-account"
          >
            <h2>
              <bdi>{record.ens ?? record.name}</bdi>
            </h2>
            <code>{record.account.address}</code>
            <Balances record={record} service={service} text={text} tag={tag} />
            <Activity record={record} service={service} text={text} tag={tag} />
            <Permissions
              record={record}
              load={() => grantedBy(service, record.account.address)}
              revoke={(what) => revoke(wallet, record, what)}
              text={text}
              tag={tag}
            />
            <Sites record={record} sites={sites} text={text} tag={tag} />
            <Owners
              record={record}
              text={text}
              load={async () =>
                ownersView(await readOwners(service, record.account), book.list(), record)}
              change={(wish) => changeOwners(wallet, service, record, wish)}
              rename={({ owner }, name) => {
                const named = book.list().find(({ publicKey }) =>
                  publicKey.toLowerCase() === owner
                );
                if (named === undefined) return;
                book.put({ ...named, name });
                show();
              }}
            />
          </section>
        ))}
        <p>
          <button type="button" data-testid="home-sign-in" onClick={() => void signIn()}>
            {text.addAccount}
          </button>
        </p>
        <p class="note">{text.promise(location.host)}</p>
      </main>,
      place,
    );
  };
  const signIn = async () => {
    // Without the service the dialog says so, and tries again.
    const chains = await service.configuration().then(({ chains }) => chains, () => []);
    const question = { chainId: chains[0]?.id ?? 1, testnets: true };
    try {
      await wallet.ask("wallet_connect", question, { signal: new AbortController().signal });
      show();
    } catch { /* a no */ }
  };
  show();
}

/** Several passkeys of this device may open one account: it is shown once, with the latest. */
function distinct(records: readonly AccountRecord[]): readonly AccountRecord[] {
  return records.filter(({ account }, index) =>
    records.findIndex((other) => other.account.address === account.address) === index
  );
}

/** Takes back one permission, or all of its chain; a no of the person changes nothing. */
async function revoke(
  wallet: Wallet,
  { account }: AccountRecord,
  { chain, id }: Revocation,
): Promise<void> {
  const url = `${serviceUrl(location)}/v1/paymaster/${chain.id}`;
  await wallet.ask("wallet_revokePermissions", {
    account: account.address,
    chainId: chain.id,
    id,
    ...(chain.sponsored && { paymaster: { url } }),
  }, { signal: new AbortController().signal }).catch(() => {});
}

/** Asks for a change of owners; a no of the person changes nothing. */
async function changeOwners(
  wallet: Wallet,
  service: ServiceClient,
  { account: { address: account } }: AccountRecord,
  wish: OwnerWish,
): Promise<void> {
  try {
    const [chain] = (await service.configuration()).chains;
    const at = { account, chainId: chain!.id };
    const options = { signal: new AbortController().signal };
    if (wish.kind === "passkey") await wallet.ask("acct_addPasskey", at, options);
    else {
      const change = wish.kind === "address"
        ? { kind: "add", address: wish.address } as const
        : { kind: "remove", owner: wish.owner.owner } as const;
      await wallet.ask("acct_changeOwners", { ...at, change }, options);
    }
  } catch { /* the dialog has said why */ }
}
