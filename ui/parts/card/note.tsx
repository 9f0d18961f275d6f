/** Notes: warnings, failures and information. @module */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { ErrorView, Warning } from "@sdk/core/dialog";
import { causeText } from "../../text/cause.ts";
import type { CauseText, Text } from "../../text/en.ts";
import { shortAddress } from "../../text/short_address.ts";
import { useDialogContext } from "../hooks/context.ts";
import { InfoIcon, Spinner } from "../icons/dialog_icons.tsx";
import { isOfNetwork } from "../hooks/use_offline.ts";
import { AlertIcon, DownIcon } from "../icons/icons.tsx";

/** Note with an icon. */
export function Note(props: {
  /** Type of the note; a neutral one announces a problem that costs nothing. */
  level: "info" | "neutral" | "warning" | "danger" | "success";
  words: CauseText;
  testid?: string;
  /** Shows a spinner. */
  waits?: boolean;
  /** Longer text that may replace the current one, to reserve its space. */
  room?: string;
  /**
   * True to show only the title if the whole note would cover content that decides; a press shows
   * the rest.
   */
  folds?: boolean;
  /** True to show only the title until a press shows the rest. */
  folded?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  const { level, words } = props;
  const { text } = useDialogContext();
  const [unfolded, setUnfolded] = useState(false);
  const folded = props.folded === true && !unfolded;
  const folds = folded || (props.folds === true && !unfolded);
  return (
    <div
      class={`note ${level}${folds ? " folds" : ""}${folded ? " folded" : ""}`}
      part={`note ${level}`}
      data-decides={level === "danger" || level === "warning" ? "" : undefined}
      role={level === "info" || level === "success" ? "note" : "alert"}
      data-testid={props.testid}
    >
      {props.waits === true
        ? <Spinner />
        : level === "info" || level === "success" || level === "neutral"
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
      {folds
        ? (
          <button
            type="button"
            class="unfold"
            data-testid="sdk-unfold"
            aria-label={`${words.title}: ${text.details}`}
            aria-expanded="false"
            onClick={() => setUnfolded(true)}
          >
            <DownIcon />
          </button>
        )
        : null}
    </div>
  );
}

/** Warnings about content that the wallet cannot read. */
const unread: ReadonlySet<Warning["code"]> = new Set(["unknown_function", "partly_read"]);

/** All warnings, the most severe first; warnings of one kind share a note. */
export function Warnings(props: { warnings: readonly Warning[] }): JSX.Element | null {
  const { text } = useDialogContext();
  const order = { danger: 0, warning: 1, info: 2 } as const;
  const seen = new Map<string, Warning>();
  for (const warning of props.warnings) {
    const key = `${warning.code} ${warning.detail ?? ""}`;
    const before = seen.get(key);
    if (before === undefined || order[warning.level] < order[before.level]) seen.set(key, warning);
  }
  if (seen.size === 0) return null;
  // A failure costs only the fee: it follows the losses. The first warning of each kind is shown.
  const rank = ({ code, level }: Warning) =>
    level === "danger" && code === "simulation_reverts" ? 0.5 : order[level];
  const all = [...seen.values()].sort((a, b) => rank(a) - rank(b));
  const firsts = new Set(new Map(all.toReversed().map((each) => [each.code, each])).values());
  const sorted = [
    ...all.filter((each) => firsts.has(each)),
    ...all.filter((each) => !firsts.has(each)),
  ].slice(0, 20).sort((a, b) => rank(a) - rank(b));
  return (
    // A change replaces the element, so that it is announced again.
    <div key={[...seen.keys()].join()} class="stack" data-testid="sdk-warnings">
      {sorted.map((warning, index) => (
        <Note
          key={`${warning.code} ${warning.detail ?? ""}`}
          level={unread.has(warning.code) ? "warning" : warning.level}
          words={(text.warnings[warning.code] ?? unknownWarning(text))(
            detailOf(warning),
          )}
          testid={`sdk-warning-${warning.code}`}
          // The worst one stays whole, and so does each that names an address.
          folded={index > 0 && warning.detail?.startsWith("0x") !== true}
        />
      ))}
    </div>
  );
}

/** Returns whether one of the warnings is about a possible loss. */
export function hasDanger(warnings: readonly Warning[] = []): boolean {
  return warnings.some(({ level }) => level === "danger");
}

/**
 * Returns the detail of a warning. Addresses are shown in full elsewhere, unless they are compared.
 */
function detailOf({ code, detail = "" }: Warning): string {
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(detail);
  return isAddress && code !== "look_alike" ? shortAddress(detail) : detail.slice(0, 300);
}

/** Failure of the last attempt. */
export function Failure({ error: { cause } }: { error: ErrorView }): JSX.Element {
  const { text, failure = causeText(text, cause) } = useDialogContext();
  const calm = cause === "passkey_cancelled" || cause === "quote_changed" || cause === "not_ready";
  return (
    <Note
      level={calm ? "info" : levelOf({ cause })}
      words={failure}
      testid="sdk-failure"
      folds
    />
  );
}

/** Returns the level of an error: without a connection, nothing is at risk. */
export function levelOf(error: Pick<ErrorView, "cause">): "neutral" | "danger" {
  return isOfNetwork(error) ? "neutral" : "danger";
}

/** Text for a warning of a newer core version. */
function unknownWarning(text: Text): (detail: string) => CauseText {
  return (detail) => ({ title: text.warnings.unknown_function("").title, body: detail });
}
