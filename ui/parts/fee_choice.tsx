/** In what the account pays its fee, where there is a choice. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Address, FeeOptionView, FeeView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, withSymbol } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { DownIcon } from "./icons.tsx";

/** What the choice needs. */
export interface FeeChoiceProps {
  /** The fee as it is now. */
  readonly fee: FeeView | null;
  /** Whether its figures are on their way. */
  readonly loading: boolean;
  /** Whether the passkey is in use. */
  readonly busy: boolean;
  /** Whether too little is left for it as it is. */
  readonly short: boolean;
  /** Has the fee prepared in another token. */
  readonly choose: ((token: Address | null) => void) | undefined;
}

/** The choice; nothing where there is none. */
export function FeeChoice(props: FeeChoiceProps): JSX.Element | null {
  const { text, tag } = useSurroundings();
  const { fee, choose } = props;
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(false);
  const [needed, setNeeded] = useState(false);
  if (fee?.payer !== "account" || fee.options === undefined || choose === undefined) return null;
  const { token, options } = fee;
  // Who cannot pay as it is, is shown what else there is, for as long as that is so.
  if (props.short && !open && !chosen) {
    setOpen(true);
    setNeeded(true);
  } else if (!props.short && needed && !chosen) {
    setOpen(false);
    setNeeded(false);
  }
  const most = (option: Pick<FeeOptionView, "maximum" | "token">) =>
    text.feeMaximum(
      withSymbol(amountAtMost(option.maximum, option.token.decimals, tag), option.token, tag),
    );
  return (
    <details
      key={needed ? "needed" : "offered"}
      class="panel"
      data-testid="sdk-fee-choice"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="call-words">
          <span key={token.symbol} class="small">{text.feeChoice(token.symbol)}</span>
        </span>
        <DownIcon class="chevron" />
      </summary>
      <fieldset class="fees" disabled={props.busy}>
        <legend class="hidden">{text.feeChoose}</legend>
        {options.map((option) => {
          const { address, symbol, decimals } = option.token;
          const isChosen = address === token.address;
          return (
            <label key={address ?? ""} class="check">
              <input
                type="radio"
                name="sdk-fee"
                data-testid={`sdk-fee-${symbol}`}
                checked={isChosen}
                disabled={option.obstacle !== null && !isChosen}
                onChange={() => {
                  setChosen(true);
                  choose(address);
                }}
              />
              <span>
                <bdi>{symbol}</bdi>
                {option.maximum === 0n ? null : <small>{most(option)}</small>}
                <small>
                  {text.feeBalance(
                    withSymbol(exactAmount(option.balance, decimals, tag), option.token, tag),
                  )}
                </small>
                {option.takenBy === undefined
                  ? null
                  : <small>{text.feeTakenBy(option.takenBy)}</small>}
                {option.obstacle === null
                  ? null
                  : <small class="risk">{text.feeObstacle[option.obstacle]}</small>}
              </span>
            </label>
          );
        })}
      </fieldset>
      <span class="hidden" role="status">
        {!chosen ? "" : props.loading ? text.feeLoading : most(fee)}
      </span>
    </details>
  );
}
