/**
 * Shows the maximum assets that a request moves, and the assets that it lets others move.
 *
 * @module
 */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  type AllowanceView,
  type ChainView,
  isUnlimited,
  type ReadingView,
  type TokenView,
  type TransferView,
} from "@sdk/core/dialog";
import { count, exactAmount, moment, withSymbol } from "../../text/numbers.ts";
import type { Shown } from "../../meaning/coverage.ts";
import { inOrder } from "../../meaning/net.ts";
import { Address } from "../values/address.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { Row } from "../values/rows.tsx";
import { TokenAmount } from "../values/token_amount.tsx";

/** Number of assets listed at first; the others follow on request. */
const MAX_SHOWN = 20;

/** Props of {@linkcode ReadingRows}. */
export interface ReadingRowsProps {
  readonly reading: ReadingView;
  readonly chain: ChainView;
  readonly tokens: readonly TokenView[];
  /** True if the headline includes the native currency. */
  readonly native?: boolean;
  /** True if the headline names the outgoing amounts, and the only allowed one. */
  readonly said?: boolean;
  /** Allowances that the headline counts: only their spender is shown. */
  readonly taken?: readonly AllowanceView[];
  /** True if the headline is exact, so that a row only identifies its item. */
  readonly exact?: boolean;
  /** Recipient of a row above. */
  readonly party?: string | undefined;
  /** Addresses that the list of calls shows in full, in lower case. */
  readonly listed?: ReadonlySet<string>;
}

/** Returns the entries that have a row, and the parties that these rows show in full. */
export function rowsOf(
  { reading, tokens, native = false }: Pick<ReadingRowsProps, "native" | "reading" | "tokens">,
  most = MAX_SHOWN,
): Pick<ReadingView, "allows" | "gives"> & Shown {
  const gives = reading.gives.filter(({ kind, by }) =>
    !native || kind !== "native" || by !== undefined
  );
  const allows = inOrder(reading.allows, tokens).slice(0, most);
  const recipients = new Set(reading.gives.map(({ to }) => to?.toLowerCase()));
  return {
    gives: inOrder(gives, tokens).slice(0, most),
    allows,
    recipient: recipients.size === 1 ? reading.gives[0]?.to : undefined,
    spenders: new Set(allows.flatMap(({ spender }) => spender?.toLowerCase() ?? [])),
  };
}

/** Rows of a reading; renders nothing if it moves and allows nothing. */
export function ReadingRows(props: ReadingRowsProps): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const words = useWords("reading");
  const [all, setAll] = useState(false);
  const { reading, chain, tokens, party, listed } = props;
  const { until } = reading;
  if (reading.gives.length === 0 && reading.allows.length === 0) return null;
  const { gives, allows, recipient, spenders } = rowsOf(props, all ? Infinity : MAX_SHOWN);
  const total = rowsOf(props, Infinity);
  // Recipients of steps that no other row shows in full.
  const shown = new Set([
    recipient,
    party,
    ...gives.map(({ to }) => to),
  ].map((address) => address?.toLowerCase()));
  const inside = reading.named.filter((address) => {
    const key = address.toLowerCase();
    return !shown.has(key) && !spenders.has(key) && listed?.has(key) !== true;
  });
  const also = all ? inside : inside.slice(0, MAX_SHOWN);
  const sum = total.gives.length + total.allows.length + inside.length;
  const rest = sum - gives.length - allows.length - also.length;
  const named = props.said === true && gives.every((asset) => isListed(asset, tokens)) &&
    (recipient !== undefined || total.gives.every(({ to }) => to === undefined || to === null));
  const counted = props.taken ?? [];
  const others = allows.filter((allowed) => !counted.includes(allowed));
  const isSaid = (allowed: AllowanceView) =>
    props.said === true &&
    (counted.includes(allowed) || (others.length === 1 && isListed(allowed, tokens)));
  return (
    <dl class="panel rows" data-testid="sdk-reading">
      {recipient === undefined || recipient.toLowerCase() === party?.toLowerCase()
        ? null
        : (
          <Row label={words.named} decides>
            <Address address={recipient} whole />
          </Row>
        )}
      {named ? null : gives.map((asset, index) => (
        <Row
          key={`gives ${index}`}
          label={props.exact === true && asset.id !== undefined && asset.amount !== null
            ? words.collectibles(Number(asset.amount), exactAmount(asset.amount, 0, tag))
            : asset.by === undefined
            ? text.youGive
            : text.amount}
          testid="sdk-gives"
          decides
        >
          <Asset asset={asset} chain={chain} tokens={tokens} named={recipient !== undefined} />
        </Row>
      ))}
      {allows.flatMap((allowed, index) => [
        isSaid(allowed)
          ? null
          : (
            <Row key={`allows ${index}`} label={words.allows} testid="sdk-allows" decides>
              <Allowed allowed={allowed} tokens={tokens} />
            </Row>
          ),
        allowed.spender === null || allowed.spender === allows[index - 1]?.spender
          ? null
          : (
            <Row key={`spender ${index}`} label={text.spender} decides>
              <Address address={allowed.spender} whole />
            </Row>
          ),
      ])}
      {also.map((address) => (
        <Row key={address} label={words.named} decides>
          <Address address={address} whole />
        </Row>
      ))}
      {rest === 0 ? null : (
        <Row label={text.more(count(rest, tag))} decides>
          <button
            type="button"
            class="link"
            data-testid="sdk-show-reading"
            onClick={() => setAll(true)}
          >
            {text.showAll(count(sum, tag))}
          </button>
        </Row>
      )}
      {until === undefined || until === null
        ? null
        : <Row label={text.validUntil} decides>{moment(until, tag) ?? text.noEnd}</Row>}
    </dl>
  );
}

/** Returns whether an entry is about a token of the account that the operator lists. */
function isListed(
  { kind, address, by }: Pick<AllowanceView | TransferView, "address" | "by" | "kind">,
  tokens: readonly TokenView[],
): boolean {
  const token = tokens.find((each) => each.address?.toLowerCase() === address?.toLowerCase());
  return kind === "token" && by === undefined && token !== undefined && token.unlisted !== true;
}

/** An asset that moves, with its recipient unless another element shows it. */
function Asset(props: {
  asset: TransferView;
  chain: ChainView;
  tokens: readonly TokenView[];
  named: boolean;
}): JSX.Element {
  const { text } = useDialogContext();
  const words = useWords("reading");
  const { asset, named } = props;
  return (
    <>
      <Figure {...props} />
      {named || asset.to === undefined ? null : (
        <small class="block">
          {text.to} <Address address={asset.to} whole />
        </small>
      )}
      {asset.by === undefined ? null : (
        <small class="block">
          {words.heldBy} <Address address={asset.by} />
        </small>
      )}
    </>
  );
}

function Figure(
  { asset, chain, tokens }: {
    asset: TransferView;
    chain: ChainView;
    tokens: readonly TokenView[];
  },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const words = useWords("reading");
  const { kind, address, amount, id } = asset;
  if (address === null) {
    const { nativeCurrency } = chain;
    const figure = exactAmount(amount ?? 0n, nativeCurrency.decimals, tag);
    return <span class="block">{withSymbol(figure, nativeCurrency, tag)}</span>;
  }
  if (kind === "token") return <Amount amount={amount} address={address} tokens={tokens} />;
  return (
    <span class="block">
      {amount === null
        ? words.everything
        : amount === 1n
        ? null
        : `${exactAmount(amount, 0, tag)} × `}
      {id === undefined ? text.anyItem : text.item(exactAmount(id, 0, tag))}
      <small class="block">
        <Address address={address} />
      </small>
    </span>
  );
}

/** An asset that others may take. */
function Allowed(
  { allowed, tokens }: { allowed: AllowanceView; tokens: readonly TokenView[] },
): JSX.Element {
  const words = useWords("reading");
  const { kind, address, amount, by } = allowed;
  return (
    <>
      {kind === "token" ? <Amount amount={amount} address={address} tokens={tokens} /> : (
        <>
          <b class="risk">{kind === "collection" ? words.collection : words.control}</b>
          {address === null ? null : (
            <small class="block">
              <Address address={address} />
            </small>
          )}
        </>
      )}
      {by === undefined ? null : (
        <small class="block">
          {words.heldBy} <Address address={by} />
        </small>
      )}
    </>
  );
}

/** An amount of a token; `null` means everything. */
function Amount(
  { amount, address, tokens }: {
    amount: bigint | null;
    address: `0x${string}` | null;
    tokens: readonly TokenView[];
  },
): JSX.Element {
  const { text, tag } = useDialogContext();
  if (amount !== null && address !== null && !isUnlimited(amount)) {
    return <TokenAmount amount={amount} address={address} tokens={tokens} />;
  }
  const token = tokens.find((each) => each.address?.toLowerCase() === address?.toLowerCase());
  const symbol = token === undefined || token.unlisted === true ? "" : ` ${token.symbol}`;
  return (
    <>
      {amount === null || isUnlimited(amount) ? <b class="risk">{text.unlimited}{symbol}</b> : (
        <>
          {exactAmount(amount, 0, tag)}
          <small>{text.smallestUnit}</small>
        </>
      )}
      {address === null ? null : (
        <small class="block">
          <Address address={address} />
        </small>
      )}
    </>
  );
}
