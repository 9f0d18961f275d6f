/** Page of one collectible, with a form to send it; the calls dialog does the rest. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ItemJson } from "../../core/wire/transfers.ts";
import { exactAmount } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import { CopyButton } from "../parts/copy.tsx";
import { BackIcon } from "../parts/icons.tsx";
import { go, hashOf } from "../parts/route.ts";
import { readAmount } from "../money/amount.ts";
import { payeesOf } from "../payees/payees.ts";
import { RecipientForm } from "../money/recipient_form.tsx";
import { sendItem } from "../device/prompts.ts";
import { type Collection, shortId } from "./read.ts";
import { Tile } from "./tile.tsx";

/** Props of an item. */
type ItemProps = RoomProps & { collection: Collection; item: ItemJson };

/** The item, or a notice that the account no longer owns it. */
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
  const [typed, setTyped] = useState("1");
  const most = BigInt(item.amount);
  const amount = readAmount(typed, 0, tag);
  const isAmount = amount !== null && amount > 0n && amount <= most;
  return (
    <RecipientForm
      {...props}
      chainId={collection.chainId}
      label={text.sendTo}
      testid="home-item-to"
      offer={payeesOf(device, record.account.address, tag)}
      isReady={isAmount}
      submit={{ text: text.sendItem, testid: "home-item-send", class: "primary wide" }}
      onSubmit={async ({ address: to }) => {
        if (amount === null) return false;
        const id = BigInt(item.id);
        const sent = await sendItem(device, record, { collection, id, amount, to });
        if (sent) go("collectibles");
        return sent;
      }}
    >
      {() =>
        most === 1n ? null : (
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
    </RecipientForm>
  );
}
