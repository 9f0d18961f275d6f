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
  const link = {
    kind: "ask",
    account: record.account.address,
    name: friendName(name),
  } as const;
  return (
    <Page title={words.ask} text={text} back="security" testid="friend-ask">
      <p>{words.askLine}</p>
      <NameField label={words.yourName} value={name} change={setName} testid="friend-name" />
      <ShareLink link={link} title={words.sendLink} text={text} words={words} />
      <p class="note">{words.askNext}</p>
      <a class="button link" href={hashOf("recovery")} data-testid="friend-use-address">
        {words.useAddress}
      </a>
    </Page>
  );
}
