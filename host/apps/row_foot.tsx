/** Foot of a row: the spender's address, and the button that revokes its access. @module */
import type { VNode } from "preact";
import type { HomeText } from "../text/home_en.ts";

/** Folded address and button. */
export function RowFoot(props: {
  spender: string;
  text: HomeText;
  action: string;
  testid: string;
  onEnd: () => void;
}): VNode {
  return (
    <div class="row-foot">
      <details>
        <summary class="note">{props.text.detail}</summary>
        <code dir="ltr">{props.spender}</code>
      </details>
      <button
        type="button"
        class="link danger"
        data-testid={props.testid}
        onClick={props.onEnd}
      >
        {props.action}
      </button>
    </div>
  );
}
