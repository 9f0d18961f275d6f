/** Labelled values. @module */
import type { ComponentChildren, JSX } from "preact";
import { DownIcon } from "../icons/icons.tsx";

/** Label and value. A new value is a new element, so that it replaces the old one in place. */
export function Row(
  props: {
    label: string;
    children: ComponentChildren;
    testid?: string;
    /**
     * True if it has to be viewed before the request is confirmed; `note` if only once a late note
     * covers it.
     */
    decides?: boolean | "note";
  },
): JSX.Element {
  const { children } = props;
  return (
    <div
      class="row"
      data-decides={props.decides === "note" ? "note" : props.decides ? "" : undefined}
    >
      <dt>{props.label}</dt>
      <dd data-testid={props.testid}>
        {typeof children === "string" ? <span key={children}>{children}</span> : children}
      </dd>
    </div>
  );
}

/** Label and value; a press unfolds more. */
export function Fold(
  props: {
    label: string;
    value?: ComponentChildren;
    children: ComponentChildren;
    testid?: string;
    open?: boolean;
  },
): JSX.Element {
  return (
    <details class="panel" {...(props.open !== undefined && { open: props.open })}>
      <summary data-testid={props.testid}>
        <span class="call-words muted small">{props.label}</span>
        {props.value}
        <DownIcon class="chevron" />
      </summary>
      {props.children}
    </details>
  );
}

/** Placeholder of a value that is loading. */
export function Skeleton(props: { width: string }): JSX.Element {
  return <span class="skeleton" style={{ "--w": props.width }} aria-hidden="true" />;
}
