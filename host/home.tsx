/** Home page, for users who open the wallet host directly. @module */
import { render } from "preact";
import { listAccounts, openDevice } from "./device.ts";
import { resolveLocale } from "./language.ts";
import { Account } from "./parts/account.tsx";
import { Network } from "./parts/network.tsx";
import { Alarms } from "./parts/alarms.tsx";
import { changeOwners, signIn } from "./prompts.ts";
import { homeTexts } from "./text.ts";

const { language, tag } = resolveLocale(navigator.languages);
const text = homeTexts[language];

/** Shows the accounts of this device, with their permissions and connected sites. */
export function showHome(place: HTMLElement): void {
  document.title = text.title;
  const device = openDevice(text.wallet);
  const addAccount = async () => {
    if (await signIn(device)) show();
  };
  const show = () => {
    const accounts = listAccounts(device);
    render(
      <main>
        <h1>{text.title}</h1>
        <Alarms
          device={device}
          accounts={accounts}
          text={text}
          stop={(record, owner) => changeOwners(device, record, { kind: "stop", owner }).then(show)}
        />
        <Network text={text} />
        {accounts.length === 0 ? <p>{text.empty}</p> : accounts.map((record) => (
          <Account
            key={record.account.address}
            device={device}
            record={record}
            changed={show}
            text={text}
            tag={tag}
          />
        ))}
        <p>
          <button type="button" data-testid="home-sign-in" onClick={() => void addAccount()}>
            {text.addAccount}
          </button>
        </p>
        <p class="note">{text.promise(location.host)}</p>
      </main>,
      place,
    );
  };
  show();
}
