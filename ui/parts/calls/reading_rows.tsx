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
  /** True if the headline names the outgoing amounts, and the only allowed one. */
  readonly said?: boolean;
  /** Allowances that the headline counts: only their spender is shown. */
  readonly taken?: readonly AllowanceView[];
  /** True if the headline is exact, so that a row only identifies its item. */
  readonly exact?: boolean;
}

/**
 * Returns the addresses, in lower case, that the rows of a reading show in full, and the ones of
 * other rows.
 */
export function namedIn(
  reading: Pick<ReadingView, "allows" | "gives"> | undefined,
  ...others: readonly (string | undefined)[]
): ReadonlySet<string | undefined> {
  const { gives = [], allows = [] } = reading ?? {};
  const recipients = new Set(gives.map(({ to }) => to?.toLowerCase()));
  return new Set([
    ...others.map((address) => address?.toLowerCase()),
    ...recipients.size === 1 ? recipients : [],
    ...allows.slice(0, MAX_SHOWN).map(({ spender }) => spender?.toLowerCase()),
  ]);
}

/** Rows of a reading; renders nothing if it moves and allows nothing. */
export function ReadingRows(props: ReadingRowsProps): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const words = useWords("reading");
  const [all, setAll] = useState(false);
  const { reading, chain, tokens } = props;
  const { until } = reading;
  const gives = inOrder(reading.gives, tokens);
  const allows = inOrder(reading.allows, tokens);
  if (gives.length === 0 && allows.length === 0) return null;
  const most = all ? Infinity : MAX_SHOWN;
  const rest = Math.max(0, gives.length - most) + Math.max(0, allows.length - most);
  const [only] = new Set(gives.map(({ to }) => to?.toLowerCase())).size === 1 ? gives : [];
  const named = props.said === true && only !== undefined &&
    gives.every(({ kind, address, by }) =>
      kind === "token" && by === undefined &&
      tokens.some((token) => token.address?.toLowerCase() === address?.toLowerCase())
    );
  const counted = props.taken ?? [];
  const others = allows.filter((allowed) => !counted.includes(allowed));
  const isSaid = (allowed: AllowanceView) =>
    props.said === true &&
    (counted.includes(allowed) || (others.length === 1 && isListed(allowed, tokens)));
  return (
    <dl class="panel rows" data-testid="sdk-reading">
      {only?.to === undefined ? null : (
        <Row label={words.named} decides>
          <Address address={only.to} whole />
        </Row>
      )}
      {named ? null : gives.slice(0, most).map((asset, index) => (
        <Row
          key={`gives ${index}`}
          label={props.exact === true && asset.id !== undefined && asset.amount !== null
            ? words.collectibles(Number(asset.amount), exactAmount(asset.amount, 0, tag))
            : text.youGive}
          testid="sdk-gives"
          decides
        >
          <Asset asset={asset} chain={chain} tokens={tokens} named={only?.to !== undefined} />
        </Row>
      ))}
      {allows.slice(0, most).flatMap((allowed, index) => [
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
      {rest === 0 ? null : (
        <Row label={text.more(count(rest, tag))} decides>
          <button
            type="button"
            class="link"
            data-testid="sdk-show-reading"
            onClick={() => setAll(true)}
          >
            {text.showAll(count(gives.length + allows.length, tag))}
          </button>
        </Row>
      )}
      {until === undefined || until === null
        ? null
        : <Row label={text.validUntil} decides>{moment(until, tag) ?? text.noEnd}</Row>}
    </dl>
  );
}

/** Returns whether an allowance is for a token of the account that the operator lists. */
function isListed({ kind, address, by }: AllowanceView, tokens: readonly TokenView[]): boolean {
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
          {text.to} <Address address={asset.to} />
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
