/** Shows the owners of an account, with forms to add and remove them. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type Hex, isAddress } from "viem";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { OwnerChainView, OwnersView, OwnerView } from "../../core/dialog/owners.ts";
import type { HomeText } from "../text.ts";
import { Rename } from "./rename.tsx";
import { Section, useLoaded } from "./loaded.tsx";

/** A change of owners to request. */
export type OwnerRequest =
  | { readonly kind: "passkey" }
  | { readonly kind: "address"; readonly address: `0x${string}` }
  | { readonly kind: "remove" | "stop"; readonly owner: Hex };

/** Owner list with its forms. */
export function Owners(props: {
  record: AccountRecord;
  text: HomeText;
  load: () => Promise<OwnersView>;
  /** Resolves once the user is done with the dialog. */
  change: (request: OwnerRequest) => Promise<void>;
  /** Renames a passkey of this device. */
  rename: (owner: OwnerView, name: string) => void;
}): VNode {
  const { text, load, record } = props;
  const loaded = useLoaded(load, record);
  const view = loaded.value;
  const [address, setAddress] = useState("");
  const change = (request: OwnerRequest) => void props.change(request).then(loaded.refresh);
  const typed = address.trim();
  return (
    <Section title={text.owners} text={text} loaded={loaded}>
      <ul>
        {view?.owners.map((owner) => (
          <li key={owner.owner} data-testid="home-owner">
            <span>
              {owner.kind === "passkey" ? owner.name ?? text.passkey : text.recoveryAddress}
              {owner.here ? ` · ${text.thisDevice}` : ""}
            </span>
            <code>{owner.address ?? `${owner.owner.slice(0, 12)}…${owner.owner.slice(-8)}`}</code>
            {owner.name === undefined ? null : (
              <Rename
                name={owner.name}
                text={text}
                save={(name) => {
                  props.rename(owner, name);
                  loaded.refresh();
                }}
              />
            )}
            {view.owners.length === 1 ? null : (
              <button
                type="button"
                data-testid="home-owner-remove"
                onClick={() => change({ kind: "remove", owner: owner.owner })}
              >
                {text.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      <NetworkNotes chains={view?.chains ?? []} text={text} />
      {view?.owners.length === 1 && !record.backedUp
        ? <p role="note" data-testid="home-single">{text.onlyPasskey}</p>
        : null}
      <button
        type="button"
        data-testid="home-add-passkey"
        onClick={() => change({ kind: "passkey" })}
      >
        {text.addPasskey}
      </button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAddress(typed)) return;
          change({ kind: "address", address: typed });
          setAddress("");
        }}
      >
        <label>
          {text.addRecovery}
          <input
            dir="ltr"
            spellcheck={false}
            autocomplete="off"
            placeholder="0x…"
            value={address}
            data-testid="home-recovery"
            aria-invalid={typed !== "" && !isAddress(typed)}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        </label>
        <button type="submit" data-testid="home-add-recovery" disabled={!isAddress(typed)}>
          {text.add}
        </button>
      </form>
    </Section>
  );
}

/** Networks with other owners than these. */
function NetworkNotes(
  { chains, text }: { chains: readonly OwnerChainView[]; text: HomeText },
): VNode {
  const named = (...states: OwnerChainView["state"][]) =>
    chains.filter(({ state }) => states.includes(state)).map(({ name }) => name).join(", ");
  const [late, ahead] = [named("waiting", "down"), named("ahead")];
  const [forked, lost] = [named("forked"), named("lost")];
  return (
    <>
      {late === ""
        ? null
        : <p class="note" role="note" data-testid="home-owner-late">{text.ownersLate(late)}</p>}
      {ahead === "" ? null : (
        <p class="note warning" role="note" data-testid="home-owner-ahead">
          {text.ownersAhead(ahead)}
        </p>
      )}
      {forked === "" ? null : (
        <p class="note warning" role="note" data-testid="home-owner-forked">
          {text.ownersForked(forked)}
        </p>
      )}
      {lost === "" ? null : (
        <p class="note danger" role="note" data-testid="home-owner-lost">
          {text.ownersLost(lost)}
        </p>
      )}
    </>
  );
}
