/** Choice of the token that pays the fee. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Address, FeeOptionView, FeeView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { DownIcon } from "../icons/icons.tsx";

/** Props of {@linkcode FeeChoice}. */
export interface FeeChoiceProps {
  /** Current fee. */
  readonly fee: FeeView | null;
  /** True while its amounts are loading. */
  readonly loading: boolean;
  /** True while the passkey is in use. */
  readonly busy: boolean;
  /** True if only the current fee exceeds the balance, so that another token can help. */
  readonly short: boolean;
  /** Prepares the fee in another token. */
  readonly choose: ((token: Address | null) => void) | undefined;
}

/** Fee options; renders nothing if there is only one. */
export function FeeChoice(props: FeeChoiceProps): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const { fee, choose } = props;
  const [chosen, setChosen] = useState(false);
  if (fee?.payer !== "account" || fee.options === undefined || choose === undefined) return null;
  const { token, options } = fee;
  const most = (option: Pick<FeeOptionView, "maximum" | "token">) =>
    text.feeMaximum(
      withSymbol(amountAtMost(option.maximum, option.token.decimals, tag), option.token, tag),
    );
  return (
    <details class="panel" data-testid="sdk-fee-choice">
      <summary>
        <span class="call-words">
          <span key={token.symbol} class={props.short ? "small strong" : "small"}>
            {text.feeChoice(token.symbol)}
          </span>
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
                <small>
                  {option.maximum === 0n ? null : `${most(option)} · `}
                  {text.feeBalance(
                    withSymbol(exactAmount(option.balance, decimals, tag), option.token, tag),
                  )}
                </small>
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
