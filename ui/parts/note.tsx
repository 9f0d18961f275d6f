/** Notes: warnings, failures and things to know. @module */
import type { ComponentChildren, JSX } from "preact";
import type { ErrorView, Warning } from "@sdk/core/dialog";
import type { CauseText, Text } from "../text/text.ts";
import { useSurroundings } from "./context.ts";
import { AlertIcon, InfoIcon, Spinner } from "./icons.tsx";
import { isWebView } from "./web_view.ts";

/** A note with an icon. */
export function Note(props: {
  level: "info" | "warning" | "danger" | "success";
  words: CauseText;
  testid?: string;
  /** Whether something is going on. */
  waits?: boolean;
  /** Longer words that may come to stand in place of these, as the measure of its room. */
  room?: string;
  children?: ComponentChildren;
}): JSX.Element {
  const { level, words } = props;
  return (
    <div
      class={`note ${level}`}
      part={`note ${level}`}
      role={level === "info" || level === "success" ? "note" : "alert"}
      data-testid={props.testid}
    >
      {props.waits === true
        ? <Spinner />
        : level === "info" || level === "success"
        ? <InfoIcon />
        : <AlertIcon />}
      <b>{words.title}</b>
      {props.room === undefined
        ? <span>{words.body}</span>
        : (
          <span class="roomy" data-room={props.room}>
            <span>{words.body}</span>
          </span>
        )}
      {props.children === undefined ? null : <div>{props.children}</div>}
    </div>
  );
}

/** All warnings, the gravest first; several of one kind are one note. */
export function Warnings(props: { warnings: readonly Warning[] }): JSX.Element | null {
  const { text } = useSurroundings();
  const order = { danger: 0, warning: 1, info: 2 } as const;
  const seen = new Map<string, Warning>();
  for (const warning of props.warnings) {
    const key = `${warning.code} ${warning.detail ?? ""}`;
    const before = seen.get(key);
    if (before === undefined || order[warning.level] < order[before.level]) seen.set(key, warning);
  }
  if (seen.size === 0) return null;
  const sorted = [...seen.values()].sort((a, b) => order[a.level] - order[b.level]).slice(0, 20);
  return (
    // Others are exchanged as a whole, and read out again.
    <div key={[...seen.keys()].join()} class="stack" data-testid="sdk-warnings">
      {sorted.map((warning) => (
        <Note
          key={`${warning.code} ${warning.detail ?? ""}`}
          level={warning.level}
          words={(text.warnings[warning.code] ?? unknownWarning(text))(
            (warning.detail ?? "").slice(0, 300),
          )}
          testid={`sdk-warning-${warning.code}`}
        />
      ))}
    </div>
  );
}

/** A failure of the last try. */
export function Failure(props: { error: ErrorView }): JSX.Element {
  const { text } = useSurroundings();
  const { cause } = props.error;
  const calm = cause === "passkey_cancelled" || cause === "quote_changed" || cause === "not_ready";
  const unasked = cause === "passkey_cancelled" && isWebView(navigator.userAgent);
  return (
    <Note
      level={calm ? "info" : "danger"}
      words={unasked ? text.cancelledInApp : causeText(text, props.error)}
      testid="sdk-failure"
    />
  );
}

/** The words for an error; where the tables have none, its own sentence as a detail. */
export function causeText(text: Text, error: ErrorView): CauseText {
  return text.causes[error.cause] ??
    { title: text.otherCause.title, body: `${error.message} ${text.otherCause.body}`.trim() };
}

/** For a warning that a newer core knows and this table does not. */
function unknownWarning(text: Text): (detail: string) => CauseText {
  return (detail) => ({ title: text.warnings.unknown_function("").title, body: detail });
}
