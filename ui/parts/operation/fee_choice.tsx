/** Choice of the token that pays the fee. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Address, FeeOptionView, FeeView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";

/** Props of {@linkcode FeeChoice}. */
export interface FeeChoiceProps {
  /** Current fee. */
  readonly fee: ChoosableFee;
  /** True while its amounts are loading. */
  readonly loading: boolean;
  /** True while the passkey is in use. */
  readonly busy: boolean;
  /** Prepares the fee in another token. */
  readonly choose: (token: Address | null) => void;
}

/** Fee that the account pays in a token of several. */
export type ChoosableFee = Extract<FeeView, { payer: "account" }> & {
  readonly options: readonly FeeOptionView[];
};

/** Returns whether several tokens can pay a fee. */
export function isChoosable(fee: FeeView | null): fee is ChoosableFee {
  return fee?.payer === "account" && fee.options !== undefined;
}

/** Tokens that can pay the fee. */
export function FeeChoice(props: FeeChoiceProps): JSX.Element {
  const { text, tag } = useDialogContext();
  const { fee, choose } = props;
  const [chosen, setChosen] = useState(false);
  const { token, options } = fee;
  const most = (option: Pick<FeeOptionView, "maximum" | "token">) =>
    text.feeMaximum(
      withSymbol(amountAtMost(option.maximum, option.token.decimals, tag), option.token, tag),
    );
  return (
    <>
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
    </>
  );
}
