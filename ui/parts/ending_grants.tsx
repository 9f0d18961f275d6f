/** Permissions that end with the owner who gave them. @module */
import type { JSX } from "preact";
import type { OwnerGrantView } from "@sdk/core/dialog";
import { isUnlimited } from "@sdk/core/dialog";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { Address } from "./address.tsx";
import { useDialogContext, useWords } from "./context.ts";
import { describePeriod } from "./permission_details.tsx";

/** The list, and what does not end. */
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
      <p class="small muted" data-testid="sdk-approvals-stay">{words.approvals}</p>
    </section>
  );
}
