/** Permissions that expire with the owner who granted them. @module */
import type { ComponentChildren, JSX } from "preact";
import type { Address as Hex, ApprovalView, OwnerGrantView } from "@sdk/core/dialog";
import { isUnlimited } from "@sdk/core/dialog";
import { count, exactAmount, withSymbol } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { Fold } from "../values/rows.tsx";
import { markName } from "../values/marked_text.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { describePeriod } from "../../meaning/grant.ts";

/** The list. */
export function EndingGrants(
  { grants }: { grants: readonly OwnerGrantView[] | null },
): JSX.Element {
  const context = useDialogContext();
  const words = useWords("ending");
  const { text, tag } = context;
  if (grants === null || grants.length === 0) {
    return (
      <section class="section" data-testid="sdk-ending-grants">
        <h2>{words.ends}</h2>
        <p class="small muted">{grants === null ? words.unknown : words.none}</p>
      </section>
    );
  }
  return (
    <Fold label={words.ends} value={count(grants.length, tag)} testid="sdk-ending-grants">
      <dl class={listOf(grants)}>
        {grants.map(({ permission: { spender, spends }, ...entry }, index) => (
          <Entry key={index} spender={spender} {...entry} testid="sdk-ending-grant">
            {spends.map((spend, place) => (
              <span key={place} class="block">
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
          </Entry>
        ))}
      </dl>
    </Fold>
  );
}

/** Amounts, with the spender and the network as the label. */
function Entry(
  { spender, holder, chain, testid, children }: {
    spender: Hex;
    /** Name of the spender. */
    holder?: string;
    chain: string;
    testid: string;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="row" data-testid={testid}>
      <dt>
        {holder === undefined ? null : <b class="block wrap">{markName(holder)}</b>}
        <span class="block">
          <Address address={spender} plain /> · <bdi>{chain}</bdi>
        </span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the class of a list; long ones render their rows on demand. */
function listOf({ length }: { readonly length: number }): string {
  return length > 20 ? "panel calls many rows" : "panel rows";
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
          <dl class={listOf(approvals)}>
            {approvals.map(({ token, amount, ...entry }, index) => (
              <Entry key={index} {...entry} testid="sdk-standing-approval">
                {amount === null || isUnlimited(amount)
                  ? `${text.unlimited} ${token.symbol}`
                  : text.upTo(withSymbol(exactAmount(amount, token.decimals, tag), token, tag))}
              </Entry>
            ))}
          </dl>
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
