/** Shows the owners of an account, with forms to add and remove them. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Hex } from "viem";
import type { OwnerChainView, OwnerView } from "../../core/dialog/owners.ts";
import { shortAddress } from "../../ui/parts/address.tsx";
import type { RoomProps } from "../home/account.tsx";
import { KeyIcon, RescueIcon } from "../home/icons.tsx";
import { type Loaded, Section } from "../home/loaded.tsx";
import type { HomeText } from "../text/text.ts";
import { RecipientField, useRecipient } from "../money/recipient_field.tsx";
import type { LoadedOwners } from "./load.ts";
import { Rename } from "./rename.tsx";

/** A change of owners to request. */
export type OwnerRequest =
  | { readonly kind: "passkey" }
  | { readonly kind: "address"; readonly address: `0x${string}` }
  | { readonly kind: "remove" | "stop"; readonly owner: Hex };

/** Owner list with its forms. */
export function Owners(
  props: RoomProps & {
    loaded: Loaded<LoadedOwners>;
    /** Resolves once the user is done with the dialog. */
    change: (request: OwnerRequest) => Promise<void>;
    /** Renames a passkey of this device. */
    rename: (owner: OwnerView, name: string) => void;
  },
): VNode {
  const { text, tag, loaded, record } = props;
  const view = loaded.value;
  const change = (request: OwnerRequest) => void props.change(request).then(loaded.refresh);
  return (
    <Section title={text.owners} text={text} tag={tag} loaded={loaded}>
      <ul class="rows">
        {view?.owners.map((owner) => (
          <Owner
            key={owner.owner}
            {...props}
            owner={owner}
            alone={view.owners.length === 1}
            rename={(name) => {
              props.rename(owner, name);
              loaded.refresh();
            }}
            remove={() => change({ kind: "remove", owner: owner.owner })}
          />
        ))}
      </ul>
      <NetworkNotes chains={view?.chains ?? []} text={text} />
      {view?.owners.length === 1 && !record.backedUp
        ? <p role="note" class="banner warning" data-testid="home-single">{text.onlyPasskey}</p>
        : null}
      <button
        type="button"
        data-testid="home-add-passkey"
        onClick={() => change({ kind: "passkey" })}
      >
        {text.addPasskey}
      </button>
      <AddAddress
        device={props.device}
        record={record}
        text={text}
        tag={tag}
        add={(address) => change({ kind: "address", address })}
      />
    </Section>
  );
}

/** One owner, with what is known of it. */
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
    ...(known === undefined ? [] : [known.backedUp ? text.synced : text.notSynced]),
    // The host that it is from, where that is not this one.
    ...(known?.rpId === undefined ? [] : [known.rpId]),
  ];
  const title = owner.kind === "passkey"
    ? owner.name ?? text.passkey
    : owner.kind === "recovery"
    ? text.recoveryAddress
    : text.fullAddress;
  return (
    <li class="row tall" data-testid="home-owner">
      <span class="disc">{owner.kind === "passkey" ? <KeyIcon /> : <RescueIcon />}</span>
      <div class="row-text">
        <b>
          <bdi>{title}</bdi>
        </b>
        {owner.address === undefined
          ? <span class="note">{facts.join(" · ") || shortAddress(owner.owner)}</span>
          : <code dir="ltr">{owner.address}</code>}
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

/** Form that adds a recovery address: typed in full, a contact, or an ENS name. */
function AddAddress(props: RoomProps & { add: (address: `0x${string}`) => void }): VNode {
  const { text, add } = props;
  const [typed, setTyped] = useState("");
  const { recipient, problem } = useRecipient(typed, props, null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (recipient === null) return;
        add(recipient.address);
        setTyped("");
      }}
    >
      <p class="note">{text.addRecoveryLine}</p>
      <RecipientField
        {...props}
        value={typed}
        change={setTyped}
        problem={problem}
        recipient={recipient}
        label={text.addRecovery}
        testid="home-recovery"
        offer
      />
      <button type="submit" data-testid="home-add-recovery" disabled={recipient === null}>
        {text.add}
      </button>
    </form>
  );
}

/** Networks with other owners than these. */
function NetworkNotes(
  { chains, text }: { chains: readonly OwnerChainView[]; text: HomeText },
): VNode {
  const named = (...states: OwnerChainView["state"][]) =>
    chains.filter(({ state }) => states.includes(state)).map(({ name }) => name).join(", ");
  const notes = [
    ["late", "", named("waiting", "down"), text.ownersLate],
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
