/** Page on which a friend agrees to help, and gets the link to send back. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Address } from "../../core/lib/hex.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { helpedBook } from "../../core/wallet/device/friends.ts";
import { Page } from "../parts/page.tsx";
import { claimOf, helpedName } from "./claim.ts";
import { type Ask, friendName } from "./link.ts";
import {
  Code,
  type FriendProps,
  NameField,
  Notice,
  quoted,
  sentence,
  ShareLink,
  Whole,
} from "./parts.tsx";
import { KeyProblem } from "./problem.tsx";
import { useKey } from "./use_key.ts";

/** The request, or the link back. */
export function Agree(
  props: FriendProps & {
    link: Ask;
    record: AccountRecord | undefined;
    /** Shown instead of the button without an account. */
    signIn: VNode | null;
  },
): VNode {
  const { device, accounts, link: { account, name }, record, signIn, text, words, changed } = props;
  const known = helpedName(device.storage, accounts, account);
  const isOther = claimOf(name, known).doubt === "renamed";
  const remember = () => {
    if (record === undefined || name === "") return;
    const at = Math.floor(Date.now() / 1000);
    helpedBook(device.storage).put({ account: record.account.address, address: account, name, at });
    void device.sync(record.account.address);
    changed();
  };
  const [own, setOwn] = useState(record?.ens ?? "");
  const [helper, setHelper] = useState<Address | null>(null);
  const key = useKey(device, record, account, ({ address }) => {
    remember();
    setHelper(address);
    return true;
  });
  const who = quoted(name, words);
  if (helper !== null) {
    const reply = { kind: "reply", account, helper, name: friendName(own) } as const;
    return (
      <Page key="agreed" title={words.agreeTitle} text={text} testid="friend-agreed">
        <ShareLink link={reply} title={words.agreed(who)} text={text} words={words} />
        <p class="note">{words.agreedLine}</p>
        <Code
          account={account}
          sent={helper}
          line={sentence(words.readCode(who))}
          words={words}
        />
      </Page>
    );
  }
  return (
    <Page title={words.agreeTitle} text={text} testid="friend-agree">
      <p data-testid="friend-asks">{sentence(words.asksYou(who))}</p>
      <Whole address={account} label={words.account} testid="friend-account" />
      <p class="note">{words.agreeLine}</p>
      {isOther
        ? (
          <Notice testid="friend-other-name" danger>
            {words.otherName(quoted(known!, words))}
          </Notice>
        )
        : null}
      {signIn ?? (isOther
        ? (
          <button
            type="button"
            class="danger wide"
            data-testid="friend-use-name"
            onClick={remember}
          >
            {words.useName(who)}
          </button>
        )
        : (
          <>
            <NameField label={words.yourName} value={own} change={setOwn} testid="friend-name" />
            <KeyProblem prompt={key} words={words} />
            <button
              type="button"
              class="primary wide"
              disabled={key.state === "busy"}
              data-testid="friend-help"
              onClick={() => void key.ask()}
            >
              {words.help(who)}
            </button>
          </>
        ))}
    </Page>
  );
}
