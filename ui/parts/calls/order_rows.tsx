/** Explains the assets that an order spends and receives. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AssetView, ChainView, OrderTerms, OrderView, TokenView } from "@sdk/core/dialog";
import { isGift, MAX_SHOWN_ASSETS } from "../../meaning/orders.ts";
import { count, exactAmount, moment, withSymbol } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { Row } from "../values/rows.tsx";
import { TokenAmount } from "../values/token_amount.tsx";

/** Number of orders listed before the rest folds. */
const MAX_UNFOLDED = 3;

/** Maximum number of orders listed; the tree below contains all of them. */
const MAX_ORDERS = 200;

/** Props that all parts share. */
interface Shared {
  readonly chain: ChainView;
  readonly tokens: readonly TokenView[];
}

/** Rows of one order, or of several. */
export function OrderRows(props: Shared & { order: OrderView }): JSX.Element {
  const { order, chain, tokens } = props;
  if (order.orders === undefined) {
    return <Terms terms={order} chain={chain} tokens={tokens} testid="sdk-order" decides />;
  }
  return <Orders orders={order.orders} empty={order.empty ?? 0} chain={chain} tokens={tokens} />;
}

/** Several orders under one signature. */
function Orders(
  props: Shared & { orders: readonly OrderTerms[]; empty: number },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const [all, setAll] = useState(false);
  const { orders, empty, chain, tokens } = props;
  const listed = orders.map((terms, index) => ({ terms, index }));
  // An order that spends assets without proceeds is never folded.
  const shown = listed.filter(({ terms, index }) =>
    index < (all ? MAX_ORDERS : MAX_UNFOLDED) || isGift(terms)
  );
  return (
    <section class="section" data-testid="sdk-orders">
      <h2>{text.orders(orders.length, count(orders.length, tag))}</h2>
      {shown.slice(0, MAX_ORDERS).map(({ terms, index }) => (
        <div key={index} class="stack">
          <b class={isGift(terms) ? "small risk" : "small"}>
            {text.orderNumber(count(index + 1, tag))}
          </b>
          <Terms
            terms={terms}
            chain={chain}
            tokens={tokens}
            testid="sdk-order"
            // Orders that the user unfolds do not have to be scrolled to their end.
            decides={index < MAX_UNFOLDED || isGift(terms)}
          />
        </div>
      ))}
      {orders.length > MAX_UNFOLDED
        ? (
          <button
            type="button"
            class="link"
            data-testid="sdk-show-orders"
            onClick={() => setAll(!all)}
          >
            {all ? text.showLess : text.showAll(count(orders.length, tag))}
          </button>
        )
        : null}
      {all && orders.length > MAX_ORDERS
        ? <small>{text.more(count(orders.length - MAX_ORDERS, tag))}</small>
        : null}
      {empty === 0 ? null : (
        <small class="muted" data-testid="sdk-orders-empty">
          {text.ordersEmpty(empty, count(empty, tag))}
        </small>
      )}
    </section>
  );
}

/** Rows of one order. */
function Terms(
  props: Shared & { terms: OrderTerms; testid: string; decides: boolean },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const { gives, gets, until } = props.terms;
  const { chain, tokens } = props;
  return (
    <dl class="panel rows" data-testid={props.testid}>
      <Row label={text.youGive} decides={props.decides}>
        <Assets assets={gives} chain={chain} tokens={tokens} />
      </Row>
      <Row label={text.youGet} decides={props.decides}>
        {gets === null
          ? <b class="risk">{text.orderOpen}</b>
          : <Assets assets={gets} chain={chain} tokens={tokens} />}
      </Row>
      <Row label={text.validUntil} decides={props.decides}>
        {until === null ? text.noEnd : moment(until, tag) ?? text.noEnd}
      </Row>
    </dl>
  );
}

/** List of assets; may be empty. */
function Assets(props: {
  assets: readonly AssetView[];
  chain: ChainView;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { assets, chain, tokens } = props;
  if (assets.length === 0) return <b class="risk">{text.nothing}</b>;
  return (
    <>
      {assets.slice(0, MAX_SHOWN_ASSETS).map((asset, index) => (
        <Asset key={index} asset={asset} chain={chain} tokens={tokens} />
      ))}
      {assets.length > MAX_SHOWN_ASSETS
        ? <small>{text.more(exactAmount(BigInt(assets.length - MAX_SHOWN_ASSETS), 0, tag))}</small>
        : null}
    </>
  );
}

/** One asset. */
function Asset(props: {
  asset: AssetView;
  chain: ChainView;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { asset, chain, tokens } = props;
  const { address } = asset;
  if (asset.kind === "token" && address !== null) {
    return <TokenAmount amount={asset.amount} address={address} tokens={tokens} />;
  }
  if (address === null) {
    const { nativeCurrency } = chain;
    const figure = exactAmount(asset.amount, nativeCurrency.decimals, tag);
    return <span class="block">{withSymbol(figure, nativeCurrency, tag)}</span>;
  }
  return (
    <span class="block">
      {asset.amount === 1n ? null : `${exactAmount(asset.amount, 0, tag)} × `}
      {asset.id === undefined ? text.anyItem : text.item(exactAmount(asset.id, 0, tag))}
      <small class="block">
        <Address address={address} />
      </small>
    </span>
  );
}
