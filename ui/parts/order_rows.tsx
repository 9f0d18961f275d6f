/** What an order gives and gets, in words. @module */
import type { JSX } from "preact";
import type { AssetView, ChainView, OrderView, TokenView } from "@sdk/core/approval";
import { exactAmount, moment, withSymbol } from "../text/numbers.ts";
import { Address } from "./address.tsx";
import { useSurroundings } from "./context.ts";
import { Row } from "./rows.tsx";
import { TokenAmount } from "./token_amount.tsx";

/** Things that are listed at most; all of them stand in the tree below. */
const most = 10;

/** The rows. */
export function OrderRows(props: {
  order: OrderView;
  chain: ChainView;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useSurroundings();
  const { gives, gets, until } = props.order;
  const { chain, tokens } = props;
  return (
    <dl class="panel rows" data-testid="sdk-order">
      <Row label={text.youGive}>
        <Assets assets={gives} chain={chain} tokens={tokens} />
      </Row>
      <Row label={text.youGet}>
        {gets === null ? text.orderOpen : <Assets assets={gets} chain={chain} tokens={tokens} />}
      </Row>
      <Row label={text.validUntil}>
        {until === null ? text.unlimited : moment(until, tag) ?? text.unlimited}
      </Row>
    </dl>
  );
}

/** Several things, or nothing. */
function Assets(props: {
  assets: readonly AssetView[];
  chain: ChainView;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useSurroundings();
  const { assets, chain, tokens } = props;
  if (assets.length === 0) return <b class="risk">{text.nothing}</b>;
  return (
    <>
      {assets.slice(0, most).map((asset, index) => (
        <Asset key={index} asset={asset} chain={chain} tokens={tokens} />
      ))}
      {assets.length > most
        ? <small>{text.more(exactAmount(BigInt(assets.length - most), 0, tag))}</small>
        : null}
    </>
  );
}

/** One thing. */
function Asset(props: {
  asset: AssetView;
  chain: ChainView;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useSurroundings();
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
