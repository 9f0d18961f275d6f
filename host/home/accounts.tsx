/** Page on which users choose, add or sign out accounts. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { shortAddress } from "../../ui/text/short_address.ts";
import type { Device } from "../device/device.ts";
import type { HomeText } from "../text/home_en.ts";
import { AddIcon, CheckIcon } from "../parts/icons.tsx";
import { forget } from "../device/memory.ts";
import { ownName } from "../parts/own_name.ts";
import { Page } from "../parts/page.tsx";
import { go } from "../parts/route.ts";
import { lastTotal } from "../money/worth.ts";
import { friendBook, helpedBook } from "../../core/wallet/device/friends.ts";
import { secretBook } from "../sync/secrets.ts";

/** Sum of the balances; renders nothing if it is unknown. */
function LastTotal({ total }: { total: string | null }): VNode | null {
  return total === null ? null : (
    <span class="row-amount" data-testid="home-choice-total">
      <bdi>{total}</bdi>
    </span>
  );
}

/** Accounts of this device, the current one first. */
export function Accounts(props: {
  device: Device;
  accounts: readonly AccountRecord[];
  text: HomeText;
  tag: string;
  changed: () => void;
  add: () => void;
}): VNode {
  const { device, accounts, text, tag } = props;
  const [leaving, setLeaving] = useState<string | null>(null);
  const choose = (record: AccountRecord) => {
    device.book.put({ ...record, lastUsed: Math.floor(Date.now() / 1000) });
    props.changed();
    go("home");
  };
  const leave = (record: AccountRecord) => {
    signOut(device, record);
    setLeaving(null);
    props.changed();
    go(device.book.list().length === 0 ? "home" : "accounts");
  };
  return (
    <Page title={text.accounts} text={text}>
      <ul class="rows">
        {accounts.map((record, index) => (
          <li key={record.account.address} data-testid="home-choice">
            <button type="button" class="row" onClick={() => choose(record)}>
              <span class="disc">
                <Identicon address={record.account.address} />
              </span>
              <span class="row-text">
                <b>
                  <bdi>{ownName(record, text)}</bdi>
                </b>
                <span class="note">
                  <bdi dir="ltr">{shortAddress(record.account.address)}</bdi>
                </span>
              </span>
              <LastTotal total={lastTotal(device.storage, record.account.address, tag)} />
              {index === 0
                ? (
                  <span class="tick">
                    <CheckIcon />
                  </span>
                )
                : null}
            </button>
            {leaving === record.account.address
              ? (
                <div class="confirm" role="group" aria-label={text.signOut}>
                  <p class="note">{text.signOutLine}</p>
                  <button type="button" onClick={() => setLeaving(null)}>{text.cancel}</button>
                  <button
                    type="button"
                    data-testid="home-sign-out-now"
                    onClick={() => leave(record)}
                  >
                    {text.signOut}
                  </button>
                </div>
              )
              : !record.registered
              // Only this device has the passkey's key until the service stores it.
              ? null
              : (
                <button
                  type="button"
                  class="link"
                  data-testid="home-sign-out"
                  onClick={() => setLeaving(record.account.address)}
                >
                  {text.signOut}
                </button>
              )}
          </li>
        ))}
      </ul>
      <button type="button" class="wide" data-testid="home-sign-in" onClick={props.add}>
        <AddIcon /> {text.addAccount}
      </button>
    </Page>
  );
}

/** Removes an account and its data from this device. */
function signOut(device: Device, left: AccountRecord): void {
  const { address } = left.account;
  // The account leaves this device regardless of the result.
  void import("../security/push.ts").then(({ leavePush }) => leavePush(device, left)).catch(
    () => {},
  );
  const secrets = secretBook(device.storage);
  for (const record of device.book.list()) {
    if (record.account.address !== address) continue;
    device.book.forget(record.credentialId);
    secrets.forget(record.credentialId);
  }
  device.sites.replace(address, []);
  device.grants.replace(address, []);
  device.requesters.forget(address);
  friendBook(device.storage).replace(address, []);
  helpedBook(device.storage).replace(address, []);
  for (const { secret, account } of device.links.list()) {
    if (account?.toLowerCase() === address.toLowerCase()) device.links.end(secret);
  }
  for (const name of ["balances", "history", "items", "prices"]) {
    forget(device.storage, `${name} ${address}`);
  }
}
