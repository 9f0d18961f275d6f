/** Page on which the user adds a friend who agreed to help. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { isAddressEqual } from "viem";
import { addressOwner } from "../../core/account/owners/key.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { changeOwners } from "../device/prompts.ts";
import { CheckIcon } from "../parts/icons.tsx";
import { RetryNote, useLoaded } from "../parts/loaded.tsx";
import { inFours } from "../parts/in_fours.tsx";
import { Page } from "../parts/page.tsx";
import { loadOwners } from "../security/load.ts";
import { friendBook } from "../../core/wallet/device/friends.ts";
import { friendName, type Reply } from "./link.ts";
import { Code, type FriendProps, NameField, Notice, quoted, sentence } from "./parts.tsx";

/** The friend, with the code to compare, and the button that opens the dialog. */
export function Add(props: FriendProps & { link: Reply; record: AccountRecord }): VNode {
  const { device, accounts, link: { account, helper, ...link }, record, text, words } = props;
  const [name, setName] = useState(link.name);
  const owners = useLoaded(() => loadOwners(device, record), record);
  const who = quoted(friendName(name), words);
  const isOwn = accounts.some((own) => isAddressEqual(own.account.address, helper));
  const known = owners.value?.owners.some(({ owner }) => owner === addressOwner(helper));
  const add = async () => {
    const called = friendName(name);
    const added = await changeOwners(device, record, {
      kind: "address",
      address: helper,
      name: called,
    });
    owners.refresh();
    if (!added) return;
    const at = Math.floor(Date.now() / 1000);
    if (called !== "") {
      friendBook(device.storage).put({ account, address: helper, name: called, at });
      void device.sync(account);
    }
    location.hash = "#/security";
  };
  return (
    <Page title={sentence(words.addAsk(who))} text={text} back="security" testid="friend-add">
      {isOwn
        ? <Notice testid="friend-problem">{words.own}</Notice>
        : known === true
        ? (
          <p class="banner" role="status" data-testid="friend-known">
            <CheckIcon /> {sentence(words.isAdded(who))}
          </p>
        )
        : (
          <>
            <p>{words.addLine}</p>
            <Code account={account} sent={helper} line={words.compare(who)} words={words} />
            <details open={link.name === ""}>
              <summary class="note">{text.detail}</summary>
              <NameField
                label={words.friendsName}
                value={name}
                change={setName}
                testid="friend-name"
              />
              <code class="whole start" dir="ltr" data-testid="friend-helper">
                {inFours(helper)}
              </code>
            </details>
            {owners.failed
              ? <RetryNote text={text} refresh={owners.refresh}>{text.offline}</RetryNote>
              : null}
            <button
              type="button"
              class="primary wide"
              disabled={owners.value === null}
              data-testid="friend-add-now"
              onClick={() => void add()}
            >
              {words.add(who)}
            </button>
          </>
        )}
    </Page>
  );
}
