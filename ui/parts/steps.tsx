/** What a router or multicall does inside, step by step. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AccountView, CallView, ChainView } from "@sdk/core/dialog";
import { isDanger, isUnclear, stepTitle } from "../meaning/steps.ts";
import { asUnit, count } from "../text/numbers.ts";
import { shortAddress } from "./address.tsx";
import { CallRows } from "./call_rows.tsx";
import { useSurroundings } from "./context.ts";
import { Explanation } from "./explanation.tsx";

/** How many steps are listed before the person asks for all. */
const few = 4;

/** What every step is shown with. */
interface Shared {
  readonly chain: ChainView;
  readonly account: AccountView | null;
  readonly origin: string;
}

/** The steps of a call; `names` are the contracts around it, by address. */
export function Steps(
  props: Shared & { call: CallView; names?: Readonly<Record<string, string>> },
): JSX.Element | null {
  const { text, tag } = useSurroundings();
  const [all, setAll] = useState(false);
  const { call, chain, account, origin } = props;
  const { explanation, to } = call;
  const { steps = [], unread = 0 } = explanation ?? {};
  if (steps.length === 0 && unread === 0) return null;
  const names = {
    ...props.names,
    ...(explanation?.contract !== undefined && { [to]: explanation.contract }),
  };
  // All steps of a list have the same contract to thank for being done.
  const by = steps[0]?.by;
  const through = by === undefined ? undefined : names[by] ?? shortAddress(by);
  // What is dangerous is never folded away.
  const shown = all ? steps : steps.filter((step, index) => index < few || isDanger(step));
  return (
    <div class="steps" data-testid="sdk-steps">
      <b class="small">
        {text.stepsInside(steps.length + unread, count(steps.length + unread, tag))}
      </b>
      {through === undefined
        ? null
        : <small class="muted">{text.stepsThrough(asUnit(through, tag))}</small>}
      <ol class="steps-list">
        {shown.map((step) => (
          <li key={step.index} data-testid="sdk-step" value={step.index + 1}>
            <Step
              step={step}
              within={to}
              through={through}
              names={names}
              chain={chain}
              account={account}
              origin={origin}
            />
          </li>
        ))}
      </ol>
      {shown.length < steps.length || (all && steps.length > few)
        ? (
          <button
            type="button"
            class="link"
            data-testid="sdk-show-steps"
            onClick={() => setAll(!all)}
          >
            {all ? text.showLess : text.showAll(count(steps.length, tag))}
          </button>
        )
        : null}
      {unread === 0 ? null : (
        <small class="risk" data-testid="sdk-steps-unread">
          {text.stepsUnread(unread, count(unread, tag))}
        </small>
      )}
    </div>
  );
}

/** One step with its own. */
function Step(
  props: Shared & {
    step: CallView;
    within: string;
    through: string | undefined;
    names: Readonly<Record<string, string>>;
  },
): JSX.Element {
  const locale = useSurroundings();
  const { text, tag } = locale;
  const { step, within, through, names, chain, account, origin } = props;
  const { explanation } = step;
  return (
    <div class="call-rows">
      <b class={isDanger(step) ? "risk" : undefined}>
        {stepTitle(step, { within, through, locale })}
      </b>
      {step.mayFail === true ? <small class="muted">{text.mayFail}</small> : null}
      <CallRows call={step} chain={chain} within={within as `0x${string}`} />
      {explanation === undefined ? null : (
        <Explanation
          explanation={explanation}
          account={account}
          origin={origin}
          contract={step.to}
          bare
        >
          <Steps call={step} names={names} chain={chain} account={account} origin={origin} />
        </Explanation>
      )}
      {isUnclear(step) && step.data !== "0x" && explanation?.source !== "pinned"
        ? (
          <>
            <span class="muted">
              {text.data} · {text.bytes(count((step.data.length - 2) / 2, tag))}
            </span>
            <span class="hex mono" dir="ltr" tabIndex={0}>{step.data}</span>
          </>
        )
        : null}
    </div>
  );
}
