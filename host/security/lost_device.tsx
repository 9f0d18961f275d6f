/**
 * Page for a lost device, in three steps: remove its passkey everywhere, revoke permissions of
 * apps, and add a replacement. Each step shows the remaining work.
 *
 * @module
 */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { OwnerView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { list } from "../../ui/text/numbers.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import { apart } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { CheckIcon, KeyIcon } from "../parts/icons.tsx";
import { type Loaded, RetryNote, useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { sitesOf } from "../device/device.ts";
import { chainsOf, listPermissions } from "../device/permissions.ts";
import { changeOwners, revoke } from "../device/prompts.ts";
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

/** Removes a passkey, and shows the networks where it is still valid. */
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

/** Revokes permissions and disconnects sites. */
function EndAccess({ device, record, text, tag }: RoomProps): VNode {
  const { address } = record.account;
  const loaded = useLoaded(() => listPermissions(device.service, address), address);
  const own = () => sitesOf(device, address);
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
        ? <RetryNote text={text} refresh={loaded.refresh}>{text.offline}</RetryNote>
        : null}
      {missing.length === 0
        ? null
        : (
          <RetryNote text={text} refresh={loaded.refresh} testid="home-end-access-missing">
            {text.networksDown(list(missing.map(({ name }) => apart(name)), tag))}
          </RetryNote>
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
            void device.sync(address);
          }}
        >
          {text.disconnectAll}
        </button>
      )}
    </section>
  );
}
