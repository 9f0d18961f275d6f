/**
 * Security of an account: completed checks, its owners, the recovery file, and its networks.
 *
 * @module
 */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { OwnerView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { count } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import { BellIcon, CheckIcon, FileIcon, KeyIcon, RescueIcon } from "../parts/icons.tsx";
import { type Loaded, useLoaded } from "../parts/loaded.tsx";
import { hostPromise } from "../page/other_hosts.ts";
import { changeOwners } from "../device/prompts.ts";
import { readPushState } from "./push.ts";
import { hashOf } from "../parts/route.ts";
import type { LoadedOwners } from "./load.ts";
import { NotCreatedSection } from "./not_created.tsx";
import { Notices } from "./notices.tsx";
import { Owners } from "./owners.tsx";
import { RecoveryFile } from "./recovery_file.tsx";
import { SecondHome } from "./second_home.tsx";
import { isOutdated, savedFile } from "./saved_file.ts";

/** The security tab. */
export function Security(
  props: RoomProps & {
    owners: Loaded<LoadedOwners>;
    /** Called after a change of the device's accounts. */
    changed: () => void;
  },
): VNode {
  const { device, record, text, tag, owners, changed } = props;
  const { address } = record.account;
  const [saved, setSaved] = useState(() => savedFile(device.storage, address));
  const push = useLoaded(() => readPushState(device, record), record);
  const rename = (owner: OwnerView, name: string) => {
    const named = device.book.list().find(({ publicKey }) =>
      publicKey.toLowerCase() === owner.owner
    );
    if (named === undefined) return;
    device.book.put({ ...named, name });
    changed();
  };
  const view = owners.value;
  const passkeys = view?.owners.filter(({ kind }) => kind === "passkey").length ?? 0;
  const recovers = view?.owners.some(({ kind }) => kind !== "passkey") ?? false;
  const current = saved !== null && view !== null && !isOutdated(saved, view.now);
  const checks: Check[] = [
    { kind: "passkey", done: passkeys > 1 || record.backedUp, picture: KeyIcon },
    { kind: "recovery", done: recovers, picture: RescueIcon },
    { kind: "file", done: current, picture: FileIcon },
    ...(push.value === null
      ? []
      : [{ kind: "notices", done: push.value === "on", picture: BellIcon } as const]),
  ];
  return (
    <>
      {/* The first element, so that content that loads later does not move its button. */}
      <SecondHome
        {...props}
        changed={() => {
          owners.refresh();
          changed();
        }}
      />
      {view === null ? null : <Checklist checks={checks} {...props} />}
      <Owners
        device={device}
        record={record}
        text={text}
        tag={tag}
        loaded={owners}
        change={(request) => changeOwners(device, record, request)}
        rename={rename}
      />
      <RecoveryFile
        {...props}
        saved={saved}
        onSaved={() => setSaved(savedFile(device.storage, address))}
      />
      <Notices device={device} record={record} text={text} loaded={push} />
      <NotCreatedSection {...props} />
      <Networks {...props} />
      <p class="links">
        <a href={hashOf("device")} data-testid="home-device">{text.lostDevice}</a>
        <a href={hashOf("lost")}>{text.lost}</a>
      </p>
      <p class="note">{hostPromise(text)}</p>
    </>
  );
}

/** An entry of the checklist. */
interface Check {
  readonly kind: "passkey" | "recovery" | "file" | "notices";
  readonly done: boolean;
  readonly picture: Icon;
}

/** The checklist, with its state; each entry links to the control for it. */
function Checklist({ checks, text, tag }: { checks: readonly Check[] } & RoomProps): VNode {
  const done = checks.filter((check) => check.done).length;
  return (
    <section class="card checklist" aria-label={text.tabs.security}>
      <p class="checklist-head" data-testid="home-checks" data-done={done}>
        <b>
          {done === checks.length
            ? text.allDone
            : text.done(count(done, tag), count(checks.length, tag))}
        </b>
        <progress max={checks.length} value={done} aria-label={text.tabs.security} />
      </p>
      <ul class="rows">
        {checks.map(({ kind, done, picture: Picture }) => (
          <li key={kind} class={done ? "done" : ""} data-testid={`home-check-${kind}`}>
            <button
              type="button"
              class="row"
              onClick={() =>
                show(kind)}
            >
              <span class="disc">{done ? <CheckIcon /> : <Picture />}</span>
              <span class="row-text">{text.checks[kind][done ? 1 : 0]}</span>
              {done ? null : <NextIcon />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Location of the control for each check. */
const places: Readonly<Record<Check["kind"], string>> = {
  passkey: "home-add-passkey",
  recovery: "home-recovery",
  file: "home-save-file",
  notices: "home-push-turn",
};

/** Scrolls to the control of a check. */
function show(kind: Check["kind"]): void {
  const control = document.querySelector<HTMLElement>(`[data-testid=${places[kind]}]`);
  control?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}

/** State of the owners on each network. */
function Networks(
  { owners, text }: RoomProps & { owners: Loaded<LoadedOwners> },
): VNode | null {
  const chains = owners.value?.chains ?? [];
  if (chains.length === 0) return null;
  return (
    <section class="group">
      <h2>{text.networks}</h2>
      <ul class="rows">
        {chains.map(({ id, name, state }) => (
          <li key={id} class="row slim" data-testid="home-chain" data-state={state}>
            <span class="row-text">
              <span>
                <bdi>{name}</bdi>
              </span>
            </span>
            <span class="row-amount note">{text.states[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
