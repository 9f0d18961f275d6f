/** Shows one account: header, tab, and navigation. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { shortAddress } from "../../ui/parts/address.tsx";
import { Identicon } from "../../ui/parts/identicon.tsx";
import { Activity } from "../activity/list.tsx";
import { Apps } from "../apps/apps.tsx";
import type { Device } from "../device.ts";
import { Items } from "../items/items.tsx";
import { Receive } from "../money/receive.tsx";
import { Send } from "../money/send.tsx";
import { Tokens, Total, useHoldings, useWorth } from "../money/tokens.tsx";
import { updateAccount } from "../prompts.ts";
import { Contacts } from "../people/contacts.tsx";
import { LostDevice } from "../security/lost_device.tsx";
import { type LoadedOwners, loadOwners } from "../security/load.ts";
import { hadOtherOwners, NotCreatedNotes } from "../security/not_created.tsx";
import { isOutdated, savedFile } from "../security/saved_file.ts";
import { Security } from "../security/security.tsx";
import { Updates } from "../security/updates.tsx";
import type { HomeText } from "../text/text.ts";
import { Actions } from "./actions.tsx";
import { CopyButton } from "./copy.tsx";
import { DownIcon } from "./icons.tsx";
import { type Loaded, useLoaded } from "./loaded.tsx";
import { nameOf } from "./names.ts";
import { Navigation } from "./navigation.tsx";
import { hashOf, type Route } from "./route.ts";

/** Props of each part of the page. */
export interface RoomProps {
  readonly device: Device;
  readonly record: AccountRecord;
  readonly text: HomeText;
  /** BCP 47 tag for numbers and dates. */
  readonly tag: string;
}

/** Account with its tabs. */
export function Account(
  props: RoomProps & {
    at: Route["at"];
    item: string | null;
    /** Called after the device's accounts changed. */
    changed: () => void;
  },
): VNode {
  const { at, item, changed, ...room } = props;
  const { device, record, text } = room;
  // Loaded once for the notices, the list of owners, and the warnings of receiving.
  const owners = useLoaded(() => loadOwners(device, record), record);
  useEffect(
    () => device.follow(record.account.address, ["recoveryChanged"], owners.refresh),
    [record.account.address],
  );
  if (at === "send") return <Send {...room} />;
  if (at === "receive") return <Receive {...room} chains={owners.value?.chains ?? []} />;
  if (at === "contacts") return <Contacts {...room} />;
  if (at === "device") return <LostDevice {...room} owners={owners} />;
  return (
    <>
      <main data-testid="home-account" data-address={record.account.address}>
        <Header record={record} text={text} small={at !== "home"} />
        <Updates
          chains={owners.value?.chains ?? []}
          text={text}
          update={(chainId) => updateAccount(device, record, chainId).then(owners.refresh)}
        />
        {at === "home" ? <Overview {...room} owners={owners} /> : null}
        {at === "collectibles" ? <Items {...room} item={item} /> : null}
        {at === "activity" ? <Activity {...room} item={item} /> : null}
        {at === "apps" ? <Apps {...room} /> : null}
        {at === "security" ? <Security {...room} owners={owners} changed={changed} /> : null}
      </main>
      <Navigation at={at === "collectibles" ? "home" : at} text={text} />
    </>
  );
}

/** The first tab. */
function Overview(props: RoomProps & { owners: Loaded<LoadedOwners> }): VNode {
  const { owners, ...room } = props;
  const holdings = useHoldings(room);
  const worth = useWorth(room, holdings.value);
  return (
    <>
      <Total worth={worth} text={room.text} />
      <Actions text={room.text} />
      <Reminder {...room} owners={owners.value} />
      {owners.value !== null && hadOtherOwners(owners.value.now)
        ? <NotCreatedNotes {...room} owners={owners} holdings={holdings.value} />
        : null}
      <Tokens {...room} loaded={holdings} worth={worth} />
      <Activity {...room} item={null} brief />
    </>
  );
}

/** Asks for the recovery file again after the owners have changed. */
function Reminder(
  { device, record, text, owners }: RoomProps & { owners: LoadedOwners | null },
): VNode | null {
  const saved = savedFile(device.storage, record.account.address);
  if (owners === null || !isOutdated(saved, owners.now)) return null;
  return (
    <a class="banner warning" href={hashOf("security")} data-testid="home-reminder">
      {text.fileReminder}
    </a>
  );
}

/** Name and picture of the account, which lead to the others. */
function Header(
  { record, text, small }: { record: AccountRecord; text: HomeText; small: boolean },
): VNode {
  const { address } = record.account;
  const name = nameOf(record);
  return (
    <header class={small ? "who small" : "who"}>
      <Identicon address={address} />
      <h1>
        <a href={hashOf("accounts")} data-testid="home-accounts">
          <bdi data-testid="home-account-name">{name}</bdi>
          <DownIcon />
        </a>
      </h1>
      {small ? null : (
        <CopyButton value={address} label={text.copyAddress} done={text.copied}>
          <bdi dir="ltr">{shortAddress(address)}</bdi>
        </CopyButton>
      )}
    </header>
  );
}
