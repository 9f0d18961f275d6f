/** Shows the balances of an account across chains. @module */
import type { VNode } from "preact";
import type { ServiceClient } from "../../core/client/client.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { holdingsOf } from "../../core/wallet/requests/holdings.ts";
import { exactAmount, withSymbol } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text.ts";
import { Section, useLoaded } from "./loaded.tsx";

/** Balance list, without zero balances. */
export function Balances(props: {
  record: AccountRecord;
  service: ServiceClient;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, service, text, tag } = props;
  const loaded = useLoaded(() => holdingsOf(service, record.account.address), record);
  return (
    <Section title={text.balances} text={text} loaded={loaded}>
      {loaded.value?.length === 0 ? <p class="note">{text.noBalances}</p> : null}
      <ul>
        {loaded.value?.map(({ chainName, amount, token }) => (
          <li key={`${chainName} ${token.symbol}`} data-testid="home-balance">
            <p>
              <strong>{withSymbol(exactAmount(amount, token.decimals, tag), token, tag)}</strong>
              <span class="note">{chainName}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
