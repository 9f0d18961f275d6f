/** Field for an address, which takes contacts and ENS names as well. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { MAX_NAME_LENGTH } from "../../core/protocol/limits.ts";
import type { RoomProps } from "../home/account.tsx";
import { inFours } from "./receive.tsx";
import { type LookedUp, lookUp, readRecipient, type Recipient } from "./recipient.ts";

/** Contacts offered below the field. */
const MAX_OFFERED = 6;

/** Field of the recipient, with the address that was found, and the contacts. */
export function RecipientField(
  props: RoomProps & {
    value: string;
    change: (value: string) => void;
    problem: string;
    recipient: Recipient | null;
    label: string;
    testid: string;
    /** Offers the contacts while the field is empty. */
    offer?: boolean;
  },
): VNode {
  const { device, text, value, change, problem, recipient } = props;
  const contacts = device.contacts.list().slice(0, MAX_OFFERED);
  return (
    <>
      <label>
        {props.label}
        <input
          value={value}
          placeholder={text.sendHint}
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
      <p class="note" id={`${props.testid}-line`} role="status" data-testid="home-send-found">
        {recipient === null ? problem : (
          <>
            {recipient.name === undefined ? null : <bdi>{recipient.name}</bdi>}
            <code class="whole start" dir="ltr">{inFours(recipient.address)}</code>
          </>
        )}
      </p>
      {props.offer === true && value === "" && contacts.length > 0
        ? (
          <div class="tools" role="group" aria-label={text.recent}>
            {contacts.map(({ address, name }) => (
              <button
                key={address}
                type="button"
                class="chip"
                data-testid="home-contact"
                onClick={() => change(name)}
              >
                <bdi>{name}</bdi>
              </button>
            ))}
          </div>
        )
        : null}
    </>
  );
}

/** The recipient that was typed; a name is looked up on a network, or on all (`null`). */
export function useRecipient(
  typed: string,
  { device, record, text }: RoomProps,
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
    // A pause in typing, so that beginnings of names are not looked up.
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
    return { recipient: null, problem: text.sendSelf };
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
