/**
 * Page for a lost device: revoke permissions of apps, which need no passkey on the device, remove
 * its passkey everywhere, and add a replacement. A synced passkey only needs a sign-in first. Steps
 * that the user cannot take are omitted; each step shows the remaining work.
 *
 * @module
 */
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  OwnerChainView,
  OwnerView,
} from "../../core/protocol/methods/account/acct_get_owners.ts";
import { count, list } from "../../ui/text/numbers.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import { apart } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { DownIcon } from "../../ui/parts/icons/icons.tsx";
import { CheckIcon } from "../parts/icons.tsx";
import { type Loaded, RetryNote, useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { hashOf } from "../parts/route.ts";
import { sitesOf } from "../device/device.ts";
import { chainsOf, listPermissions } from "../device/permissions.ts";
import { changeOwners, createAccount, revoke } from "../device/prompts.ts";
import type { LoadedOwners } from "./load.ts";
import { providerOf } from "./providers.ts";

/** Props of the page. */
type PageProps = RoomProps & { owners: Loaded<LoadedOwners> };

/** A step of the page. */
interface Step {
  readonly kind: "signIn" | "access" | "remove" | "replace";
  readonly title: string;
  readonly done: boolean;
  /** True if its content stays visible, such as a warning. */
  readonly open?: boolean;
  /** Content; its button is the primary one in the current step. */
  readonly content: (isCurrent: boolean) => ComponentChildren;
}

/** The page. */
export function LostDevice(props: PageProps): VNode {
  const { text, tag, owners, record } = props;
  const remove = useRemoval(props);
  const access = useAccess(props, remove.done);
  const replace = useReplacement(props, remove);
  // The passkey of this device can only be removed from another one.
  const isOnly = owners.value !== null && remove.isEmpty;
  const tasks = isOnly ? [access, replace] : [access, remove, replace];
  const all = isOnly && record.backedUp ? [signIn(props), ...tasks] : tasks;
  const steps = [...all.filter(({ done }) => !done), ...all.filter(({ done }) => done)];
  const current = tasks.find(({ done }) => !done);
  return (
    <Page title={text.lostDevice} text={text} back="security" testid="home-lost-device">
      {owners.failed
        ? <RetryNote text={text} refresh={owners.refresh}>{text.offline}</RetryNote>
        : null}
      <section class="card checklist" aria-label={text.lostDevice}>
        {current === undefined
          ? (
            <div class="checklist-head">
              <b>{text.allDone}</b>
            </div>
          )
          : null}
        <ol class="rows">
          {steps.map((step, index) => (
            <li
              key={step.kind}
              class={step.done ? "done" : ""}
              data-testid={`home-step-${step.kind}`}
            >
              <details class="fold" open={step === current || step.open === true}>
                <summary class="row">
                  <span class="disc">{step.done ? <CheckIcon /> : count(index + 1, tag)}</span>
                  <h2 class="row-text">{step.title}</h2>
                  <DownIcon />
                </summary>
                <div class="step">{step.content(step === current)}</div>
              </details>
            </li>
          ))}
        </ol>
      </section>
    </Page>
  );
}

/** Signs in on the new device, with the passkey that the password manager has there. */
function signIn({ record, text }: PageProps): Step {
  return {
    kind: "signIn",
    title: text.lostSignIn,
    done: false,
    open: true,
    content: () => (
      <p class="note" data-testid="home-device-synced">
        {text.lostSynced(record.aaguid && providerOf(record.aaguid))}
      </p>
    ),
  };
}

/** Removes a passkey, and shows the networks where it is still valid. */
function useRemoval(
  { device, record, text, tag, owners }: PageProps,
): Step & { readonly isEmpty: boolean } {
  const [removed, setRemoved] = useState<OwnerView | null>(null);
  const others = (owners.value?.owners ?? []).filter(({ kind, here }) =>
    kind === "passkey" && !here
  );
  const isGone = removed !== null && !others.some(({ owner }) => owner === removed.owner);
  const chains = owners.value?.chains ?? [];
  const behind = chains.filter(({ state }) => state !== "done");
  const isAbsent = ({ state, version }: OwnerChainView) => version === null && state !== "down";
  const [absent, late] = [behind.filter(isAbsent), behind.filter((each) => !isAbsent(each))];
  const namesOf = (chains: readonly OwnerChainView[]) =>
    list(chains.map(({ name }) => apart(name)), tag);
  const remove = (owner: OwnerView) =>
    void changeOwners(device, record, { kind: "remove", owner: owner.owner }).then(() => {
      setRemoved(owner);
      owners.refresh();
    });
  // No passkey of the user can sign for any network.
  const isLost = chains.length > 0 && chains.every(({ state }) => state === "lost");
  const isEmpty = removed === null && others.length === 0;
  return {
    kind: "remove",
    title: text.whichDevice,
    done: isGone && late.length === 0,
    open: isGone || isLost,
    isEmpty,
    content: (isCurrent) => (
      <>
        {!isGone
          ? null
          : late.length === 0
          ? <p class="note" role="status" data-testid="home-device-removed">{text.removedDevice}</p>
          : (
            <RetryNote
              text={text}
              refresh={owners.refresh}
              class="note warning"
              testid="home-device-removed"
            >
              {text.removedPartly} {text.worksStill(namesOf(late))}
            </RetryNote>
          )}
        {!isGone || absent.length === 0 ? null : (
          <p class="note" data-testid="home-device-absent">
            {text.worksAbsent(namesOf(absent))}{" "}
            <button
              type="button"
              class="link"
              onClick={() => void createAccount(device, record, absent[0]!.id).then(owners.refresh)}
            >
              {text.createThere}
            </button>
          </p>
        )}
        {isLost && others.length > 0
          ? <p class="note danger" role="note" data-testid="home-device-lost">{text.removeLost}</p>
          : null}
        {isLost ? <OtherWays text={text} /> : null}
        <Others
          owners={others}
          text={text}
          isPrimary={isCurrent && !isGone}
          isLost={isLost}
          remove={remove}
        />
      </>
    ),
  };
}

function OtherWays({ text }: Pick<RoomProps, "text">): VNode {
  return (
    <a class="button" href={hashOf("lost")} data-testid="home-device-ways">
      {text.otherWays}
    </a>
  );
}

/** The other passkeys, each with the button that removes it; renders nothing without any. */
function Others(
  { owners, text, isPrimary, isLost, remove }: Pick<RoomProps, "text"> & {
    owners: readonly OwnerView[];
    isPrimary: boolean;
    /** True if no passkey of the user can sign. */
    isLost: boolean;
    remove: (owner: OwnerView) => void;
  },
): VNode | null {
  if (owners.length === 0) return null;
  return (
    <ul class="rows">
      {owners.map((owner) => {
        const name = owner.name ?? `${text.passkey} ${shortAddress(owner.owner)}`;
        return (
          <li key={owner.owner} class="row">
            <span class="row-text">
              <b>
                <bdi>{name}</bdi>
              </b>
            </span>
            <button
              type="button"
              class={isPrimary ? "danger" : ""}
              disabled={isLost}
              aria-label={text.removeEverywhere(apart(name))}
              data-testid="home-device-remove"
              onClick={() => remove(owner)}
            >
              {text.remove}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Revokes permissions and disconnects sites. The permissions are read again after the removal: until
 * then, the lost passkey can grant more.
 */
function useAccess({ device, record, text, tag }: PageProps, isRemoved: boolean): Step {
  const { address } = record.account;
  const loaded = useLoaded(
    () => listPermissions(device.service, address),
    `${address} ${isRemoved}`,
  );
  const own = () => sitesOf(device, address);
  const [sites, setSites] = useState(own);
  const { granted, missing } = loaded.value ?? { granted: [], missing: [] };
  const [chain, ...alsoOn] = chainsOf(granted);
  const isDone = loaded.value !== null && granted.length + missing.length + sites.length === 0;
  const disconnect = () => {
    for (const { origin } of sites) device.sites.forget(origin, address);
    setSites(own());
    void device.sync(address);
  };
  return {
    kind: "access",
    title: text.endAccess,
    done: isDone,
    open: missing.length > 0,
    content: (isCurrent) => (
      <>
        {isDone
          ? <p class="note" role="status" data-testid="home-access-ended">{text.endedAccess}</p>
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
            class={isCurrent ? "primary wide" : "wide"}
            data-testid="home-end-access"
            onClick={() =>
              void revoke(device, record, { chain, alsoOn, id: null }).then(loaded.refresh)}
          >
            {text.revokeAll}
          </button>
        )}
        {sites.length === 0 || chain !== undefined ? null : (
          <button
            type="button"
            class={isCurrent ? "primary wide" : "wide"}
            data-testid="home-disconnect-all"
            onClick={disconnect}
          >
            {text.disconnectAll}
          </button>
        )}
      </>
    ),
  };
}

/** Adds a passkey. Before the removal, the second passkey may be on the lost device. */
function useReplacement(
  { device, record, text, owners }: PageProps,
  remove: { readonly done: boolean; readonly isEmpty: boolean },
): Step {
  const passkeys = owners.value?.owners.filter(({ kind }) => kind === "passkey").length ?? 0;
  const done = (remove.done || remove.isEmpty) && passkeys > 1;
  const isOnly = remove.isEmpty && owners.value !== null;
  return {
    kind: "replace",
    title: text.replaceDevice,
    done,
    content: (isCurrent) => (
      <>
        {isOnly
          ? (
            <p class="note" data-testid="home-device-none">
              {record.backedUp ? text.lostCopy : text.lostOnly}
            </p>
          )
          : <p class="note">{text.replaceDeviceLine}</p>}
        {done ? null : (
          <button
            type="button"
            class={isCurrent ? "primary wide" : "wide"}
            data-testid="home-replace"
            onClick={() =>
              void changeOwners(device, record, { kind: "passkey" }).then(owners.refresh)}
          >
            {text.addPasskey}
          </button>
        )}
        {isOnly && !record.backedUp ? <OtherWays text={text} /> : null}
      </>
    ),
  };
}
