/** Row of a list whose press opens the actions of its entry. @module */
import type { ComponentChildren, VNode } from "preact";
import { DownIcon } from "../../ui/parts/icons/icons.tsx";

/** The row, with folded content below it; without content, only the row. */
export function Fold(props: {
  /** Icon or picture. */
  picture: VNode;
  /** Name, which others may have chosen. */
  title: string;
  line: string;
  testid: string;
  children: ComponentChildren;
}): VNode {
  const row = (
    <>
      <span class="disc">{props.picture}</span>
      <span class="row-text">
        <b>
          <bdi>{props.title}</bdi>
        </b>
        <span class="note">{props.line}</span>
      </span>
    </>
  );
  return (
    <li data-testid={props.testid}>
      {props.children === null ? <div class="row">{row}</div> : (
        <details class="fold">
          <summary class="row">
            {row}
            <DownIcon />
          </summary>
          {props.children}
        </details>
      )}
    </li>
  );
}
