/** Page with a link that requests the help of a friend. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { Page } from "../parts/page.tsx";
import { hashOf } from "../parts/route.ts";
import { friendName } from "./link.ts";
import { type FriendProps, NameField, ShareLink } from "./parts.tsx";

/** The link, with the user's name. */
export function Ask(props: FriendProps & { record: AccountRecord }): VNode {
  const { record, text, words } = props;
  const [name, setName] = useState(record.ens ?? "");
  const [isShared, setIsShared] = useState(false);
  const link = {
    kind: "ask",
    account: record.account.address,
    name: friendName(name),
  } as const;
  return (
    <Page title={words.ask} text={text} back="security" testid="friend-ask">
      <p>{words.askLine}</p>
      <NameField label={words.yourName} value={name} change={setName} testid="friend-name" />
      <ShareLink
        link={link}
        title={words.sendLink}
        text={text}
        words={words}
        shared={() => setIsShared(true)}
      />
      <div class="quiet-line" role="status" data-testid="friend-asked">
        {isShared
          ? (
            <p class="banner">
              <b>{words.waitsForFriend}</b> {words.askNext}
            </p>
          )
          : null}
      </div>
      <a class="quiet" href={hashOf("recovery")} data-testid="friend-use-address">
        {words.useAddress}
      </a>
    </Page>
  );
}
