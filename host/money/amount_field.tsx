/** Field of an amount: large, above the other fields of a form. @module */
import type { ComponentChildren, VNode } from "preact";
import type { HomeText } from "../text/home_en.ts";

/** The field, with a line below it. */
export function AmountField(props: {
  text: HomeText;
  value: string;
  invalid: boolean;
  testid: string;
  change: (value: string) => void;
  /** Value in the user's currency; `undefined` while it is unknown. */
  worth: string | undefined;
  /** Text below the field. */
  children: string;
  /** Control next to the text. */
  beside?: ComponentChildren;
}): VNode {
  const line = `${props.testid}-line`;
  return (
    <>
      <label class="sum">
        {props.text.amount}
        <input
          inputMode="decimal"
          autocomplete="off"
          class="amount"
          value={props.value}
          placeholder="0"
          data-testid={props.testid}
          aria-invalid={props.invalid}
          aria-describedby={line}
          onInput={(event) => props.change(event.currentTarget.value)}
        />
      </label>
      <p class="note worth" data-testid={`${props.testid}-worth`}>
        {props.worth === undefined ? "" : `≈ \u2068${props.worth}\u2069`}
      </p>
      <div class="beside">
        <span class={props.invalid ? "note danger" : "note"} id={line} role="status">
          {props.children}
        </span>
        {props.beside}
      </div>
    </>
  );
}
