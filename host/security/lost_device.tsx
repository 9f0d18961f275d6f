/**
 * Page for a lost device, in three steps: remove its passkey everywhere, end what apps may do, and add
 * a replacement. Each step shows what is left of it.
 *
 * @module
 */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { OwnerView } from "../../core/dialog/owners.ts";
import { list } from "../../ui/text/numbers.ts";
import { shortAddress } from "../../ui/parts/address.tsx";
import { apart } from "../activity/sentence.ts";
import { chainsOf } from "../apps/permissions.tsx";
import type { RoomProps } from "../home/account.tsx";
import { CheckIcon, KeyIcon } from "../home/icons.tsx";
import { type Loaded, useLoaded } from "../home/loaded.tsx";
import { Page } from "../home/page.tsx";
import { listPermissions } from "../permissions.ts";
import { changeOwners, revoke } from "../prompts.ts";
import type { LoadedOwners } from "./load.ts";

/** The page. */
export function LostDevice(props: RoomProps & { owners: Loaded<LoadedOwners> }): VNode {
  const { device, record, text, owners } = props;
  return (
    <Page title={text.lostDevice} text={text} back="security" testid="home-lost-device">
      <p class="note">{text.lostDeviceLine}</p>
      <Remove {...props} />
      <EndAccess {...props} />
      <section class="card">
        <h2>{text.replaceDevice}</h2>
        <p class="note">{text.replaceDeviceLine}</p>
        <button
          type="button"
          data-testid="home-replace"
          onClick={() =>
            void changeOwners(device, record, { kind: "passkey" }).then(owners.refresh)}
        >
          {text.addPasskey}
        </button>
      </section>
    </Page>
  );
}

/** Removes a passkey, and shows where it still works. */
function Remove(props: RoomProps & { owners: Loaded<LoadedOwners> }): VNode {
  const { device, record, text, tag, owners } = props;
  const [removed, setRemoved] = useState<OwnerView | null>(null);
  const others = (owners.value?.owners ?? []).filter(({ kind, here }) =>
    kind === "passkey" && !here
  );
  const isGone = removed !== null && !others.some(({ owner }) => owner === removed.owner);
  const late = (owners.value?.chains ?? []).filter(({ state }) => state !== "done");
  const remove = (owner: OwnerView) =>
    void changeOwners(device, record, { kind: "remove", owner: owner.owner }).then(() => {
      setRemoved(owner);
      owners.refresh();
    });
  return (
    <section class="card">
      <h2>{text.whichDevice}</h2>
      {isGone
        ? (
          <p class="entry done" role="status" data-testid="home-device-removed">
            <CheckIcon />
            <span>
              {text.removedDevice} {late.length === 0 ? text.worksNowhere : text.worksStill(
                list(late.map(({ name }) => apart(name)), tag),
              )}
            </span>
          </p>
        )
        : null}
      {!isGone && owners.value !== null && others.length === 0
        ? <p class="note" data-testid="home-device-none">{text.lostDeviceNone}</p>
        : null}
      <ul class="rows">
        {others.map((owner) => {
          const name = owner.name ?? `${text.passkey} ${shortAddress(owner.owner)}`;
          return (
            <li key={owner.owner}>
              <button
                type="button"
                class="row"
                data-testid="home-device-remove"
                onClick={() => remove(owner)}
              >
                <span class="disc">
                  <KeyIcon />
                </span>
                <span class="row-text danger">{text.removeEverywhere(apart(name))}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Ends permissions and connections. */
function EndAccess({ device, record, text, tag }: RoomProps): VNode {
  const { address } = record.account;
  const loaded = useLoaded(() => listPermissions(device.service, address), address);
  const own = () =>
    device.sites.list().filter(({ account }) => account.toLowerCase() === address.toLowerCase());
  const [sites, setSites] = useState(own);
  const { granted, missing } = loaded.value ?? { granted: [], missing: [] };
  const [chain, ...alsoOn] = chainsOf(granted);
  const isDone = loaded.value !== null && granted.length + missing.length + sites.length === 0;
  return (
    <section class="card">
      <h2>{text.endAccess}</h2>
      {isDone
        ? (
          <p class="entry done" role="status" data-testid="home-access-ended">
            <CheckIcon />
            <span>{text.endedAccess}</span>
          </p>
        )
        : <p class="note">{text.endAccessLine}</p>}
      {loaded.failed
        ? (
          <p role="alert" class="note">
            {text.offline}{" "}
            <button type="button" class="link" onClick={loaded.refresh}>{text.retry}</button>
          </p>
        )
        : null}
      {missing.length === 0
        ? null
        : (
          <p role="alert" class="note" data-testid="home-end-access-missing">
            {text.networksDown(list(missing.map(({ name }) => apart(name)), tag))}{" "}
            <button type="button" class="link" onClick={loaded.refresh}>{text.retry}</button>
          </p>
        )}
      {chain === undefined ? null : (
        <button
          type="button"
          class="danger"
          data-testid="home-end-access"
          onClick={() =>
            void revoke(device, record, { chain, alsoOn, id: null }).then(loaded.refresh)}
        >
          {text.revokeAll}
        </button>
      )}
      {sites.length === 0 ? null : (
        <button
          type="button"
          data-testid="home-disconnect-all"
          onClick={() => {
            for (const { origin } of sites) device.sites.forget(origin, address);
            setSites(own());
          }}
        >
          {text.disconnectAll}
        </button>
      )}
    </section>
  );
}
