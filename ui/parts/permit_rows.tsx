/** Explains the allowance that a permit grants. @module */
import type { JSX } from "preact";
import type { TokenView } from "@sdk/core/dialog";
import type { Permit } from "../meaning/permit.ts";
import { exactAmount, moment } from "../text/numbers.ts";
import { Address } from "./address.tsx";
import { useDialogContext } from "./context.ts";
import { Row } from "./rows.tsx";
import { TokenAmount } from "./token_amount.tsx";

/** Maximum number of tokens listed; the tree below contains all of them. */
const MAX_SHOWN = 10;

/** Rows of a permit. */
export function PermitRows(props: {
  permit: Permit;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { spender, grants, until } = props.permit;
  const moments = until === null ? null : moment(until, tag);
  return (
    <dl class="panel rows" data-testid="sdk-permit">
      {spender === null ? null : (
        <div class="section">
          <dt class="small muted">{text.spender}</dt>
          <dd>
            <Address address={spender} whole />
          </dd>
        </div>
      )}
      {grants.slice(0, MAX_SHOWN).map((grant, index) => (
        <Row key={index} label={text.amount}>
          {grant.amount !== null && grant.token !== null
            ? <TokenAmount amount={grant.amount} address={grant.token} tokens={props.tokens} />
            : (
              <>
                {grant.amount === null ? <b class="risk">{text.unlimited}</b> : (
                  <>
                    {exactAmount(grant.amount, 0, tag)}
                    <small>{text.smallestUnit}</small>
                  </>
                )}
                {grant.token === null ? null : (
                  <small>
                    <Address address={grant.token} />
                  </small>
                )}
              </>
            )}
        </Row>
      ))}
      {until === null ? null : <Row label={text.validUntil}>{moments ?? text.unlimited}</Row>}
    </dl>
  );
}
