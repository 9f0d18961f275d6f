/**
 * Shows an agent's purpose in its app's words, and its payments as recorded on the chain.
 *
 * @module
 */
import type { VNode } from "preact";
import type { AgentTerms } from "../../core/permission/agent/terms.ts";
import { unnamedToken } from "../../core/reading/tokens.ts";
import { exactAmount, list, moment, withSymbol } from "../../ui/text/numbers.ts";
import { apart, type Words } from "../parts/phrases.ts";
import { useLoaded } from "../parts/loaded.tsx";
import { hostOf } from "../device/names.ts";
import type { GrantedPermission } from "../device/permissions.ts";
import type { Payment, Payments } from "./payments.ts";

/** Purpose, hosts and the last payments. */
export function AgentNote(
  props: Words & {
    agent: AgentTerms;
    origin: string | undefined;
    granted: GrantedPermission;
    load: (granted: GrantedPermission) => Promise<Payments>;
  },
): VNode {
  const { agent: { purpose, hosts = [] }, origin, granted, text, tag } = props;
  // Other members change with each payment.
  const left = granted.spends.map(({ remaining }) => remaining).join();
  const { value } = useLoaded(() => props.load(granted), `${granted.id} ${left}`);
  const source = origin === undefined ? text.agentLink : hostOf(origin);
  return (
    <>
      {purpose === undefined ? null : (
        <span class="note" data-testid="home-agent-purpose">
          {text.agentSays(apart(source), apart(purpose))}
        </span>
      )}
      {hosts.length === 0
        ? null
        : <span class="note">{text.agentHosts(apart(list(hosts, tag)))}</span>}
      {value === null ? null : (
        <div data-testid="home-agent-payments">
          <span class="note">{value.last.length === 0 ? text.noPayments : text.payments}</span>
          <ul class="plain">
            {value.last.map((payment, index) => (
              <li key={`${payment.hash} ${index}`} class="note">
                {describe(payment, props)}
                {payment.at === null ? null : ` · ${moment(BigInt(payment.at), tag) ?? ""}`}
              </li>
            ))}
          </ul>
          {value.more && value.last.length > 0
            ? <span class="note">{text.morePayments}</span>
            : null}
        </div>
      )}
    </>
  );
}

/** Describes a payment: its amount, and the recipient if the chain reveals it. */
function describe(
  { token, amount, to }: Payment,
  { granted, text, tag, nameOf }: Words & { granted: GrantedPermission },
): string {
  const known = granted.spends.find(({ address }) =>
    address?.toLowerCase() === token?.toLowerCase()
  );
  const view = known ??
    (token === null ? { address: null, ...granted.chain.nativeCurrency } : unnamedToken(token));
  const figure = apart(withSymbol(exactAmount(amount, view.decimals, tag), view, tag));
  if (to === null) return figure;
  return to.toLowerCase() === granted.spender.toLowerCase()
    ? text.paidItself(figure)
    : text.paidTo(figure, apart(nameOf(to)));
}
