/** Shows the keys of an account, to add, rename and remove them. @module */
import type { VNode } from "preact";
import { isAddressEqual } from "viem";
import type {
  OwnerChainView,
  OwnerView,
} from "../../core/protocol/methods/account/acct_get_owners.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import type { RoomProps } from "../parts/room.ts";
import { Fold } from "../parts/fold.tsx";
import { KeyIcon, PeopleIcon } from "../parts/icons.tsx";
import { inFours } from "../parts/in_fours.tsx";
import { type Loaded, Section } from "../parts/loaded.tsx";
import { createAccount, type OwnerRequest } from "../device/prompts.ts";
import { friendBook } from "../../core/wallet/device/friends.ts";
import { hashOf } from "../parts/route.ts";
import type { HomeText } from "../text/home_en.ts";
import type { LoadedOwners } from "./load.ts";
import { canCreate, hadOtherOwners } from "./not_created.tsx";
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
  const { device, record, text, tag, loaded, change } = props;
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
          remove={() => {
            const name = friendOf({ ...props, owner });
            change({ kind: "remove", owner: owner.owner, ...(name !== undefined && { name }) });
          }}
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
        {view === null ? null : (
          <NetworkNotes
            view={view}
            text={text}
            create={(chainId) => void createAccount(device, record, chainId).then(loaded.refresh)}
          />
        )}
      </Section>
      {helpers.length === 0 ? null : (
        <section class="group" data-testid="home-helpers">
          <div class="group-head">
            <h2>{text.helpers}</h2>
            <a href={hashOf("friend")} data-testid="home-ask-friend">
              {text.askFriend}
            </a>
          </div>
          {rows(helpers)}
        </section>
      )}
    </>
  );
}

/** Row of an owner; a press opens its actions. */
function Owner(
  props: RoomProps & {
    owner: OwnerView;
    alone: boolean;
    rename: (name: string) => void;
    remove: () => void;
  },
): VNode {
  const { owner, text } = props;
  const { title, facts } = describe(props);
  return (
    <Fold
      testid="home-owner"
      picture={owner.kind === "passkey" ? <KeyIcon /> : <PeopleIcon />}
      title={title}
      line={facts.join(" · ")}
    >
      {owner.name === undefined && props.alone ? null : (
        <>
          {owner.address === undefined
            ? null
            : <code class="whole start" dir="ltr">{inFours(owner.address)}</code>}
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
        </>
      )}
    </Fold>
  );
}

/** Returns the user's name of an address that can help: as a friend, or as a contact. */
export function friendOf(
  { device, record, owner: { address } }:
    & Pick<RoomProps, "device" | "record">
    & { owner: Pick<OwnerView, "address"> },
): string | undefined {
  if (address === undefined) return undefined;
  return friendBook(device.storage).nameOf(record.account.address, address) ??
    device.contacts.list().find((contact) => isAddressEqual(contact.address, address))?.name;
}

/** Names an owner by its place or its friend, and lists the other facts. */
function describe(
  { device, record, owner, text }: RoomProps & { owner: OwnerView },
): { readonly title: string; readonly facts: readonly string[] } {
  const { kind, here, name, address } = owner;
  if (address !== undefined) {
    const friend = friendOf({ device, record, owner });
    const title = kind === "address" ? text.fullAddress : text.recoveryAddress;
    return friend === undefined || kind === "address"
      ? { title, facts: [`\u2066${shortAddress(address)}\u2069`] }
      : { title: friend, facts: [text.canStart] };
  }
  const known = device.book.list().find(({ publicKey }) => publicKey.toLowerCase() === owner.owner);
  const facts = [
    ...(here && name !== undefined ? [`\u2068${name}\u2069`] : []),
    ...(known === undefined ? [] : placesOf(known, text)),
    // The host that it is from, where that is not this one.
    ...(known?.rpId === undefined ? [] : [known.rpId]),
  ];
  return {
    title: here ? text.thisDevice : name ?? text.passkey,
    facts: facts.length === 0 ? [shortAddress(owner.owner)] : facts,
  };
}

/**
 * Networks with different owners. A network without the account matters only if the account had
 * other owners, who can create it there.
 */
function NetworkNotes(
  { view, text, create }: {
    view: LoadedOwners;
    text: HomeText;
    create: (chainId: number) => void;
  },
): VNode {
  const hadOthers = hadOtherOwners(view.now);
  const chains = view.chains.filter(({ state, version }) =>
    hadOthers || version !== null || state === "down"
  );
  const named = (...states: OwnerChainView["state"][]) =>
    chains.filter(({ state }) => states.includes(state)).map(({ name }) => name).join(", ");
  const late = (names: string) =>
    `${text.ownersLate(names)}${hadOthers ? ` ${text.ownersLateRisk}` : ""}`;
  const notes = [
    ["late", "", named("down"), late],
    ["ahead", "warning", named("ahead"), text.ownersAhead],
    ["forked", "warning", named("forked"), text.ownersForked],
    ["lost", "danger", named("lost"), text.ownersLost],
  ] as const;
  // The next operation on a network also submits the changes that it lacks.
  const nextStep = ({ id, version }: OwnerChainView) =>
    version !== null
      ? (
        <>
          {text.ownersLateNext} <a href={hashOf("send")}>{text.send}</a>
        </>
      )
      : canCreate(view.now)
      ? (
        <button
          type="button"
          class="link"
          data-testid="home-owner-create"
          onClick={() => create(id)}
        >
          {text.createThere}
        </button>
      )
      : text.ownersLateAvoid;
  return (
    <>
      {chains.filter(({ state }) => state === "waiting").map((chain) => (
        <p key={chain.id} class="note" role="note" data-testid="home-owner-late">
          {late(chain.name)} {nextStep(chain)}
        </p>
      ))}
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
