/** Lists the steps inside a router call or multicall. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AccountView, CallView, ChainView } from "@sdk/core/dialog";
import { isDanger, isUnclear, stepTitle } from "../../meaning/steps.ts";
import { asUnit, count } from "../../text/numbers.ts";
import { shortAddress } from "../../text/short_address.ts";
import { CallRows } from "./call_rows.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { Explanation } from "./explanation.tsx";
import { LongValue } from "../values/long_value.tsx";

/** Number of steps listed before the rest folds. */
const MAX_UNFOLDED = 4;

/** Props that all parts share. */
interface Shared {
  readonly chain: ChainView;
  readonly account: AccountView | null;
  readonly origin: string;
}

/** Steps of a call; `names` are the outer contracts, by address. */
export function Steps(
  props: Shared & { call: CallView; names?: Readonly<Record<string, string>> },
): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const [all, setAll] = useState(false);
  const { call, chain, account, origin } = props;
  const { explanation, to } = call;
  const { steps = [], unread = 0 } = explanation ?? {};
  if (steps.length === 0 && unread === 0) return null;
  const names = {
    ...props.names,
    ...(explanation?.contract !== undefined && { [to]: explanation.contract }),
  };
  // All steps of a list are made by the same contract.
  const by = steps[0]?.by;
  const through = by === undefined ? undefined : names[by] ?? shortAddress(by);
  // Dangerous steps never fold.
  const shown = all ? steps : steps.filter((step, index) => index < MAX_UNFOLDED || isDanger(step));
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
      {shown.length < steps.length || (all && steps.length > MAX_UNFOLDED)
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

/** A step with its own steps. */
function Step(
  props: Shared & {
    step: CallView;
    within: string;
    through: string | undefined;
    names: Readonly<Record<string, string>>;
  },
): JSX.Element {
  const locale = useDialogContext();
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
            <LongValue value={step.data} />
          </>
        )
        : null}
    </div>
  );
}
