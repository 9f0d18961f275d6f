/** What others may do with an account, with what is left of it, and taking it back. @module */
import type { VNode } from "preact";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { duration, exactAmount, moment, withSymbol } from "../../ui/text/numbers.ts";
import type { Granted } from "../granted.ts";
import type { HomeText } from "../text.ts";
import { Part, useLoaded } from "./loaded.tsx";

/** What is taken back: one permission, or with `null` all of a chain. */
export type Revocation = Pick<Granted, "chain"> & { readonly id: Granted["id"] | null };

/** The list. */
export function Permissions(props: {
  record: AccountRecord;
  load: () => Promise<Granted[]>;
  revoke: (what: Revocation) => Promise<void>;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, load, text, tag } = props;
  const loaded = useLoaded(load, record);
  const takeBack = (what: Revocation) => void props.revoke(what).then(loaded.refresh);
  const chains = [...new Map(loaded.value?.map(({ chain }) => [chain.id, chain])).values()];
  return (
    <Part title={text.permissions} text={text} loaded={loaded}>
      {loaded.value?.length === 0
        ? <p class="note" data-testid="home-none">{text.noPermissions}</p>
        : null}
      <ul>
        {loaded.value?.map((granted) => (
          <Item
            key={granted.id}
            granted={granted}
            revoke={() => takeBack(granted)}
            text={text}
            tag={tag}
          />
        ))}
      </ul>
      {chains.map((chain) => (
        <button
          key={chain.id}
          type="button"
          data-testid="home-revoke-all"
          onClick={() => takeBack({ chain, id: null })}
        >
          {text.revokeAll}
          {chains.length > 1 ? ` (${chain.name})` : ""}
        </button>
      ))}
    </Part>
  );
}

function Item(
  props: { granted: Granted; revoke: () => void; text: HomeText; tag: string },
): VNode {
  const { text, tag } = props;
  const { spender, spends, end, chain, unused } = props.granted;
  return (
    <li data-testid="home-permission">
      <span class="note">{text.spender} · {chain.name}</span>
      <code>{spender}</code>
      {spends.map(({ symbol, decimals, allowance, remaining, unit, multiplier }, index) => {
        const amount = (value: bigint) =>
          withSymbol(exactAmount(value, decimals, tag), { symbol }, tag);
        const period = unit === "forever" ? "∞" : duration(multiplier, unit, tag);
        return (
          <p key={index}>
            <strong>{text.upTo(amount(allowance), period)}</strong>
            <span class="note" data-testid="home-left">{text.left(amount(remaining))}</span>
          </p>
        );
      })}
      {unused ? <span class="note" data-testid="home-unused">{text.unused}</span> : null}
      <span class="note">{text.until(moment(BigInt(end), tag) ?? "∞")}</span>
      <button type="button" data-testid="home-revoke" onClick={props.revoke}>{text.revoke}</button>
    </li>
  );
}
