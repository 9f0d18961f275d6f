/** Pages of a new device: find the account, create a passkey, and wait for a friend. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Address } from "../../core/lib/hex.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { MAX_ACCOUNT_NAME_LENGTH, MAX_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { createPasskey } from "../../core/wallet/context/new_passkey.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import { lookUp, readRecipient } from "../money/recipient.ts";
import { Page } from "../parts/page.tsx";
import { friendName, MAX_LINK_LENGTH, readLink } from "./link.ts";
import { type FriendProps, isCancel, NameField, Notice, Whole } from "./parts.tsx";
import { keepRegaining, type Regaining, regaining } from "./regain_state.ts";
import { findTarget, helpOf, type Target } from "./target.ts";
import { Waiting } from "./waiting.tsx";

/** The step that this device has reached. */
export function Regain(props: FriendProps): VNode {
  const { device, text, words } = props;
  const [state, setState] = useState(() => regaining(device.storage));
  const [found, setFound] = useState<Found | null>(null);
  const keep = (next: Regaining | null) => {
    keepRegaining(device.storage, next);
    setState(next);
  };
  return (
    <Page
      key={state !== null ? "wait" : found !== null ? "make" : "find"}
      title={words.regainTitle}
      text={text}
      back="lost"
      testid="friend-regain"
    >
      {state !== null
        ? <Waiting {...props} state={state} keep={keep} />
        : found !== null
        ? <Make {...props} found={found} keep={keep} />
        : <Find {...props} found={setFound} />}
    </Page>
  );
}

/** An account that a friend can recover. */
interface Found {
  readonly target: Target;
  /** Name with which it was found. */
  readonly name: string | undefined;
}

/** Field for the account, by its name or address. */
function Find(props: FriendProps & { found: (found: Found) => void }): VNode {
  const { device, text, words } = props;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const find = async (): Promise<string> => {
    // The chat with the friend may still have the link that asked for help.
    const link = readLink(typed.trim().split("/").at(-1)!);
    const wanted = link?.account ?? typed;
    const read = readRecipient(wanted, { contacts: { ...device.contacts, list: () => [] } });
    const recipient = read.kind === "address"
      ? read.recipient
      : read.kind === "name"
      ? await resolve(device, read.name)
      : "invalid";
    if (recipient === "invalid") return text.sendNot;
    const target = recipient && await findTarget(device.service, recipient.address);
    if (recipient === null || target === null) return words.notFound;
    const help = helpOf(target);
    if (help !== "possible") return help === "unused" ? words.unused : words.noFriend;
    props.found({ target, name: recipient.name });
    return "";
  };
  const submit = async () => {
    setBusy(true);
    setProblem(await find().catch(() => text.offline));
    setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{text.lostWays.friend[1]}</p>
      <label>
        {words.whichAccount}
        <input
          value={typed}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          dir="auto"
          maxLength={MAX_NAME_LENGTH + MAX_LINK_LENGTH}
          data-testid="friend-find"
          aria-invalid={problem !== ""}
          aria-describedby="friend-find-line"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <p class="note" id="friend-find-line" role="status" data-testid="friend-find-problem">
        {problem}
      </p>
      <button
        type="submit"
        class="primary wide"
        disabled={busy || typed.trim() === ""}
        data-testid="friend-find-go"
      >
        {busy ? text.loading : words.find}
      </button>
    </form>
  );
}

async function resolve(
  device: FriendProps["device"],
  name: string,
): Promise<{ readonly address: Address; readonly name?: string } | null> {
  const looked = await lookUp(device, name, null);
  return looked.kind === "found" ? looked.recipient : null;
}

/** The found account, and the button that creates its new passkey. */
function Make(
  props: FriendProps & { found: Found; keep: (state: Regaining) => void },
): VNode {
  const { device, found: { target, name: ens }, text, words, keep, start } = props;
  const { account } = target;
  const [name, setName] = useState(ens ?? "");
  const [state, setState] = useState<"idle" | "busy" | "failed" | "exists">("idle");
  const make = async () => {
    setState("busy");
    try {
      const called = cleanText(name, MAX_ACCOUNT_NAME_LENGTH) || shortAddress(account.address);
      const passkey = await createPasskey(
        {
          ceremony: device.ceremony,
          accounts: device.book,
          rpId: location.hostname,
          origin: location.origin,
          topOrigin: null,
        },
        { account, name: called },
        called,
        new AbortController().signal,
      );
      keep({
        account,
        name: friendName(name),
        credentialId: passkey.credentialId,
        publicKey: passkey.publicKey,
        backedUp: passkey.backedUp,
        aaguid: passkey.aaguid,
        started: [],
      });
    } catch (error) {
      const exists = error instanceof AcctError && error.data.cause === "passkey_exists";
      setState(exists ? "exists" : isCancel(error) ? "idle" : "failed");
    }
  };
  return (
    <>
      <Whole address={account.address} label={ens ?? words.account} testid="friend-account" />
      <NameField label={words.yourName} value={name} change={setName} testid="friend-name" />
      <p>{words.makeLine}</p>
      {state === "failed" ? <p role="alert" class="note danger">{words.failed}</p> : null}
      {state === "exists"
        ? (
          <>
            <Notice testid="friend-exists">{words.stillHere}</Notice>
            <button type="button" class="primary wide" onClick={() => start("existing")}>
              {words.signIn}
            </button>
          </>
        )
        : (
          <button
            type="button"
            class="primary wide"
            disabled={state === "busy"}
            data-testid="friend-make"
            onClick={() => void make()}
          >
            {words.make}
          </button>
        )}
      <p class="note">{text.welcomeLine}</p>
    </>
  );
}
