/** Shows the balances of an account across chains. @module */
import type { VNode } from "preact";
import type { ServiceClient } from "../../core/client/client.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { TokenBook } from "../../core/wallet/device/watched_tokens.ts";
import { holdingsOf } from "../../core/wallet/tokens/holdings.ts";
import { exactAmount, withSymbol } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text.ts";
import { Section, useLoaded } from "./loaded.tsx";

/** Balance list, without zero balances but those of watched tokens. */
export function Balances(props: {
  record: AccountRecord;
  service: ServiceClient;
  tokens: TokenBook;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, service, tokens, text, tag } = props;
  const loaded = useLoaded(() => {
    const account = record.account.address;
    return holdingsOf(service, { account, watched: tokens.of(account) });
  }, record);
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
