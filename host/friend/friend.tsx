/** Chooses the page about recovery with a friend, by the link that was opened. @module */
import type { VNode } from "preact";
import { isAddressEqual } from "viem";
import { Page } from "../parts/page.tsx";
import { Add } from "./add.tsx";
import { Agree } from "./agree.tsx";
import { Ask } from "./ask.tsx";
import { Confirm } from "./confirm.tsx";
import { type FriendLink, readLink } from "./link.ts";
import { type FriendProps, Notice, Whole } from "./parts.tsx";
import { Regain } from "./regain.tsx";

/** The page. */
export function Pages(props: FriendProps): VNode {
  const { at, item, words, text, accounts } = props;
  if (at === "regain") return <Regain {...props} />;
  const [record] = accounts;
  if (item === null) {
    return record === undefined
      ? (
        <Page title={words.ask} text={text} testid="friend-page">
          <SignIn {...props} line={words.needSignIn} />
        </Page>
      )
      : <Ask {...props} record={record} />;
  }
  const link = readLink(item);
  return link === null
    ? (
      <Page title={words.agreeTitle} text={text} testid="friend-page">
        <Notice testid="friend-problem">{words.unreadable}</Notice>
      </Page>
    )
    : <Linked key={item} {...props} link={link} />;
}

/** Page of a valid link. */
function Linked(props: FriendProps & { link: FriendLink }): VNode {
  const { link, accounts, words, text } = props;
  const own = accounts.find(({ account }) => isAddressEqual(account.address, link.account));
  const [record] = accounts;
  if (link.kind === "reply") {
    if (own !== undefined) return <Add {...props} link={link} record={own} />;
    return (
      <Page title={words.addTitle} text={text} testid="friend-page">
        <Notice testid="friend-other-account">{words.needSignIn}</Notice>
        <Whole address={link.account} label={words.account} testid="friend-account" />
        <Buttons {...props} existing />
      </Page>
    );
  }
  if (own !== undefined) {
    return (
      <Page title={words.agreeTitle} text={text} testid="friend-page">
        <Notice testid="friend-problem">{words.own}</Notice>
      </Page>
    );
  }
  const isNew = record === undefined;
  if (link.kind === "ask") {
    const signIn = isNew ? <SignIn {...props} line={words.needAccount} /> : null;
    return <Agree {...props} link={link} record={record} signIn={signIn} />;
  }
  // A new passkey could not help.
  const signIn = isNew ? <SignIn {...props} line={words.needHelper} existing /> : null;
  return <Confirm {...props} link={link} record={record} signIn={signIn} />;
}

/** Offers to create an account or to sign in; the page stays. */
function SignIn(props: FriendProps & { line: string; existing?: boolean }): VNode {
  return (
    <>
      <p>{props.line}</p>
      <Buttons {...props} />
    </>
  );
}

function Buttons({ text, start, existing = false }: FriendProps & { existing?: boolean }): VNode {
  return (
    <>
      {existing ? null : (
        <button
          type="button"
          class="primary wide"
          data-testid="friend-start"
          onClick={() => start("create")}
        >
          {text.start}
        </button>
      )}
      <button
        type="button"
        class={existing ? "primary wide" : "wide"}
        data-testid="friend-sign-in"
        onClick={() => start("existing")}
      >
        {text.haveAccount}
      </button>
    </>
  );
}
