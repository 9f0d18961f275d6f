/** Labelled values. @module */
import type { ComponentChildren, JSX } from "preact";

/** A label and its value. Another value is another element: it is exchanged, not moved. */
export function Row(
  props: { label: string; children: ComponentChildren; testid?: string },
): JSX.Element {
  const { children } = props;
  return (
    <div class="row">
      <dt>{props.label}</dt>
      <dd data-testid={props.testid}>
        {typeof children === "string" ? <span key={children}>{children}</span> : children}
      </dd>
    </div>
  );
}

/** A place where something will stand. */
export function Skeleton(props: { width: string }): JSX.Element {
  return <span class="skeleton" style={{ "--w": props.width }} aria-hidden="true" />;
}
