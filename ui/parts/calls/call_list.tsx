/** Lists the calls of a batch, decoded from their bytes. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AccountView, CallView, ChainView, SendCallsPreview, Warning } from "@sdk/core/dialog";
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
import { Steps } from "./steps.tsx";
import { useGrowing } from "../hooks/use_growing.ts";

/** Number of calls listed before harmless ones fold. */
const MAX_UNFOLDED = 4;

/**
 * Maximum number of calls that have to be viewed; in longer lists, the layout of calls out of view
 * is skipped.
 */
const MAX_DECIDING = 20;

/** Number of calls rendered in one step: a card shows fewer. */
const PART = 8;

/** Call list. */
export function CallList(props: {
  calls: readonly CallView[];
  warnings: readonly Warning[];
  chain: ChainView;
  account: AccountView | null;
  origin: string;
  digests: SendCallsPreview["digests"];
  folded: boolean;
  /** True if the headline contains their number. */
  counted?: boolean;
}): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const [all, setAll] = useState(false);
  const { calls } = props;
  const rendered = useGrowing(calls.length, PART);
  // The headline already describes a plain send completely.
  if (props.folded && calls.every((call) => call.kind === "send")) return null;
  const risky = new Set(
    props.warnings.filter(({ level }) => level !== "info").map(({ call }) => call),
  );
  // Only calls that are known to be harmless are folded.
  const first = calls.filter((call, index) =>
    index < MAX_UNFOLDED || risky.has(call.index) || !canFold(call)
  );
  const shown = all ? calls : first;
  const shownCount = count(calls.length, tag);
  const decides = (call: CallView, index: number) =>
    risky.has(call.index) || (!props.folded && index < MAX_DECIDING && first.includes(call));
  return (
    <section class="section">
      {calls.length > 1 && !props.counted
        ? <h2>{text.actions(calls.length, shownCount)}</h2>
        : null}
      <div class="panel lines">
        <ul class={shown.length > MAX_DECIDING ? "calls many" : "calls"} data-testid="sdk-calls">
          {shown.slice(0, rendered).map((call, index) => (
            <li key={call.index}>
              <Call
                call={call}
                chain={props.chain}
                account={props.account}
                origin={props.origin}
                digests={props.digests}
                alone={calls.length === 1}
                risky={risky.has(call.index)}
                decides={decides(call, index)}
                folded={props.folded}
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

/** A call whose details unfold. */
function Call(props: {
  call: CallView;
  chain: ChainView;
  account: AccountView | null;
  origin: string;
  digests: SendCallsPreview["digests"];
  alone: boolean;
  risky: boolean;
  /** True if it has to be viewed before the calls are confirmed. */
  decides: boolean;
  folded: boolean;
}): JSX.Element {
  const { call, digests } = props;
  const context = useDialogContext();
  const { text, tag } = context;
  const { explanation } = call;
  // Fields of a single call are part of the decision.
  const begin = props.alone && explanation !== undefined;
  const [open, setOpen] = useState(begin);
  const CallKind = kinds[call.kind] ?? CallIcon;
  // The headline names the contract of a single unreadable call, and its value.
  const { title, about } = props.folded || (props.alone && isUnreadable(call))
    ? { title: text.details }
    : describeCall(call, props.chain, context);
  return (
    <details open={begin} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-testid="sdk-call" data-decides={props.decides ? "" : undefined}>
        <span class={props.risky ? "call-icon danger" : "call-icon"}>
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
          <Parties call={call} folded={props.folded} />
        </span>
        <DownIcon class="chevron" />
      </summary>
      {open
        ? (
          <div class="call-detail">
            <CallRows call={call} chain={props.chain} />
            {explanation === undefined ? null : (
              <Explanation
                explanation={explanation}
                account={props.account}
                origin={props.origin}
                contract={call.to}
                decides={begin}
              >
                <Steps
                  call={call}
                  chain={props.chain}
                  account={props.account}
                  origin={props.origin}
                />
              </Explanation>
            )}
            {call.data === "0x" ? null : (
              <>
                <span class="muted">
                  {text.data} · {text.bytes(count((call.data.length - 2) / 2, tag))}
                </span>
                <LongValue value={call.data} />
                {digests === undefined ? null : <Fingerprints read={() => digests(call)} />}
              </>
            )}
          </div>
        )
        : null}
    </details>
  );
}

/** Shows the called contract, and the recipient or spender next to it. */
function Parties({ call, folded }: { call: CallView; folded: boolean }): JSX.Element {
  const { text } = useDialogContext();
  const { kind, recipient, to } = call;
  if (kind === "send") return <Party address={to} whole />;
  return (
    <>
      {folded || recipient === undefined ? null : (
        <Party
          label={kind === "token_approve" || kind === "approval_for_all" ? text.spender : text.to}
          address={recipient}
          whole
        />
      )}
      <Party label={text.contract} address={to} />
    </>
  );
}

function Party(
  { label, address, whole = false }: { label?: string; address: `0x${string}`; whole?: boolean },
): JSX.Element {
  return (
    <span class="small muted">
      {label === undefined ? null : <>{label}{" "}</>}
      <Address address={address} plain whole={whole} />
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
