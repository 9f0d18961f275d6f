/** Form with a recipient: an address, a contact or an ENS name. @module */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { MAX_NAME_LENGTH } from "../../core/ground/limits.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { inFours } from "../parts/in_fours.tsx";
import type { RoomProps } from "../parts/room.ts";
import { Faces } from "../payees/faces.tsx";
import type { Payee } from "../payees/payees.ts";
import { type LookedUp, lookUp, readRecipient, type Recipient } from "./recipient.ts";

/** Form that sends to a recipient, or stores one. */
export function RecipientForm(
  props: RoomProps & {
    /** Network on which the recipient is used; `null` for all networks. */
    chainId: number | null;
    /** Label of the field. */
    label: string;
    /** Reason why the own account is refused. */
    self?: string;
    testid: string;
    /** Recipients to choose while the field is empty. */
    offer?: readonly Payee[];
    class?: string;
    /** Shown above the field. */
    intro?: ComponentChildren;
    /** The button. */
    submit: { readonly text: string; readonly testid: string; readonly class?: string };
    /** False if another field is invalid. Default: true. */
    isReady?: boolean;
    /** Returns whether the form is finished; its recipient is then cleared. */
    onSubmit: (recipient: Recipient) => boolean | Promise<boolean>;
    /** Renders the other fields. */
    children?: (recipient: Recipient | null) => ComponentChildren;
  },
): VNode {
  const { chainId, label, testid, offer = [], isReady = true } = props;
  const [typed, setTyped] = useState("");
  const { recipient, problem } = useRecipient(typed, props, chainId);
  const submit = async () => {
    if (recipient !== null && isReady && await props.onSubmit(recipient)) setTyped("");
  };
  return (
    <form
      class={props.class}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {props.intro}
      <RecipientField
        {...props}
        value={typed}
        change={setTyped}
        problem={problem}
        recipient={recipient}
        label={label}
        testid={testid}
        offer={offer}
        chainId={chainId}
      />
      {props.children?.(recipient)}
      <button
        type="submit"
        class={props.submit.class}
        disabled={recipient === null || !isReady}
        data-testid={props.submit.testid}
      >
        {props.submit.text}
      </button>
    </form>
  );
}

/** Field of the recipient, with the resolved address, and the contacts. */
function RecipientField(
  props: RoomProps & {
    value: string;
    change: (value: string) => void;
    problem: string;
    recipient: Recipient | null;
    label: string;
    testid: string;
    offer: readonly Payee[];
    chainId: number | null;
  },
): VNode {
  const { text, value, change, problem, recipient } = props;
  return (
    <>
      <label>
        {props.label}
        <input
          value={value}
          placeholder={props.label === text.sendHint ? "" : text.sendHint}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          dir="auto"
          maxLength={MAX_NAME_LENGTH}
          data-testid={props.testid}
          aria-invalid={problem !== "" && recipient === null}
          aria-describedby={`${props.testid}-line`}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      <p
        class={recipient === null ? "note" : "note found"}
        id={`${props.testid}-line`}
        role="status"
        data-testid="home-send-found"
      >
        {recipient === null ? problem : (
          <>
            <Identicon address={recipient.address} />
            <span>
              {recipient.name === undefined ? null : <bdi>{recipient.name}</bdi>}
              <code class="whole start" dir="ltr">{inFours(recipient.address)}</code>
            </span>
          </>
        )}
      </p>
      {value === ""
        ? (
          <Faces
            device={props.device}
            text={text}
            payees={props.offer}
            chainId={props.chainId}
            choose={change}
          />
        )
        : null}
    </>
  );
}

/** The entered recipient; a name is looked up on a network, or on all (`null`). */
function useRecipient(
  typed: string,
  { device, record, text, self = text.sendSelf }: RoomProps & { self?: string },
  chainId: number | null,
): { recipient: Recipient | null; problem: string } {
  const [found, setFound] = useState<{ asked: string; looked: LookedUp } | null>(null);
  const [failed, setFailed] = useState(false);
  const read = readRecipient(typed, device);
  const name = read.kind === "name" ? read.name : null;
  const asked = `${chainId} ${name}`;
  const looked = found?.asked === asked ? found.looked : null;
  useEffect(() => {
    setFailed(false);
    if (name === null) return;
    let current = true;
    // Waits for a pause in typing, so that prefixes of names are not looked up.
    const timer = setTimeout(() => {
      lookUp(device, name, chainId).then(
        (looked) => current && setFound({ asked, looked }),
        () => current && setFailed(true),
      );
    }, 400);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  const recipient = read.kind === "address"
    ? read.recipient
    : looked?.kind === "found"
    ? looked.recipient
    : null;
  if (recipient?.address.toLowerCase() === record.account.address.toLowerCase()) {
    return { recipient: null, problem: self };
  }
  if (read.kind === "invalid") return { recipient: null, problem: text.sendNot };
  if (name === null || recipient !== null) return { recipient, problem: "" };
  if (failed) return { recipient: null, problem: text.offline };
  if (looked === null) return { recipient: null, problem: text.nameLooking };
  const problem = looked.kind === "missing"
    ? text.nameMissing(name, `\u2068${looked.network}\u2069`)
    : text.nameDiffers(name);
  return { recipient: null, problem };
}
