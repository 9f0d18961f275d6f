/** Lists the calls of a batch, decoded from their bytes. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AccountView, CallView, ChainView, SendCallsPreview, Warning } from "@sdk/core/dialog";
import type { Shown } from "../../meaning/coverage.ts";
import { canFold, describeCall, isUnreadable } from "../../meaning/intent.ts";
import { count } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { CallRows } from "./call_rows.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { Explanation } from "./explanation.tsx";
import { Fingerprints } from "../values/fingerprints.tsx";
import { LongValue } from "../values/long_value.tsx";
import type { Icon } from "../icons/icon.tsx";
import { AllowIcon, CallIcon, DownIcon, SendIcon } from "../icons/icons.tsx";
import { Fold } from "../values/rows.tsx";
import { Steps } from "./steps.tsx";
import { useGrowing } from "../hooks/use_growing.ts";

/** Number of calls listed before harmless ones fold. */
const MAX_UNFOLDED = 4;

/**
 * Number of calls that have to be viewed, beside the largest of each token; in longer lists, the layout of calls out of view
 * is skipped.
 */
const MAX_DECIDING = 20;

/** Number of calls rendered in one step: a card shows fewer. */
const PART = 8;

/** Props of {@linkcode CallList}. */
export interface CallListProps {
  readonly calls: readonly CallView[];
  readonly warnings: readonly Warning[];
  readonly chain: ChainView;
  readonly account: AccountView | null;
  readonly origin: string;
  readonly digests: SendCallsPreview["digests"];
  /** True if the headline and the rows above contain every effect and every party. */
  readonly folded: boolean;
  /** True if the headline is the title of a single call. */
  readonly titled?: boolean;
  /** True if the headline, or the line below it, names a single call of a known contract. */
  readonly named?: boolean;
  /** True if the headline contains their number. */
  readonly counted?: boolean;
  /** Parties that rows above show in full: the list shortens them. */
  readonly shown: Shown;
}

/** Call list: one row that unfolds if the calls are already described, otherwise a row for each. */
export function CallList(props: CallListProps): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const { calls } = props;
  const risky = new Set(
    props.warnings.filter(({ level }) => level !== "info").map(({ call }) => call),
  );
  const [only] = calls;
  if (props.folded && calls.length === 1 && only !== undefined) {
    // The headline describes a plain send completely.
    return only.kind === "send" ? null : <Call {...props} call={only} risky={risky} plain alone />;
  }
  if (!props.folded || risky.size > 0) return <Calls {...props} risky={risky} />;
  return (
    <Fold label={text.actions(calls.length, count(calls.length, tag))} testid="sdk-actions">
      <Calls {...props} risky={risky} counted />
    </Fold>
  );
}

/** A row for each call; harmless ones of a longer list fold. */
function Calls(props: CallListProps & { risky: ReadonlySet<number | undefined> }): JSX.Element {
  const { text, tag } = useDialogContext();
  const [all, setAll] = useState(false);
  const { calls, risky } = props;
  const rendered = useGrowing(calls.length, PART);
  // Only calls that are known to be harmless are folded.
  const first = calls.filter((call, index) =>
    index < MAX_UNFOLDED || risky.has(call.index) || !canFold(call)
  );
  const shown = all ? calls : first;
  const shownCount = count(calls.length, tag);
  const largest = largestOf(calls);
  const decides = (call: CallView, index: number) =>
    risky.has(call.index) ||
    (!props.folded && (index < MAX_DECIDING || largest.has(call)) && first.includes(call));
  return (
    <section class="section">
      {calls.length > 1 && props.counted !== true
        ? <h2>{text.actions(calls.length, shownCount)}</h2>
        : null}
      <div class="panel lines">
        <ul class={shown.length > MAX_DECIDING ? "calls many" : "calls"} data-testid="sdk-calls">
          {shown.slice(0, rendered).map((call, index) => (
            <li key={call.index}>
              <Call
                {...props}
                call={call}
                alone={calls.length === 1}
                decides={decides(call, index)}
              />
            </li>
          ))}
        </ul>
        {shown.some((call, index) => index >= rendered && decides(call, index))
          ? <span hidden data-decides="later" />
          : null}
      </div>
      {shown.length < calls.length ||
          (all && calls.some((call, index) => index >= MAX_UNFOLDED && canFold(call)))
        ? (
          <button
            type="button"
            class="link"
            data-testid="sdk-show-all"
            onClick={() => setAll(!all)}
          >
            {all ? text.showLess : text.showAll(shownCount)}
          </button>
        )
        : null}
    </section>
  );
}

/** Returns the call with the largest amount of each token. */
function largestOf(calls: readonly CallView[]): ReadonlySet<CallView> {
  const largest = new Map<string, CallView>();
  for (const call of calls) {
    const key = call.token?.address?.toLowerCase() ?? (call.kind === "call" ? call.to : "native");
    const amount = ({ amount, value }: CallView) => amount ?? value;
    const before = largest.get(key);
    if (before === undefined || amount(call) > amount(before)) largest.set(key, call);
  }
  return new Set(largest.values());
}

/** Props of {@linkcode Call}. */
interface CallProps extends
  Pick<
    CallListProps,
    "account" | "chain" | "digests" | "named" | "origin" | "shown" | "titled"
  > {
  readonly call: CallView;
  /** Calls with a warning. */
  readonly risky: ReadonlySet<number | undefined>;
  /** True if it is the only one. */
  readonly alone: boolean;
  /** True if it has to be viewed before the calls are confirmed. Default: if it has a warning. */
  readonly decides?: boolean;
  /** True if the headline and the rows above describe it. */
  readonly plain?: boolean;
}

/** A call whose details unfold. */
function Call(props: CallProps): JSX.Element {
  const { call, alone } = props;
  const context = useDialogContext();
  const isRisky = props.risky.has(call.index);
  // Fields of a single call are part of the decision.
  const begin = alone && call.explanation !== undefined;
  const [open, setOpen] = useState(begin);
  const CallKind = kinds[call.kind] ?? CallIcon;
  const isForOthers = call.recipient !== undefined &&
    call.recipient.toLowerCase() !== props.account?.address.toLowerCase();
  // The rows below name its contract.
  const isKnown = begin && props.named === true && call.explanation?.source === "pinned";
  // The headline names a single call, or its contract, and its value.
  const plain = props.plain === true || isKnown ||
    (alone && (isUnreadable(call) || (props.titled === true && !begin && !isForOthers)));
  const { title, about } = describeCall(call, props.chain, context);
  return (
    <details
      class={props.plain ? "panel" : undefined}
      open={begin}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary data-testid="sdk-call" data-decides={props.decides ?? isRisky ? "" : undefined}>
        {plain
          ? (
            <>
              <span class="call-words small muted">{context.text.details}</span>
              {isKnown || (isListedToken(call) && call.value === 0n)
                ? null
                : <Named {...props} contract />}
            </>
          )
          : (
            <>
              <span class={isRisky ? "call-icon danger" : "call-icon"}>
                <CallKind />
              </span>
              <span class="call-words">
                <b>{title}</b>
                {about === undefined ? null : (
                  <>
                    {" "}
                    <span class="small">{about}</span>
                    {" "}
                  </>
                )}
                <Parties {...props} />
              </span>
            </>
          )}
        <DownIcon class="chevron" />
      </summary>
      {open ? <Detail {...props} decides={begin} /> : null}
    </details>
  );
}

/** Everything about a call: its parties, its arguments or its description, and its data. */
function Detail(
  { call, chain, account, origin, digests, decides }: CallProps & { decides: boolean },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const { explanation } = call;
  const size = `${text.data} · ${text.bytes(count((call.data.length - 2) / 2, tag))}`;
  const codes = digests === undefined ? null : <Fingerprints read={() => digests(call)} />;
  return (
    <div class="call-detail">
      <CallRows call={call} chain={chain} />
      {explanation === undefined ? null : (
        <Explanation
          explanation={explanation}
          account={account}
          origin={origin}
          contract={call.to}
          decides={decides}
        >
          <Steps call={call} chain={chain} account={account} origin={origin} />
        </Explanation>
      )}
      {call.data === "0x" ? null : explanation?.source === "pinned"
        ? (
          <Fold label={size}>
            <LongValue value={call.data} />
            {codes}
          </Fold>
        )
        : (
          <>
            <span class="muted">{size}</span>
            <LongValue value={call.data} />
            {codes}
          </>
        )}
    </div>
  );
}

/** Recipient or spender of a call, and the called contract unless it is a token by its name. */
function Parties({ call, shown }: CallProps): JSX.Element {
  const { kind, recipient } = call;
  if (kind === "send") return <Named call={call} shown={shown} />;
  return (
    <>
      {recipient === undefined ? null : <Named call={call} shown={shown} />}
      {isListedToken(call) ? null : <Named call={call} shown={shown} contract />}
    </>
  );
}

/** Returns whether a call is a transfer or an approval of a listed token. */
function isListedToken({ kind, token }: CallView): boolean {
  return (kind === "token_transfer" || kind === "token_approve") && token !== undefined &&
    token.unlisted !== true;
}

/** A party of a call: in full unless a row above shows all of it. */
function Named(
  { call, shown, contract = false }: Pick<CallProps, "call" | "shown"> & { contract?: boolean },
): JSX.Element {
  const { text } = useDialogContext();
  const { kind, recipient, to } = call;
  const approves = kind === "token_approve" || kind === "approval_for_all";
  const label = contract ? text.contract : approves ? text.spender : text.to;
  const address = contract ? to : recipient ?? to;
  const key = address.toLowerCase();
  const isShort = contract ||
    (approves ? shown.spenders.has(key) : shown.recipient?.toLowerCase() === key);
  return (
    <span class="small muted">
      {kind === "send" && !contract ? null : <>{label}{" "}</>}
      <Address
        address={address}
        plain
        whole={!isShort}
      />
    </span>
  );
}

const kinds: Readonly<Record<CallView["kind"], Icon>> = {
  send: SendIcon,
  token_transfer: SendIcon,
  item_transfer: SendIcon,
  token_approve: AllowIcon,
  approval_for_all: AllowIcon,
  call: CallIcon,
};
