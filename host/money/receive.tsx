/** Page that shows the account's address to others. @module */
import type { VNode } from "preact";
import type { OwnerChainView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { asUnit, list } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import { CopyButton } from "../parts/copy.tsx";
import { AlertIcon, NextIcon } from "../../ui/parts/icons/icons.tsx";
import { QrCode } from "../../ui/parts/values/qr.tsx";
import { inFours } from "../parts/in_fours.tsx";
import { RetryNote, useLoaded } from "../parts/loaded.tsx";
import { ownName } from "../parts/own_name.ts";
import { Page } from "../parts/page.tsx";
import { hashOf } from "../parts/route.ts";

/** Address, its code, and the networks on which it can receive. */
export function Receive(props: RoomProps & { chains: readonly OwnerChainView[] }): VNode {
  const { device, record, chains, text, tag } = props;
  const { address } = record.account;
  const served = useLoaded(() => device.service.configuration(), record);
  const unsafe = chains.filter(({ state }) => state === "lost" || state === "unknown");
  const safe = (served.value?.chains ?? []).filter(({ id }) =>
    !unsafe.some((other) => other.id === id)
  );
  const names = (of: readonly { readonly name: string }[]) =>
    list(of.map(({ name }) => asUnit(name, tag)), tag);
  return (
    <Page title={text.receive} text={text} testid="home-receiving">
      <div class="card center">
        <QrCode testid="home-qr" value={address} label={text.qrOf(address)} />
        <p class="who-line">
          <Identicon address={address} />
          <bdi>{ownName(record, text)}</bdi>
        </p>
        <code class="whole" dir="ltr" data-testid="home-address">{inFours(address)}</code>
        <CopyButton value={address} label={text.copyAddress} done={text.copied}>
          {text.copyAddress}
        </CopyButton>
      </div>
      {unsafe.length === 0
        ? null
        : (
          <p class="banner danger" role="alert" data-testid="home-receive-never">
            <AlertIcon /> {text.receiveNever(names(unsafe))}
          </p>
        )}
      {served.failed
        ? (
          <RetryNote text={text} refresh={served.refresh} class="note center">
            {text.offline}
          </RetryNote>
        )
        : null}
      {safe.length === 0
        ? null
        : <p class="note center" data-testid="home-receive-on">{text.receiveOn(names(safe))}</p>}
      <ul class="panel">
        {(["request", "bring"] as const).map((page) => (
          <li key={page}>
            <a class="row" href={hashOf(page)} data-testid={`home-${page}`}>
              <span class="row-text">{text[page]}</span>
              <NextIcon />
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
