/** The page that a person sees who opens the wallet host directly. @module */
import { render, type VNode } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { browserCeremony } from "../core/passkey/ceremony.ts";
import { createServiceClient, type ServiceClient } from "../core/service/client.ts";
import { accountBook, type AccountRecord } from "../core/session/accounts.ts";
import { browserStorage } from "../core/session/storage.ts";
import { createLocalWallet } from "../core/wallet/local.ts";
import type { OwnersView } from "../core/wallet/owner_approval.ts";
import { ownersView, readOwners } from "../core/wallet/owners_view.ts";
import type { Wallet } from "../core/wallet/wallet.ts";
import { ReactUIHandler } from "../ui/mod.ts";
import { duration, exactAmount, moment, withSymbol } from "../ui/text/numbers.ts";
import { type Granted, grantedBy } from "./granted.ts";
import { serviceUrl } from "./service_url.ts";
import { Owners, type OwnerWish } from "./owners.tsx";
import { homeText, languageTag } from "./text.ts";

const text = homeText(navigator.languages);
const tag = languageTag(navigator.languages);

/** Shows the accounts of this device and what others may do with them. */
export function showHome(place: HTMLElement): void {
  document.documentElement.dir = text.dir;
  document.title = text.title;
  const storage = browserStorage();
  const apiKey = document.querySelector<HTMLMetaElement>("meta[name=acct-key]")?.content ?? "";
  const service = createServiceClient({ serverUrl: serviceUrl(location), apiKey });
  const ui = new ReactUIHandler();
  const app = { name: text.wallet, logoUrl: null, origin: location.origin };
  ui.init({ appName: app.name, appLogoUrl: null, defaultChainId: 1, showTestnets: true });
  const wallet = createLocalWallet({
    ui,
    service,
    storage,
    app,
    ceremony: browserCeremony(),
    rpId: location.hostname,
    origin: location.origin,
  });
  // Several passkeys of this device may open one account: it is shown once, with the latest.
  const accounts = accountBook(storage).list().filter(({ account }, index, all) =>
    all.findIndex((other) => other.account.address === account.address) === index
  );
  render(
    <main>
      <h1>{text.title}</h1>
      {accounts.length === 0 ? <p>{text.empty}</p> : accounts.map((record) => (
        <Account
          key={record.credentialId}
          record={record}
          load={() => grantedBy(service, record.account.address)}
          revoke={(granted) => revoke(wallet, record, granted)}
          loadOwners={async () =>
            ownersView(
              await readOwners(service, record.account),
              accountBook(storage).list(),
              record,
            )}
          changeOwners={(wish) => changeOwners(wallet, service, record, wish)}
        />
      ))}
      <p class="note">{text.promise(location.host)}</p>
    </main>,
    place,
  );
}

/** Takes back one permission, or all of its chain; a no of the person changes nothing. */
async function revoke(
  wallet: Wallet,
  { account }: AccountRecord,
  { chain, id }: { readonly chain: Granted["chain"]; readonly id: Granted["id"] | null },
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

type Shown = { readonly state: "loading" | "failed" } | {
  readonly state: "ready";
  readonly granted: readonly Granted[];
};

function Account(props: {
  record: AccountRecord;
  load: () => Promise<Granted[]>;
  revoke: (granted: Pick<Granted, "chain"> & { id: Granted["id"] | null }) => Promise<void>;
  loadOwners: () => Promise<OwnersView>;
  changeOwners: (wish: OwnerWish) => Promise<void>;
}): VNode {
  const { record, load } = props;
  const [shown, setShown] = useState<Shown>({ state: "loading" });
  const refresh = useCallback(() => {
    load().then(
      (granted) => setShown({ state: "ready", granted }),
      () => setShown({ state: "failed" }),
    );
  }, [record]);
  useEffect(refresh, [refresh]);
  const takeBack = (what: Parameters<typeof props.revoke>[0]) =>
    void props.revoke(what).then(refresh);
  const chains = shown.state === "ready"
    ? [...new Map(shown.granted.map(({ chain }) => [chain.id, chain])).values()]
    : [];
  return (
    <section class="account" data-testid="home-account">
      <h2>
        <bdi>{record.ens ?? record.name}</bdi>
      </h2>
      <code>{record.account.address}</code>
      <h3>{text.permissions}</h3>
      {shown.state === "failed"
        ? (
          <p role="alert">
            {text.offline} <button type="button" onClick={refresh}>{text.retry}</button>
          </p>
        )
        : null}
      {shown.state === "ready" && shown.granted.length === 0
        ? <p class="note" data-testid="home-none">{text.noPermissions}</p>
        : null}
      {shown.state === "ready"
        ? (
          <ul>
            {shown.granted.map((granted) => (
              <PermissionItem
                key={granted.id}
                granted={granted}
                revoke={() => takeBack(granted)}
              />
            ))}
          </ul>
        )
        : null}
      {chains.map((chain) => (
        <button
          key={chain.id}
          type="button"
          data-testid="home-revoke-all"
          onClick={() => takeBack({ chain, id: null })}
        >
          {text.revokeAll}
          {chains.length > 1 ? ` (${chain.name})` : ""}
        </button>
      ))}
      <Owners record={record} text={text} load={props.loadOwners} change={props.changeOwners} />
    </section>
  );
}

function PermissionItem(props: { granted: Granted; revoke: () => void }): VNode {
  const { spender, spends, end, chain, unused } = props.granted;
  return (
    <li data-testid="home-permission">
      <span class="note">{text.spender} · {chain.name}</span>
      <code>{spender}</code>
      {spends.map(({ symbol, decimals, allowance, remaining, unit, multiplier }, index) => {
        const amount = (value: bigint) =>
          withSymbol(exactAmount(value, decimals, tag), { symbol }, tag);
        const period = unit === "forever" ? "∞" : duration(multiplier, unit, tag);
        return (
          <p key={index}>
            <strong>{text.upTo(amount(allowance), period)}</strong>
            <span class="note" data-testid="home-left">{text.left(amount(remaining))}</span>
          </p>
        );
      })}
      {unused ? <span class="note" data-testid="home-unused">{text.unused}</span> : null}
      <span class="note">{text.until(moment(BigInt(end), tag) ?? "∞")}</span>
      <button type="button" data-testid="home-revoke" onClick={props.revoke}>{text.revoke}</button>
    </li>
  );
}
