/** Shows the keys of an account, to add, rename and remove them. @module */
import type { VNode } from "preact";
import type {
  OwnerChainView,
  OwnerView,
} from "../../core/protocol/methods/account/acct_get_owners.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import type { RoomProps } from "../parts/room.ts";
import { KeyIcon, RescueIcon } from "../parts/icons.tsx";
import { type Loaded, Section } from "../parts/loaded.tsx";
import type { OwnerRequest } from "../device/prompts.ts";
import { friendBook } from "../../core/wallet/device/friends.ts";
import { hashOf } from "../parts/route.ts";
import type { HomeText } from "../text/home_en.ts";
import type { LoadedOwners } from "./load.ts";
import { hadOtherOwners } from "./not_created.tsx";
import { placesOf } from "./providers.ts";
import { Rename } from "../parts/rename.tsx";

/** Owner list. */
export function Owners(
  props: RoomProps & {
    loaded: Loaded<LoadedOwners>;
    /** Opens the dialog of a change. */
    change: (request: OwnerRequest) => void;
    /** Renames a passkey of this device. */
    rename: (owner: OwnerView, name: string) => void;
  },
): VNode {
  const { text, tag, loaded, change } = props;
  const view = loaded.value;
  const full = view?.owners.filter(({ kind }) => kind !== "recovery") ?? [];
  const helpers = view?.owners.filter(({ kind }) => kind === "recovery") ?? [];
  const rows = (owners: readonly OwnerView[]) => (
    <ul class="rows">
      {owners.map((owner) => (
        <Owner
          key={owner.owner}
          {...props}
          owner={owner}
          alone={owner.kind !== "recovery" && full.length === 1}
          rename={(name) => {
            props.rename(owner, name);
            loaded.refresh();
          }}
          remove={() => change({ kind: "remove", owner: owner.owner })}
        />
      ))}
    </ul>
  );
  return (
    <>
      <Section
        title={text.owners}
        text={text}
        tag={tag}
        loaded={loaded}
        more={
          <button
            type="button"
            class="link"
            data-testid="home-add-passkey"
            onClick={() => change({ kind: "passkey" })}
          >
            {text.addPasskey}
          </button>
        }
      >
        {rows(full)}
        {view === null ? null : <NetworkNotes view={view} text={text} />}
      </Section>
      <section class="group" data-testid="home-helpers">
        <div class="group-head">
          <h2>{text.helpers}</h2>
          <a href={hashOf("friend")} data-testid="home-ask-friend">
            {text.askFriend}
          </a>
        </div>
        {view === null
          ? null
          : helpers.length === 0
          ? <p class="note">{text.helpersLine}</p>
          : rows(helpers)}
        <a class="button link" href={hashOf("recovery")} data-testid="home-use-address">
          {text.useAddress}
        </a>
      </section>
    </>
  );
}

/** Row of an owner. */
function Owner(
  props: RoomProps & {
    owner: OwnerView;
    alone: boolean;
    rename: (name: string) => void;
    remove: () => void;
  },
): VNode {
  const { device, owner, text } = props;
  const known = device.book.list().find(({ publicKey }) => publicKey.toLowerCase() === owner.owner);
  const facts = [
    ...(owner.here ? [text.thisDevice] : []),
    ...(known === undefined ? [] : placesOf(known, text)),
    // The host that it is from, where that is not this one.
    ...(known?.rpId === undefined ? [] : [known.rpId]),
  ];
  const friend = owner.address &&
    friendBook(device.storage).nameOf(props.record.account.address, owner.address);
  const title = owner.kind === "passkey"
    ? owner.name ?? text.passkey
    : owner.kind === "address"
    ? text.fullAddress
    : friend === undefined
    ? text.recoveryAddress
    : text.canStart(`\u2068${friend}\u2069`);
  return (
    <li class="row tall" data-testid="home-owner">
      <span class="disc">{owner.kind === "passkey" ? <KeyIcon /> : <RescueIcon />}</span>
      <div class="row-text">
        <b>
          <bdi>{title}</bdi>
        </b>
        {owner.address === undefined
          ? <span class="note">{facts.join(" · ") || shortAddress(owner.owner)}</span>
          : friend === undefined
          ? <code dir="ltr">{owner.address}</code>
          : <span class="note" dir="ltr">{shortAddress(owner.address)}</span>}
        <div class="row-actions">
          {owner.name === undefined
            ? null
            : <Rename name={owner.name} text={text} save={props.rename} />}
          {props.alone ? null : (
            <button
              type="button"
              class="link danger"
              data-testid="home-owner-remove"
              onClick={props.remove}
            >
              {text.remove}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

/**
 * Networks with different owners. A network without the account matters only if the account had
 * other owners, who can create it there.
 */
function NetworkNotes({ view, text }: { view: LoadedOwners; text: HomeText }): VNode {
  const hadOthers = hadOtherOwners(view.now);
  const chains = view.chains.filter(({ state, version }) =>
    hadOthers || version !== null || state === "down"
  );
  const named = (...states: OwnerChainView["state"][]) =>
    chains.filter(({ state }) => states.includes(state)).map(({ name }) => name).join(", ");
  const late = (names: string) =>
    `${text.ownersLate(names)}${hadOthers ? ` ${text.ownersLateRisk}` : ""}`;
  const notes = [
    ["late", "", named("waiting", "down"), late],
    ["ahead", "warning", named("ahead"), text.ownersAhead],
    ["forked", "warning", named("forked"), text.ownersForked],
    ["lost", "danger", named("lost"), text.ownersLost],
  ] as const;
  return (
    <>
      {notes.map(([key, look, names, say]) =>
        names === ""
          ? null
          : (
            <p key={key} class={`note ${look}`} role="note" data-testid={`home-owner-${key}`}>
              {say(names)}
            </p>
          )
      )}
    </>
  );
}
