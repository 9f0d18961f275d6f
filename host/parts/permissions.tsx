/** Shows the permissions of an account, with their remaining allowances. @module */
import type { VNode } from "preact";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { duration, exactAmount, moment, withSymbol } from "../../ui/text/numbers.ts";
import type { GrantedPermission } from "../permissions.ts";
import type { HomeText } from "../text.ts";
import { Section, useLoaded } from "./loaded.tsx";

/** Permission to revoke; `null` revokes all of the chain. */
export type Revocation = Pick<GrantedPermission, "chain"> & {
  readonly id: GrantedPermission["id"] | null;
};

/** Permission list. */
export function Permissions(props: {
  record: AccountRecord;
  load: () => Promise<GrantedPermission[]>;
  revoke: (what: Revocation) => Promise<void>;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, load, text, tag } = props;
  const loaded = useLoaded(load, record);
  const takeBack = (what: Revocation) => void props.revoke(what).then(loaded.refresh);
  const chains = [...new Map(loaded.value?.map(({ chain }) => [chain.id, chain])).values()];
  return (
    <Section title={text.permissions} text={text} loaded={loaded}>
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
    </Section>
  );
}

function Item(
  props: { granted: GrantedPermission; revoke: () => void; text: HomeText; tag: string },
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
