/** The passkeys and addresses that open an account, and how they are added and removed. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { isAddress } from "viem";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { OwnersView, OwnerView } from "../../core/dialog/owners.ts";
import type { HomeText } from "../text.ts";
import { Rename } from "./rename.tsx";
import { Part, useLoaded } from "./loaded.tsx";

/** What is asked of the wallet. */
export type OwnerWish =
  | { readonly kind: "passkey" }
  | { readonly kind: "address"; readonly address: `0x${string}` }
  | { readonly kind: "remove"; readonly owner: OwnerView };

/** The list, with its buttons. */
export function Owners(props: {
  record: AccountRecord;
  text: HomeText;
  load: () => Promise<OwnersView>;
  /** Resolves when the person is done with it. */
  change: (wish: OwnerWish) => Promise<void>;
  /** Keeps another name for a passkey that this device knows. */
  rename: (owner: OwnerView, name: string) => void;
}): VNode {
  const { text, load, record } = props;
  const loaded = useLoaded(load, record);
  const view = loaded.value;
  const [address, setAddress] = useState("");
  const change = (wish: OwnerWish) => void props.change(wish).then(loaded.refresh);
  const typed = address.trim();
  const late = view?.chains.filter(({ state }) => state === "waiting" || state === "down") ?? [];
  return (
    <Part title={text.owners} text={text} loaded={loaded}>
      <ul>
        {view?.owners.map((owner) => (
          <li key={owner.owner} data-testid="home-owner">
            <span>
              {owner.kind === "address" ? text.recoveryAddress : owner.name ?? text.passkey}
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
                onClick={() => change({ kind: "remove", owner })}
              >
                {text.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      {late.length === 0 ? null : (
        <p class="note" role="note" data-testid="home-owner-late">
          {text.ownersLate(late.map(({ name }) => name).join(", "))}
        </p>
      )}
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
    </Part>
  );
}
