/** Foot of a row: folded details with the spender's address, and the button that revokes its access. @module */
import type { ComponentChildren, VNode } from "preact";
import { DownIcon } from "../../ui/parts/icons/icons.tsx";
import type { HomeText } from "../text/home_en.ts";

/** Folded details and button. */
export function RowFoot(props: {
  spender: string;
  text: HomeText;
  action: string;
  testid: string;
  onEnd: () => void;
  /** Shown above the address. */
  children?: ComponentChildren;
}): VNode {
  return (
    <div class="row-foot">
      <details class="fold">
        <summary class="note">
          {props.text.detail} <DownIcon />
        </summary>
        <div class="terms">
          {props.children}
          <code dir="ltr">{props.spender}</code>
        </div>
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
