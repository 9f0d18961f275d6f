/** Parts that the pages about recovery with a friend share. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Address, Hex } from "viem";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import type { Device } from "../device/device.ts";
import type { FirstChoice } from "../device/first_choice.ts";
import { QrCode } from "../../ui/parts/values/qr.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { inFours } from "../parts/in_fours.tsx";
import type { HomeText } from "../text/home_en.ts";
import { codeOf } from "./code.ts";
import type { FriendPasskey } from "./key.ts";
import { type FriendLink, urlOf } from "./link.ts";
import type { FriendWords } from "./words/friend_en.ts";

/** Props of each page. */
export interface FriendProps {
  readonly device: Device;
  /** Accounts of this device, the current one first. */
  readonly accounts: readonly AccountRecord[];
  readonly text: HomeText;
  readonly words: FriendWords;
  /** BCP 47 tag for numbers and dates. */
  readonly tag: string;
  /** The page: of a link, or of the recovery on a new device. */
  readonly at: "friend" | "regain";
  /** Encoded link. */
  readonly item: string | null;
  /** Prompts the user to create an account, or to sign in. */
  readonly start: (choice: FirstChoice) => void;
  /** Called after a change of the device's accounts. */
  readonly changed: () => void;
}

/** Quotes the name from a link, which its author chose. */
export function quoted(name: string, { aFriend, quote }: FriendWords): string {
  return name === "" ? aFriend : quote(`\u2068${name}\u2069`);
}

/** Starts a sentence with a capital letter, in languages that have them. */
export function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** An account in full, for comparison. */
export function Whole(props: { address: Address; label: string; testid: string }): VNode {
  const { address, label, testid } = props;
  return (
    <div class="card">
      <p class="who-line">
        <Identicon address={address} />
        {label}
      </p>
      <code class="whole start" dir="ltr" data-testid={testid}>{inFours(address)}</code>
    </div>
  );
}

/** A link to share: as a QR code, by the system, or as a copy. */
export function ShareLink(
  { link, title, text, words, shared = () => {} }: {
    link: FriendLink;
    title: string;
    text: HomeText;
    words: FriendWords;
    /** Called after the user shared or copied the link. */
    shared?: () => void;
  },
): VNode {
  const url = urlOf(link);
  const share = navigator.share === undefined
    ? null
    : () => void navigator.share({ title, url }).then(shared, () => {});
  return (
    <section class="card center" data-testid="friend-link" data-link={url}>
      <h2>{title}</h2>
      <QrCode testid="home-qr" value={url} label={words.linkCode} />
      <div class="pair">
        {share === null
          ? null
          : <button type="button" class="primary" onClick={share}>{text.share}</button>}
        <CopyButton
          value={url}
          label={text.copyLink}
          done={text.copied}
          class={share === null ? "primary" : ""}
          copied={shared}
        >
          {text.copyLink}
        </CopyButton>
      </div>
    </section>
  );
}

/** The code of an account and an address or key, with the reason to compare it. */
export function Code(
  { account, sent, line, words }: {
    account: Address;
    sent: Hex;
    line: string;
    words: FriendWords;
  },
): VNode {
  const [code, setCode] = useState("");
  useEffect(() => {
    let current = true;
    setCode("");
    void codeOf(account, sent).then((found) => current && setCode(found));
    return () => void (current = false);
  }, [account, sent]);
  return (
    <section class="card center">
      <p>{line}</p>
      <output class="friend-code" dir="ltr" aria-label={words.code} data-testid="friend-code">
        {code || "…"}
      </output>
    </section>
  );
}

/** Field with a name that the other user sees. */
export function NameField(
  { label, value, change, testid }: {
    label: string;
    value: string;
    change: (value: string) => void;
    testid: string;
  },
): VNode {
  return (
    <label>
      {label}
      <input
        value={value}
        autocomplete="off"
        dir="auto"
        maxLength={MAX_ACCOUNT_NAME_LENGTH}
        data-testid={testid}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

/** Sentence that replaces the rest of a page. */
export function Notice(
  { children, testid, danger = false }: { children: string; testid: string; danger?: boolean },
): VNode {
  return (
    <p class={danger ? "banner danger" : "banner warning"} role="status" data-testid={testid}>
      {children}
    </p>
  );
}

/** Formats a day with its weekday; `seconds` are Unix seconds. */
export function weekday(seconds: number, tag: string): string {
  return new Date(seconds * 1000).toLocaleDateString(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
}

/** Formats a moment with its weekday; `seconds` are Unix seconds. */
export function dayAndTime(seconds: number, tag: string): string {
  return new Date(seconds * 1000).toLocaleString(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** Passkeys of an account on this device. */
export function passkeysOf(
  { book }: Device,
  { account, rpId = location.hostname }: AccountRecord,
): FriendPasskey {
  const own = book.list().filter((each) =>
    each.account.address === account.address && (each.rpId ?? location.hostname) === rpId
  );
  return { rpId, credentialIds: own.map(({ credentialId }) => credentialId) };
}

/** Returns whether the user closed a prompt. */
export function isCancel(error: unknown): boolean {
  return error instanceof AcctError && error.code === 4001;
}
