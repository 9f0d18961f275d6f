/** The calls of a batch, decoded from their bytes. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AccountView, CallView, ChainView, SendCallsPreview, Warning } from "@sdk/core/dialog";
import { titleOf } from "../meaning/intent.ts";
import { count } from "../text/numbers.ts";
import { Address } from "./address.tsx";
import { CallRows } from "./call_rows.tsx";
import { useSurroundings } from "./context.ts";
import { Explanation } from "./explanation.tsx";
import { Fingerprints } from "./fingerprints.tsx";
import { AllowIcon, CallIcon, DownIcon, type Icon, SendIcon } from "./icons.tsx";
import { Steps } from "./steps.tsx";

/** How many calls are listed before the person asks for all. */
const few = 4;

/** The list. */
export function CallList(props: {
  calls: readonly CallView[];
  warnings: readonly Warning[];
  chain: ChainView;
  account: AccountView | null;
  origin: string;
  digests: SendCallsPreview["digests"];
  folded: boolean;
}): JSX.Element | null {
  const { text, tag } = useSurroundings();
  const [all, setAll] = useState(false);
  const { calls } = props;
  // A plain transfer has been said completely by then.
  if (props.folded && calls.every((call) => call.kind === "send")) return null;
  const risky = new Set(
    props.warnings.filter(({ level }) => level !== "info").map(({ call }) => call),
  );
  // What is risky is never folded away.
  const shown = all ? calls : calls.filter((call, index) => index < few || risky.has(call.index));
  const shownCount = count(calls.length, tag);
  return (
    <section class="section">
      {calls.length > 1 ? <h2>{text.actions(calls.length, shownCount)}</h2> : null}
      <div class="panel">
        <ul class={all ? "calls many" : "calls"} data-testid="sdk-calls">
          {shown.map((call) => (
            <li key={call.index}>
              <Call
                call={call}
                chain={props.chain}
                account={props.account}
                origin={props.origin}
                digests={props.digests}
                alone={calls.length === 1}
                risky={risky.has(call.index)}
                folded={props.folded}
              />
            </li>
          ))}
        </ul>
      </div>
      {shown.length < calls.length || (all && calls.length > few)
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

/** One call; its details unfold. */
function Call(props: {
  call: CallView;
  chain: ChainView;
  account: AccountView | null;
  origin: string;
  digests: SendCallsPreview["digests"];
  alone: boolean;
  risky: boolean;
  folded: boolean;
}): JSX.Element {
  const { call, digests } = props;
  const surroundings = useSurroundings();
  const { text, tag } = surroundings;
  const { explanation } = call;
  // The values of the only call are what the decision is about.
  const begin = props.alone && explanation !== undefined;
  const [open, setOpen] = useState(begin);
  const CallKind = kinds[call.kind] ?? CallIcon;
  const party = props.folded ? call.to : call.recipient ?? call.to;
  return (
    <details open={begin} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-testid="sdk-call">
        <span class={props.risky ? "call-icon danger" : "call-icon"}>
          <CallKind />
        </span>
        <span class="call-words">
          <b>{props.folded ? text.details : titleOf(call, surroundings)}</b>
          <span class="small muted">
            <Address address={party} plain />
          </span>
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
                <span class="hex mono" dir="ltr" tabIndex={0}>{call.data}</span>
                {digests === undefined ? null : <Fingerprints read={() => digests(call)} />}
              </>
            )}
          </div>
        )
        : null}
    </details>
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
