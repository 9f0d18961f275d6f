/** The parts of the rescue page. @module */
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { getAddress, type Hex, size, slice } from "viem";
import type { ShownOwner } from "./account.ts";
import type { FormInput } from "./forms.ts";
import type { RescueText } from "./words/en.ts";

/** Text input with a button. */
export function Field(props: {
  label: string;
  hint?: string;
  testid: string;
  action: string;
  busy: boolean;
  onSubmit: (value: string) => void;
}): JSX.Element {
  const id = useId();
  const [value, setValue] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit(value);
      }}
    >
      <Input
        id={id}
        label={props.label}
        testid={props.testid}
        value={value}
        onInput={setValue}
        {...(props.hint !== undefined && { hint: props.hint })}
      />
      <button type="submit" data-testid={`${props.testid}-go`} disabled={props.busy}>
        {props.action}
      </button>
    </form>
  );
}

function Input(props: {
  id: string;
  label: string;
  hint?: string;
  testid: string;
  value: string;
  onInput: (value: string) => void;
}): JSX.Element {
  return (
    <>
      <label for={props.id}>{props.label}</label>
      <input
        id={props.id}
        data-testid={props.testid}
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={props.value}
        aria-describedby={props.hint === undefined ? undefined : `${props.id}-hint`}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      {props.hint === undefined
        ? null
        : <span id={`${props.id}-hint`} class="note">{props.hint}</span>}
    </>
  );
}

/** Form to send and call. */
export function ActForm(props: {
  text: RescueText;
  busy: boolean;
  onCheck: (typed: FormInput) => void;
}): JSX.Element {
  const { text } = props;
  const id = useId();
  const [typed, setTyped] = useState<FormInput>({
    kind: "native",
    to: "",
    amount: "",
    token: "",
    data: "",
  });
  const set = (name: keyof FormInput) => (value: string) => setTyped({ ...typed, [name]: value });
  const field = (name: Exclude<keyof FormInput, "kind">, label: string) => (
    <Input
      id={`${id}-${name}`}
      label={label}
      testid={name}
      value={typed[name]}
      onInput={set(name)}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onCheck(typed);
      }}
    >
      <label for={`${id}-kind`}>{text.kind}</label>
      <select
        id={`${id}-kind`}
        data-testid="kind"
        value={typed.kind}
        onChange={(event) => set("kind")(event.currentTarget.value)}
      >
        <option value="native">{text.kinds.native}</option>
        <option value="token">{text.kinds.token}</option>
        <option value="raw">{text.kinds.raw}</option>
      </select>
      {typed.kind === "token" ? field("token", text.token) : null}
      {field("to", typed.kind === "raw" ? text.contract : text.to)}
      {field("amount", text.amount)}
      {typed.kind === "raw" ? field("data", text.data) : null}
      <button type="submit" data-testid="check" disabled={props.busy}>{text.check}</button>
    </form>
  );
}

/** Owner list, with buttons to remove owners where possible. */
export function OwnerList(props: {
  text: RescueText;
  owners: readonly ShownOwner[];
  mine: number;
  onRemove?: (owner: Hex, index: number) => void;
}): JSX.Element {
  const { text, owners, mine, onRemove } = props;
  return (
    <>
      <h3>{text.owners}</h3>
      <ul>
        {owners.map(({ owner, index, word, recovers }) => (
          <li key={word} data-testid="owner-entry">
            <code dir="ltr">{nameOf(owner ?? word)}</code>
            <span class="note">
              {owner === null || size(owner) === 64 ? text.passkey : null}
              {recovers ? text.recoveryOwner : null}
              {index === mine ? text.you : null}
            </span>
            {onRemove === undefined || owner === null ? null : (
              <button
                type="button"
                data-testid={`remove-${index}`}
                onClick={() => onRemove(owner, index)}
              >
                {text.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shortens a key; shows an address in full. */
function nameOf(owner: Hex): string {
  return size(owner) === 32 && BigInt(owner) >> 160n === 0n
    ? getAddress(slice(owner, 12))
    : `${owner.slice(0, 14)}…${owner.slice(-12)}`;
}
