/** Shows one account: header, tab, and navigation. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { learnName } from "../../core/wallet/context/learn_name.ts";
import { Activity } from "../activity/list.tsx";
import { Apps } from "../apps/apps.tsx";
import { Bring } from "../money/bring.tsx";
import { Items } from "../items/items.tsx";
import { Pay } from "../money/pay.tsx";
import { Receive } from "../money/receive.tsx";
import { Request } from "../money/request.tsx";
import { Send } from "../money/send.tsx";
import { TestMoney } from "../money/test_money.tsx";
import { ItemsLink } from "../items/link.tsx";
import { Tokens, Total, useHoldings, useWorth } from "../money/tokens.tsx";
import { updateAccount } from "../device/prompts.ts";
import { Contacts } from "../people/contacts.tsx";
import { LostDevice } from "../security/lost_device.tsx";
import { type LoadedOwners, loadOwners } from "../security/load.ts";
import { hadOtherOwners, NotCreatedNotes } from "../security/not_created.tsx";
import { isOutdated, savedFile } from "../security/saved_file.ts";
import { Recovery } from "../security/recovery.tsx";
import { RecoveryFile } from "../security/recovery_file.tsx";
import { Security } from "../security/security.tsx";
import { Updates } from "../security/updates.tsx";
import { Actions, FirstMoney } from "./actions.tsx";
import { type Loaded, useLoaded } from "../parts/loaded.tsx";
import type { RoomProps } from "../parts/room.ts";
import { Header } from "./header.tsx";
import { Navigation } from "./navigation.tsx";
import { Settings } from "./settings.tsx";
import { type AccountPage, hashOf, type Tab } from "../parts/route.ts";

/** Props of a tab or page of an account. */
type PlaceProps = RoomProps & {
  readonly owners: Loaded<LoadedOwners>;
  /** Open entry of a list. */
  readonly item: string | null;
  /** Called after a change of the device's accounts. */
  readonly changed: () => void;
  /** Available updates, which the first tab shows below the name. */
  readonly updates?: VNode;
};

type Place = (props: PlaceProps) => VNode | null;

/** Pages that open over the tabs. */
const pages: Readonly<Record<AccountPage, Place>> = {
  receive: ({ owners, ...room }) => <Receive {...room} chains={owners.value?.chains ?? []} />,
  request: Request,
  bring: ({ owners, ...room }) => <Bring {...room} chains={owners.value?.chains ?? null} />,
  send: Send,
  pay: Pay,
  contacts: Contacts,
  device: LostDevice,
  recovery: Recovery,
  file: RecoveryFile,
  settings: Settings,
};

/** A tab, or the list of collectibles below the first tab. */
type ContentName = Tab | "collectibles";

const contents: Readonly<Record<ContentName, Place>> = {
  home: Overview,
  collectibles: Items,
  activity: Activity,
  apps: Apps,
  security: Security,
};

/** Account with its tabs. */
export function Account(
  props: RoomProps & {
    at: AccountPage | ContentName;
    item: string | null;
    /** Called after a change of the device's accounts. */
    changed: () => void;
  },
): VNode {
  const { at, ...room } = props;
  const { changed } = props;
  const { device, record, text } = room;
  // Loaded once for the notices, the list of owners, and the warnings for receiving.
  const owners = useLoaded(() => loadOwners(device, record), record);
  useEffect(() => {
    if (record.ens !== undefined) return;
    void learnName({ service: device.service, accounts: device.book }, record.account.address)
      .then((learned) => learned && changed());
  }, [record.account.address]);
  // Sites that the user connected or disconnected on another device.
  useEffect(
    () => void device.sync(record.account.address).then((isOther) => isOther && changed()),
    [record.account.address],
  );
  useEffect(
    () =>
      device.follow(
        record.account.address,
        // A first operation also creates the account on its network.
        ["recoveryChanged", "callsStatusChanged"],
        owners.refresh,
      ),
    [record.account.address],
  );
  if (isPage(at)) {
    const Page = pages[at];
    return (
      <>
        <Header record={record} text={text} size="over" />
        <Page {...room} owners={owners} />
        <Navigation at={at} text={text} />
      </>
    );
  }
  const Content = contents[at];
  const updates = (
    <Updates
      chains={owners.value?.chains ?? []}
      text={text}
      update={(chainId) => updateAccount(device, record, chainId).then(owners.refresh)}
    />
  );
  return (
    <>
      {at === "home" ? null : <Header record={record} text={text} size="small" />}
      <main data-testid="home-account" data-address={record.account.address}>
        {at === "home" ? null : updates}
        <Content {...room} owners={owners} updates={updates} />
      </main>
      <Navigation at={at === "collectibles" ? "home" : at} text={text} />
    </>
  );
}

function isPage(at: AccountPage | ContentName): at is AccountPage {
  return Object.hasOwn(pages, at);
}

/** The first tab; in a wide window, the lists are next to the account. */
function Overview({ owners, device, record, text, tag, updates }: PlaceProps): VNode {
  const room = { device, record, text, tag };
  const holdings = useHoldings(room);
  const worth = useWorth(room, holdings.value);
  // While the service is unreachable, the account may have some.
  const hasMoney = holdings.value === null ? holdings.failed : holdings.value.length > 0;
  return (
    <div class="split">
      <div class="column side">
        <Header record={record} text={text} size={hasMoney ? "large" : "first"} />
        {updates}
        {hasMoney
          ? (
            <>
              <Total worth={worth} text={text} />
              <Actions text={text}>
                <TestMoney {...room} given={holdings.refresh} />
              </Actions>
            </>
          )
          : null}
        <Reminder {...room} owners={owners.value} />
        {owners.value !== null && hadOtherOwners(owners.value.now)
          ? <NotCreatedNotes {...room} owners={owners} holdings={holdings.value} />
          : null}
      </div>
      <div class="column">
        <Tokens
          {...room}
          loaded={holdings}
          worth={worth}
          first={<FirstMoney {...room} given={holdings.refresh} />}
          items={<ItemsLink {...room} />}
        />
        <Activity {...room} item={null} brief />
      </div>
    </div>
  );
}

/** Suggests saving the recovery file again after the owners have changed. */
function Reminder(
  { device, record, text, owners }: RoomProps & { owners: LoadedOwners | null },
): VNode | null {
  const saved = savedFile(device.storage, record.account.address);
  if (owners === null || !isOutdated(saved, owners.now)) return null;
  return (
    <a class="banner warning" href={hashOf("file")} data-testid="home-reminder">
      {text.fileReminder}
    </a>
  );
}
