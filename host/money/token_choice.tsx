/** The token of a payment: with a choice only if the account has several. @module */
import type { VNode } from "preact";
import type { HoldingView } from "../../core/dialog/account.ts";
import { DownIcon } from "../../ui/parts/icons/icons.tsx";
import { TokenDisc } from "../parts/disc.tsx";
import type { HomeText } from "../text/home_en.ts";

/** Token and network; the whole row opens the browser's list of the others. */
export function TokenChoice(
  { text, holdings, at, choose }: {
    text: HomeText;
    holdings: readonly HoldingView[];
    at: number;
    choose: (at: number) => void;
  },
): VNode {
  const { token, chainId, chainName } = holdings[at] ?? holdings[0]!;
  return (
    <div class="panel">
      <div class="row covered" data-testid="home-send-holding">
        <TokenDisc token={token} network={{ id: chainId, name: chainName }} />
        <span class="row-text">
          <b>
            <bdi>{token.symbol}</bdi>
          </b>
          <span class="note">{text.on(`\u2068${chainName}\u2069`)}</span>
        </span>
        {holdings.length === 1 ? null : (
          <>
            <DownIcon />
            <select
              class="cover"
              aria-label={text.token}
              value={at}
              data-testid="home-send-token"
              onChange={(event) => choose(Number(event.currentTarget.value))}
            >
              {holdings.map(({ token, chainName }, index) => (
                <option key={`${chainName} ${token.address}`} value={index}>
                  {`\u2068${token.symbol}\u2069 ${text.on(`\u2068${chainName}\u2069`)}`}
                </option>
              ))}
            </select>
          </>
        )}
      </div>
    </div>
  );
}
