/** Page of one collectible, from which it is sent; the dialog of the calls does the rest. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ItemJson } from "../../core/protocol/service/mod.ts";
import { exactAmount } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../home/account.tsx";
import { CopyButton } from "../home/copy.tsx";
import { BackIcon } from "../home/icons.tsx";
import { go, hashOf } from "../home/route.ts";
import { readAmount } from "../money/amount.ts";
import { RecipientField, useRecipient } from "../money/recipient_field.tsx";
import { sendItem } from "../prompts.ts";
import { type Collection, shortId } from "./read.ts";
import { Tile } from "./tile.tsx";

/** Props of an item. */
type ItemProps = RoomProps & { collection: Collection; item: ItemJson };

/** The item, or that the account does not have it any more. */
export function ItemPage(
  { found, ...room }: RoomProps & {
    found: { readonly collection: Collection; readonly item: ItemJson } | undefined;
  },
): VNode {
  const { text } = room;
  const title = found === undefined
    ? text.items
    : found.collection.name || found.collection.symbol || text.unnamedCollection;
  return (
    <section class="group" data-testid="home-item-page">
      <div class="page-head">
        <a
          class="round"
          href={hashOf("collectibles")}
          aria-label={text.back}
          data-testid="home-back"
        >
          <BackIcon />
        </a>
        <h2>
          <bdi>{title}</bdi>
        </h2>
      </div>
      {found === undefined
        ? <p class="note" role="status" data-testid="home-item-gone">{text.itemGone}</p>
        : (
          <>
            <Facts {...room} {...found} />
            <SendItem {...room} {...found} />
          </>
        )}
    </section>
  );
}

/** Picture, number, network and contract. */
function Facts({ collection, item, text, tag }: ItemProps): VNode {
  const { address, chainName, hidden, own } = collection;
  const id = BigInt(item.id).toString();
  return (
    <>
      <div class="card center">
        <Tile address={address} id={item.id} />
        <CopyButton value={id} label={text.item(id)} done={text.copied}>
          {text.item(`\u2068${shortId(item.id)}\u2069`)}
        </CopyButton>
      </div>
      {hidden ? <p class="banner warning">{text.hiddenName}</p> : null}
      {own ? null : <p class="banner warning">{text.itemsOthersLine}</p>}
      <dl class="facts">
        {item.amount === "0x1" ? null : (
          <>
            <dt>{text.number}</dt>
            <dd>{exactAmount(BigInt(item.amount), 0, tag)}</dd>
          </>
        )}
        <dt>{text.network}</dt>
        <dd>
          <bdi>{chainName}</bdi>
        </dd>
        <dt>{text.contract}</dt>
        <dd>
          <code dir="ltr">{address}</code>
        </dd>
      </dl>
    </>
  );
}

/** Form that sends it. */
function SendItem(props: ItemProps): VNode {
  const { device, record, collection, item, text, tag } = props;
  const [to, setTo] = useState("");
  const [typed, setTyped] = useState("1");
  const { recipient, problem } = useRecipient(to, props, collection.chainId);
  const most = BigInt(item.amount);
  const amount = readAmount(typed, 0, tag);
  const isAmount = amount !== null && amount > 0n && amount <= most;
  const send = async () => {
    if (recipient === null || !isAmount) return;
    const sent = await sendItem(device, record, {
      collection,
      id: BigInt(item.id),
      amount,
      to: recipient.address,
    });
    if (sent) go("collectibles");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <RecipientField
        {...props}
        value={to}
        change={setTo}
        problem={problem}
        recipient={recipient}
        label={text.sendTo}
        testid="home-item-to"
        offer
      />
      {most === 1n ? null : (
        <>
          <label>
            {text.number}
            <input
              inputMode="numeric"
              autocomplete="off"
              value={typed}
              data-testid="home-item-amount"
              aria-invalid={!isAmount}
              aria-describedby="item-amount"
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <p class={isAmount ? "note" : "note danger"} id="item-amount" role="status">
            {(isAmount ? text.havePieces : text.notPieces)(exactAmount(most, 0, tag))}
          </p>
        </>
      )}
      <button
        type="submit"
        class="primary wide"
        disabled={recipient === null || !isAmount}
        data-testid="home-item-send"
      >
        {text.sendItem}
      </button>
    </form>
  );
}
