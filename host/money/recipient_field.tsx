/** Field for an address, which takes contacts and ENS names as well. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { MAX_NAME_LENGTH } from "../../core/protocol/limits.ts";
import type { RoomProps } from "../home/account.tsx";
import { inFours } from "./receive.tsx";
import { lookUp, readRecipient, type Recipient } from "./recipient.ts";

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

/** The recipient that was typed, looked up if it is a name. */
export function useRecipient(
  typed: string,
  { device, record, text }: RoomProps,
): { recipient: Recipient | null; problem: string } {
  const [found, setFound] = useState<{ name: string; recipient: Recipient | null } | null>(null);
  const [failed, setFailed] = useState(false);
  const read = readRecipient(typed, device);
  const name = read.kind === "name" ? read.name : null;
  useEffect(() => {
    setFailed(false);
    if (name === null) return;
    let current = true;
    // A pause in typing, so that beginnings of names are not looked up.
    const timer = setTimeout(() => {
      lookUp(device, name).then(
        (recipient) => current && setFound({ name, recipient }),
        () => current && setFailed(true),
      );
    }, 400);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name]);
  const recipient = read.kind === "address"
    ? read.recipient
    : name !== null && found?.name === name
    ? found.recipient
    : null;
  if (recipient?.address.toLowerCase() === record.account.address.toLowerCase()) {
    return { recipient: null, problem: text.sendSelf };
  }
  if (read.kind === "invalid") return { recipient: null, problem: text.sendNot };
  if (name === null || recipient !== null) return { recipient, problem: "" };
  if (failed) return { recipient: null, problem: text.offline };
  const looked = found?.name === name;
  return { recipient: null, problem: looked ? text.nameUnknown(name) : text.nameLooking };
}
