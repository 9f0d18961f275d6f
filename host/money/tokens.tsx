/** Shows the balances of an account across chains. @module */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { HoldingView } from "../../core/dialog/account.ts";
import { holdingsOf } from "../../core/wallet/requests/holdings.ts";
import { InfoIcon } from "../../ui/parts/icons/dialog_icons.tsx";
import { exactAmount } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import { TokenDisc } from "../parts/disc.tsx";
import { Empty, type Loaded, RetryNote, Section, useLoaded } from "../parts/loaded.tsx";
import { hashOf } from "../parts/route.ts";
import type { HomeText } from "../text/home_en.ts";
import { readPrices, type Worth, worthOf } from "./worth.ts";

/** Minimum number of tokens for a search field. */
const SEARCH_FROM = 9;
/** Pause between polls of the balances; equal to the service's cache time. */
const POLL_MS = 15_000;
/** Maximum number of rows; the search finds the others. */
const MAX_ROWS = 60;

/** Loads the balances, and reloads them when they change. */
export function useHoldings({ device, record }: RoomProps): Loaded<HoldingView[]> {
  const account = record.account.address;
  const loaded = useLoaded(
    () => holdingsOf(device.service, { account, watched: device.tokens.of(account) }),
    account,
    { storage: device.storage, name: `balances ${account}` },
  );
  useEffect(
    () => device.follow(account, ["assetsChanged", "callsStatusChanged"], loaded.refresh),
    [account],
  );
  // Payments of contracts in the native currency emit no event, so a visible page polls the balances.
  useEffect(() => {
    const poll = () => document.visibilityState === "visible" && loaded.refresh();
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [account]);
  return loaded;
}

/** Loads the prices of balances, and reloads them when the balances change. */
export function useWorth(
  { device, record, tag }: RoomProps,
  holdings: readonly HoldingView[] | null,
): Worth {
  const account = record.account.address;
  const tokens = holdings?.map(({ chainId, token }) => `${chainId} ${token.address}`).join() ??
    null;
  const loaded = useLoaded(
    () => holdings === null ? Promise.resolve(null) : readPrices(device, holdings),
    `${account} ${tokens}`,
    { storage: device.storage, name: `prices ${account}` },
  );
  return worthOf(holdings ?? [], loaded.value, tag);
}

/** Sum of the balances; renders nothing without prices. */
export function Total({ worth, text }: { worth: Worth; text: HomeText }): VNode | null {
  if (worth.total === null) return null;
  const sum = (
    <>
      <span class="hidden">{text.total}</span> <bdi>{worth.total}</bdi>
    </>
  );
  if (!worth.partial) return <p class="total" data-testid="home-total">{sum}</p>;
  return (
    <details class="total" data-testid="home-total">
      <summary title={text.unpriced}>
        {sum} <InfoIcon />
      </summary>
      <p class="note">{text.unpriced}</p>
    </details>
  );
}

/** Balance list, without zero balances, except for watched tokens. */
export function Tokens(
  props: RoomProps & {
    loaded: Loaded<HoldingView[]>;
    worth: Worth;
    /** Actions that add the first tokens. */
    first: ComponentChildren;
    /** Link to the collectibles of an account without tokens. */
    items: ComponentChildren;
  },
): VNode {
  const { text, tag, loaded, worth } = props;
  const [wanted, setWanted] = useState("");
  const all = loaded.value ?? [];
  const found = all.filter(({ token, chainName }) =>
    `${token.symbol} ${chainName}`.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())
  );
  if (loaded.value?.length === 0) {
    return (
      <>
        <Empty title={text.noBalances} line={text.noBalancesLine} testid="home-no-balance">
          {loaded.failed
            ? <RetryNote text={text} refresh={loaded.refresh}>{text.offline}</RetryNote>
            : null}
          {props.first}
        </Empty>
        {props.items}
      </>
    );
  }
  return (
    <Section
      title={text.balances}
      text={text}
      tag={tag}
      loaded={loaded}
      // An empty account has it elsewhere, so a press while loading could miss it.
      more={loaded.value === null && !loaded.failed
        ? null
        : <a href={hashOf("collectibles")} data-testid="home-open-items">{text.items}</a>}
    >
      {all.length < SEARCH_FROM ? null : (
        <input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={wanted}
          data-testid="home-search"
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ul class="rows">
        {found.slice(0, MAX_ROWS).map((holding) => {
          const { chainId, chainName, amount, token } = holding;
          const fiat = worth.of(holding);
          return (
            <li
              key={`${chainName} ${token.address}`}
              class="row"
              data-testid="home-balance"
            >
              <TokenDisc token={token} network={{ id: chainId, name: chainName }} />
              <span class="row-text">
                <b>
                  <bdi>{token.symbol}</bdi>
                </b>
                <span class="note">
                  <bdi>{chainName}</bdi>
                </span>
              </span>
              <span class="row-amount">
                <bdi>{exactAmount(amount, token.decimals, tag)}</bdi>
                {fiat === undefined ? null : (
                  <span class="note">
                    <bdi>{fiat}</bdi>
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {all.length > 0 && found.length === 0
        ? <p class="note" role="status">{text.noMatch}</p>
        : null}
    </Section>
  );
}
