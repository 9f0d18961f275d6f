/** The wallet home: one account at a time, its tabs, and the pages over them. @module */
import { render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Device, listAccounts, openDevice } from "../device/device.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { FirstChoice } from "../device/first_choice.ts";
import type { Locale } from "../page/language.ts";
import { load } from "../page/load.ts";
import { changeOwners, signIn } from "../device/prompts.ts";
import { FriendPages } from "../friend/lazy.tsx";
import { Alarms } from "../security/alarms.tsx";
import { Lost, Privacy } from "../security/pages.tsx";
import type { HomeText } from "../text/home_en.ts";
import { loadText } from "../text/text.ts";
import { Account } from "./account.tsx";
import { Accounts } from "./accounts.tsx";
import { Budget, useBudgetLink } from "./budget.tsx";
import { Header } from "./header.tsx";
import { Navigation } from "./navigation.tsx";
import { Network } from "../parts/network.tsx";
import { go, type Route, useRoute } from "../parts/route.ts";
import { Welcome } from "./welcome.tsx";

/** Button of the sign-in screen that was pressed before the page was loaded. */
export type Press = FirstChoice | null;

/**
 * Renders the wallet home in place of the current content; `signsIn` starts signing in immediately.
 */
export async function openApp(
  place: HTMLElement,
  { language, tag }: Locale,
  signsIn: () => Promise<Press>,
): Promise<void> {
  const text = await load(place, () => loadText(language));
  document.title = text.title;
  const device = openDevice(text);
  const pressed = await signsIn();
  const focused = document.activeElement?.getAttribute("data-testid");
  render(null, place);
  place.replaceChildren();
  render(<App device={device} text={text} tag={tag} signsIn={pressed} />, place);
  if (focused) place.querySelector<HTMLElement>(`[data-testid="${focused}"]`)?.focus();
}

/** Everything on the page. */
function App(
  props: { device: Device; text: HomeText; tag: string; signsIn: Press },
): VNode {
  const { device, text, tag } = props;
  const [accounts, setAccounts] = useState(() => listAccounts(device));
  const { at, item } = useRoute();
  const refresh = () => setAccounts(listAccounts(device));
  const [current] = accounts;
  const budget = useBudgetLink();
  const [starting, setStarting] = useState<Press>(null);
  const add = async (choice?: FirstChoice) => {
    const isIn = await signIn(device, choice);
    setStarting(null);
    if (!isIn) return;
    refresh();
    if (at === "accounts" || at === "lost") go("home");
  };
  const start = (choice: FirstChoice) => {
    if (starting !== null) return;
    setStarting(choice);
    void add(choice);
  };
  useEffect(() => {
    // The user may have pressed a link after the button.
    if (props.signsIn !== null && at === "home") start(props.signsIn);
  }, []);
  useEffect(() => {
    // A press then opens the passkey prompt without a request in between.
    if (current === undefined) device.service.configuration().catch(() => {});
  }, []);
  useEffect(() => scrollTo(0, 0), [at, item]);
  useEffect(() => {
    document.title = text.title;
  }, [at]);
  const own = {
    device,
    accounts,
    text,
    tag,
    item,
    starting,
    start,
    changed: refresh,
    add: () => void add(),
  };
  if (current === undefined) {
    return isApart(at) && at !== "accounts"
      ? <Apart {...own} at={at} />
      : <Welcome text={text} starting={starting} start={start} />;
  }
  return (
    <>
      <div class="notices">
        <Alarms
          device={device}
          accounts={accounts}
          text={text}
          tag={tag}
          stop={(record, owner) =>
            changeOwners(device, record, { kind: "stop", owner }).then(refresh)}
        />
        <Network text={text} />
        <Budget
          key={current.account.address}
          device={device}
          record={current}
          asked={budget.asked}
          done={budget.done}
          text={text}
        />
      </div>
      {isApart(at)
        ? (
          <>
            <Header record={current} text={text} size="over" />
            <Apart {...own} at={at} />
            <Navigation at={at} text={text} />
          </>
        )
        : (
          <Account
            key={current.account.address}
            device={device}
            record={current}
            at={at}
            item={item}
            changed={refresh}
            text={text}
            tag={tag}
          />
        )}
    </>
  );
}

/** Pages that are not about the current account alone. */
const apartPages = ["lost", "privacy", "friend", "regain", "accounts"] as const;

type ApartPage = (typeof apartPages)[number];

function isApart(at: Route["at"]): at is ApartPage {
  return apartPages.some((page) => page === at);
}

function Apart(
  { at, ...props }: {
    at: ApartPage;
    device: Device;
    accounts: readonly AccountRecord[];
    text: HomeText;
    tag: string;
    item: string | null;
    starting: Press;
    start: (choice: FirstChoice) => void;
    changed: () => void;
    add: () => void;
  },
): VNode {
  switch (at) {
    case "lost":
      return <Lost {...props} way={props.item} />;
    case "privacy":
      return <Privacy text={props.text} />;
    case "accounts":
      return <Accounts {...props} />;
    case "friend":
    case "regain":
      return <FriendPages {...props} at={at} />;
  }
}
