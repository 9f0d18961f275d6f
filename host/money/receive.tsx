/** Page that shows the account's address to others. @module */
import type { VNode } from "preact";
import type { OwnerChainView } from "../../core/dialog/owners.ts";
import { Identicon } from "../../ui/parts/identicon.tsx";
import { asUnit, list } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../home/account.tsx";
import { CopyButton } from "../home/copy.tsx";
import { AlertIcon } from "../home/icons.tsx";
import { useLoaded } from "../home/loaded.tsx";
import { nameOf } from "../home/names.ts";
import { Page } from "../home/page.tsx";
import { QrCode } from "./qr.tsx";

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
        <QrCode value={address} label={text.qrOf(address)} />
        <p class="who-line">
          <Identicon address={address} />
          <bdi>{nameOf(record)}</bdi>
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
          <p role="alert" class="note center">
            {text.offline}{" "}
            <button type="button" class="link" onClick={served.refresh}>{text.retry}</button>
          </p>
        )
        : null}
      {safe.length === 0
        ? null
        : <p class="note center" data-testid="home-receive-on">{text.receiveOn(names(safe))}</p>}
    </Page>
  );
}

/** An address in groups of four, to be compared; copying takes no blanks along. */
export function inFours(address: string): VNode {
  const groups = address.match(/^0x|.{1,4}/g) ?? [];
  return <>{groups.map((group, index) => <span key={index}>{group}</span>)}</>;
}
