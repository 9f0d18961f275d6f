/** Permissions that expire with the owner who granted them. @module */
import type { JSX } from "preact";
import type { ApprovalView, OwnerGrantView } from "@sdk/core/dialog";
import { isUnlimited } from "@sdk/core/dialog";
import { exactAmount, withSymbol } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { describePeriod } from "../../meaning/grant.ts";

/** The list. */
export function EndingGrants(
  { grants }: { grants: readonly OwnerGrantView[] | null },
): JSX.Element {
  const context = useDialogContext();
  const words = useWords("ending");
  const { text, tag } = context;
  return (
    <section class="section" data-testid="sdk-ending-grants">
      <h2>{words.ends}</h2>
      {grants === null || grants.length === 0
        ? <p class="small muted">{grants === null ? words.unknown : words.none}</p>
        : (
          <ul class={grants.length > 20 ? "panel calls many rows" : "panel calls rows"}>
            {grants.map(({ permission, chain }, index) => (
              <li key={index} class="call-words" data-testid="sdk-ending-grant">
                <Address address={permission.spender} plain />
                {permission.spends.map((spend, place) => (
                  <span key={place} class="small">
                    {isUnlimited(spend.allowance)
                      ? `${text.unlimited} ${spend.token.symbol}`
                      : text.upTo(
                        withSymbol(
                          exactAmount(spend.allowance, spend.token.decimals, tag),
                          spend.token,
                          tag,
                        ),
                      )} {describePeriod(spend, context)}
                  </span>
                ))}
                <bdi class="small muted">{chain}</bdi>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}

/** Approvals that remain unless the user revokes them too. */
export function StandingApprovals(props: {
  approvals: readonly ApprovalView[] | null;
  ends: boolean;
  busy: boolean;
  onChange: (ends: boolean) => void;
}): JSX.Element | null {
  const { approvals, ends, busy, onChange } = props;
  const words = useWords("ending");
  const { text, tag } = useDialogContext();
  if (approvals?.length === 0) return null;
  return (
    <section class="section" data-testid="sdk-standing-approvals">
      <h2>{words.standing}</h2>
      {approvals === null ? <p class="small muted">{words.approvalsUnknown}</p> : (
        <>
          <ul class={approvals.length > 20 ? "panel calls many rows" : "panel calls rows"}>
            {approvals.map(({ token, spender, amount, chain }, index) => (
              <li key={index} class="call-words" data-testid="sdk-standing-approval">
                <Address address={spender} plain />
                <span class="small">
                  {amount === null || isUnlimited(amount)
                    ? `${text.unlimited} ${token.symbol}`
                    : text.upTo(withSymbol(exactAmount(amount, token.decimals, tag), token, tag))}
                </span>
                <bdi class="small muted">{chain}</bdi>
              </li>
            ))}
          </ul>
          <label class="check">
            <input
              type="checkbox"
              data-testid="sdk-end-approvals"
              checked={ends}
              disabled={busy}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span>{words.endThem}</span>
          </label>
        </>
      )}
      <p class="small muted" data-testid="sdk-approvals-stay">{words.approvals}</p>
    </section>
  );
}
