/** Fields with which the user grants less than requested. @module */
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { GrantPreview } from "@sdk/core/dialog";
import { exactAmount, withSymbol } from "../../text/numbers.ts";
import { describePeriod } from "../../meaning/grant.ts";
import { readAmount } from "../../text/read_amount.ts";
import { Fold } from "../values/rows.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";

/** Props of {@linkcode LowerGrant}. */
export interface LowerGrantProps {
  /** The permission that would be granted now. */
  readonly permission: GrantPreview["permission"];
  /** The permission as requested. */
  readonly requested: GrantPreview["permission"];
  /** Lowers it. */
  readonly lower: NonNullable<GrantPreview["lower"]>;
  /** True while nothing can be changed. */
  readonly busy: boolean;
  /** Called with true while a field differs from the permission to be granted. */
  readonly onWrong: (isWrong: boolean) => void;
}

/** Amounts and expiry, folded until the user lowers them. */
export function LowerGrant(props: LowerGrantProps): JSX.Element {
  const { permission, requested, lower, busy, onWrong } = props;
  const context = useDialogContext();
  const words = useWords("grant");
  const { text, tag } = context;
  const [wrong, setWrong] = useState<ReadonlySet<number | "end">>(new Set());
  const id = useId();
  const allowances = permission.spends.map(({ allowance }) => allowance);
  /** Stores whether a field is invalid; returns true if it is valid. */
  const accept = (field: number | "end", isRight: boolean) => {
    const all = new Set(wrong);
    if (isRight) all.delete(field);
    else all.add(field);
    setWrong(all);
    onWrong(all.size > 0);
    return isRight;
  };
  const change = (index: number, typed: string) => {
    const { token, allowance: most } = requested.spends[index]!;
    const amount = readAmount(typed, token.decimals, tag);
    const isRight = amount !== null && amount > 0n && amount <= most;
    if (accept(index, isRight) && amount !== null && amount !== allowances[index]) {
      lower({
        allowances: allowances.map((each, place) => place === index ? amount : each),
        end: permission.end,
      });
    }
  };
  const changeEnd = (typed: string) => {
    // The last second of the chosen day, in the user's time zone.
    const chosen = Math.floor(new Date(`${typed}T23:59:59`).getTime() / 1000);
    const end = dayOf(requested.end) === typed ? requested.end : chosen;
    const first = Math.max(permission.start ?? 0, Math.floor(Date.now() / 1000));
    if (accept("end", end > first && end <= requested.end) && end !== permission.end) {
      lower({ allowances, end });
    }
  };
  return (
    <Fold label={words.less} testid="sdk-less">
      <p class="small muted">{words.lessHint}</p>
      {permission.spends.map((spend, index) => {
        const { token, allowance: most } = requested.spends[index]!;
        return (
          <div key={index} class="field">
            <label for={`${id}${index}`}>
              <bdi>{token.symbol}</bdi> {describePeriod(spend, context)}
            </label>
            <input
              id={`${id}${index}`}
              part="input"
              type="text"
              inputMode="decimal"
              autocomplete="off"
              disabled={busy}
              defaultValue={plain(spend.allowance, token.decimals, tag)}
              aria-invalid={wrong.has(index)}
              data-testid="sdk-less-amount"
              onChange={(event) => change(index, event.currentTarget.value)}
            />
            {!wrong.has(index)
              ? null
              : (
                <small class="risk" role="alert" data-testid="sdk-less-wrong">
                  {words.tooMuch(withSymbol(exactAmount(most, token.decimals, tag), token, tag))}
                </small>
              )}
          </div>
        );
      })}
      <div class="field">
        <label for={`${id}end`}>{text.validUntil}</label>
        <input
          id={`${id}end`}
          part="input"
          type="date"
          disabled={busy}
          defaultValue={dayOf(permission.end)}
          max={dayOf(requested.end)}
          aria-invalid={wrong.has("end")}
          data-testid="sdk-less-end"
          onChange={(event) => changeEnd(event.currentTarget.value)}
        />
        {!wrong.has("end")
          ? null
          : <small class="risk" role="alert" data-testid="sdk-less-wrong">{words.tooLate}</small>}
      </div>
    </Fold>
  );
}

/** An amount without thousands separators, in the format of {@linkcode readAmount}. */
function plain(amount: bigint, decimals: number, locale: string): string {
  const unit = 10n ** BigInt(decimals);
  const whole = String(amount / unit);
  const fraction = amount % unit;
  if (fraction === 0n) return whole;
  return whole + exactAmount(fraction, decimals, locale).slice(1);
}

/**
 * The day of a Unix time in the user's time zone, in the format of date fields; empty beyond the
 * calendar.
 */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const year = date.getFullYear();
  if (!(year <= 9999)) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
