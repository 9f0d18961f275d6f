/** Addresses. @module */
import type { JSX } from "preact";
import type { AccountView } from "@sdk/core/dialog";
import type { Address as Hex } from "viem";
import { Identicon } from "./identicon.tsx";

/** Address with its identicon: in full where a decision depends on it, else shortened. */
export function Address(props: { address: Hex; whole?: boolean; plain?: boolean }): JSX.Element {
  return (
    <span class="address" part="address">
      {props.plain ? null : <Identicon address={props.address} tiny />}
      <bdi dir="ltr" class="mono" title={props.address}>
        {props.whole ? props.address : shortAddress(props.address)}
      </bdi>
    </span>
  );
}

/** Account with its name, if it has one, and its address. */
export function AccountLine(props: { account: AccountView }): JSX.Element {
  const { name, address } = props.account;
  return (
    <span class="address">
      {name === undefined ? null : <bdi>{name}</bdi>}
      <Address address={address} />
    </span>
  );
}

/** Shortens an address to both of its ends. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}
