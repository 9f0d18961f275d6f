/** The home page: one account at a time, its tabs, and the pages over them. @module */
import { render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Device, listAccounts, openDevice } from "../device.ts";
import type { Locale } from "../language.ts";
import { hostPromise } from "../other_hosts.ts";
import { changeOwners, signIn } from "../prompts.ts";
import { Alarms } from "../security/alarms.tsx";
import { Lost, Privacy } from "../security/pages.tsx";
import { type HomeText, loadText } from "../text/text.ts";
import { Account } from "./account.tsx";
import { Accounts } from "./accounts.tsx";
import { Budget, useBudgetLink } from "./budget.tsx";
import { MarkIcon } from "./icons.tsx";
import { Network } from "./network.tsx";
import { go, hashOf, useRoute } from "./route.ts";

/** Shows the home page in place of what is there. */
export async function openApp(place: HTMLElement, { language, tag }: Locale): Promise<void> {
  const text = await loadText(language);
  document.title = text.title;
  const device = openDevice(text.wallet);
  place.replaceChildren();
  render(<App device={device} text={text} tag={tag} />, place);
}

/** Everything on the page. */
function App(props: { device: Device; text: HomeText; tag: string }): VNode {
  const { device, text, tag } = props;
  const [accounts, setAccounts] = useState(() => listAccounts(device));
  const { at, item } = useRoute();
  const refresh = () => setAccounts(listAccounts(device));
  const [current] = accounts;
  const budget = useBudgetLink();
  const add = async () => {
    if (!await signIn(device)) return;
    refresh();
    if (at === "accounts") go("home");
  };
  useEffect(() => scrollTo(0, 0), [at, item]);
  useEffect(() => {
    document.title = text.title;
  }, [at]);
  if (at === "lost") return <Lost text={text} />;
  if (at === "privacy") return <Privacy text={text} />;
  if (current === undefined) return <Welcome text={text} start={() => void add()} />;
  return (
    <>
      <div class="notices">
        <Alarms
          device={device}
          accounts={accounts}
          text={text}
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
      {at === "accounts"
        ? (
          <Accounts
            device={device}
            accounts={accounts}
            text={text}
            changed={refresh}
            add={() => void add()}
          />
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

/** First visit: nothing but the way in. */
function Welcome({ text, start }: { text: HomeText; start: () => void }): VNode {
  return (
    <main class="welcome">
      <Network text={text} />
      <span class="mark">
        <MarkIcon />
      </span>
      <h1>{text.welcome}</h1>
      <p>{text.welcomeLine}</p>
      <button type="button" class="primary wide" data-testid="home-sign-in" onClick={start}>
        {text.start}
      </button>
      <a class="quiet" href={hashOf("lost")} data-testid="home-lost">{text.lost}</a>
      <p class="note foot">
        {hostPromise(text)} <a href={hashOf("privacy")}>{text.privacy}</a>
      </p>
    </main>
  );
}
