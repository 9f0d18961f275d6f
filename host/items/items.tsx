/** Shows the collectibles of an account by collection, or a single one. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { asUnit, exactAmount, list } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import { Empty, Section, useLoaded } from "../parts/loaded.tsx";
import { hashOf } from "../parts/route.ts";
import { ItemPage } from "./item.tsx";
import { type Collection, findItem, keyOf, readItems, shortId } from "./read.ts";
import { Tile } from "./tile.tsx";

/** Collectibles; `item` names the open one. */
export function Items(props: RoomProps & { item: string | null }): VNode {
  const { device, record, text, tag, item } = props;
  const account = record.account.address;
  const loaded = useLoaded(() => readItems(device.service, account), account, {
    storage: device.storage,
    name: `items ${account}`,
  });
  useEffect(
    () => device.follow(account, ["assetsChanged", "callsStatusChanged"], loaded.refresh),
    [account],
  );
  const { collections = [], missing = [], more = false } = loaded.value ?? {};
  if (item !== null && loaded.value !== null) {
    return <ItemPage {...props} found={findItem(loaded.value, item)} />;
  }
  const own = collections.filter((each) => each.own);
  const others = collections.filter((each) => !each.own);
  return (
    <>
      <Section
        title={text.items}
        text={text}
        tag={tag}
        loaded={loaded}
        more={<a href={hashOf("home")} data-testid="home-open-tokens">{text.balances}</a>}
      >
        {loaded.value !== null && collections.length === 0 && missing.length === 0
          ? (
            <Empty title={text.noItems} line={text.noItemsLine} testid="home-no-items">
              <a class="button" href={hashOf("receive")}>{text.receive}</a>
            </Empty>
          )
          : null}
        {missing.length === 0 ? null : (
          <p role="status" class="note">
            {text.networksDown(list(missing.map((name) => asUnit(name, tag)), tag))}
          </p>
        )}
        {own.map((each) => <CollectionTiles {...props} key={nameOf(each)} collection={each} />)}
      </Section>
      {others.length === 0 ? null : (
        <section class="group" data-testid="home-items-others">
          <h2>{text.itemsOthers}</h2>
          <p class="note">{text.itemsOthersLine}</p>
          {others.map((each) => (
            <CollectionTiles
              {...props}
              key={nameOf(each)}
              collection={each}
            />
          ))}
        </section>
      )}
      {more ? <p class="note">{text.itemsMore}</p> : null}
    </>
  );
}

function nameOf({ chainId, address, kind }: Collection): string {
  return `${chainId} ${address} ${kind}`;
}

/** A collection and its items. */
function CollectionTiles(
  { collection, text, tag }: RoomProps & { collection: Collection },
): VNode {
  const { name, symbol, address, chainName, hidden, items } = collection;
  const title = name || symbol || text.unnamedCollection;
  return (
    <section class="group" data-testid="home-collection">
      <h3 class="day">{`\u2068${title}\u2069 · \u2068${chainName}\u2069`}</h3>
      {hidden ? <p class="note danger" data-testid="home-hidden">{text.hiddenName}</p> : null}
      <ul class="tiles">
        {items.map((item) => (
          <li key={item.id}>
            <a href={hashOf("collectibles", keyOf(collection, item))} data-testid="home-item">
              <Tile address={address} id={item.id} />
              <span class="hidden">{`\u2068${title}\u2069 `}</span>
              <b>{text.item(`\u2068${shortId(item.id)}\u2069`)}</b>
              {item.amount === "0x1"
                ? null
                : <span class="note">{text.pieces(exactAmount(BigInt(item.amount), 0, tag))}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
