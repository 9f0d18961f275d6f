/** Addresses. @module */
import type { JSX } from "preact";
import type { AccountView } from "@sdk/core/dialog";
import type { Address as Hex } from "viem";
import { shortAddress } from "../../text/short_address.ts";
import { Identicon } from "../icons/identicon.tsx";

/** Address with its identicon: in full if a decision depends on it, shortened otherwise. */
export function Address(props: { address: Hex; whole?: boolean; plain?: boolean }): JSX.Element {
  return (
    <span class="address" part="address">
      {props.plain ? null : <Identicon address={props.address} tiny />}
      {props.whole
        ? (
          <bdi dir="ltr" class="mono groups" title={props.address}>
            {groupsOf(props.address).map((group, index) => <span key={index}>{group}</span>)}
          </bdi>
        )
        : <bdi dir="ltr" class="mono" title={props.address}>{shortAddress(props.address)}</bdi>}
    </span>
  );
}

/** Splits an address into groups of four digits; copying excludes the gaps. */
function groupsOf(address: string): readonly string[] {
  return address.match(/^0x.{1,4}|.{1,4}/g) ?? [address];
}

/** Account by its name, or otherwise by its address. */
export function AccountLine(props: { account: AccountView }): JSX.Element {
  const { name, address } = props.account;
  if (name === undefined) return <Address address={address} />;
  return (
    <span class="address">
      <Identicon address={address} tiny />
      <bdi title={`${name} ${address}`}>{cutMiddle(name)}</bdi>
    </span>
  );
}

/** Maximum characters of a name next to its label. */
const MAX_SHOWN_LENGTH = 24;

/** Shortens a long name in its middle. */
function cutMiddle(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_SHOWN_LENGTH) return name;
  const half = MAX_SHOWN_LENGTH / 2 - 1;
  return `${letters.slice(0, half).join("")}…${letters.slice(-half).join("")}`;
}
