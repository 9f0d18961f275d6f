/**
 * Security of an account: a checklist, its keys, and the steps after the loss of a device.
 *
 * @module
 */
import type { VNode } from "preact";
import type { OwnerView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { count } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import { CheckIcon, DeviceIcon, FileIcon, RescueIcon } from "../parts/icons.tsx";
import type { Loaded } from "../parts/loaded.tsx";
import { changeOwners, type OwnerRequest } from "../device/prompts.ts";
import { hashOf } from "../parts/route.ts";
import type { LoadedOwners } from "./load.ts";
import { NotCreatedSection } from "./not_created.tsx";
import { Owners } from "./owners.tsx";
import { placesOf } from "./providers.ts";
import { SecondHome } from "./second_home.tsx";
import { isOutdated, savedFile } from "./saved_file.ts";

/** Props of the tab. */
type SecurityProps = RoomProps & {
  owners: Loaded<LoadedOwners>;
  /** Called after a change of the device's accounts. */
  changed: () => void;
};

/** The security tab. */
export function Security(props: SecurityProps): VNode {
  const { device, record, text, tag, owners, changed } = props;
  const rename = (owner: OwnerView, name: string) => {
    const named = device.book.list().find(({ publicKey }) =>
      publicKey.toLowerCase() === owner.owner
    );
    if (named === undefined) return;
    device.book.put({ ...named, name, renamed: Math.floor(Date.now() / 1000) });
    void device.sync(named.account.address);
    changed();
  };
  const change = (request: OwnerRequest) =>
    void changeOwners(device, record, request).then(owners.refresh);
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
      {owners.value === null ? null : (
        <Checklist
          {...props}
          view={owners.value}
          addPasskey={() => change({ kind: "passkey" })}
        />
      )}
      <Owners
        device={device}
        record={record}
        text={text}
        tag={tag}
        loaded={owners}
        change={change}
        rename={rename}
      />
      <NotCreatedSection {...props} />
      <ul class="panel">
        <li>
          <a class="row" href={hashOf("device")} data-testid="home-device">
            <DeviceIcon />
            <span class="row-text">{text.lostDevice}</span>
            <NextIcon />
          </a>
        </li>
      </ul>
    </>
  );
}

/** An entry of the checklist. */
interface Check {
  readonly kind: "passkey" | "recovery" | "file";
  readonly done: boolean;
  readonly picture: Icon;
  /** Explains the entry, or describes how it is done. */
  readonly line: string;
}

/** The checklist, with its state; each entry opens the control for it. */
function Checklist(
  props: SecurityProps & { view: LoadedOwners; addPasskey: () => void },
): VNode {
  const { device, record, text, tag, view } = props;
  const passkeys = view.owners.filter(({ kind }) => kind === "passkey").length;
  const saved = savedFile(device.storage, record.account.address);
  const isOld = saved !== null && isOutdated(saved, view.now);
  const checks: Check[] = [
    {
      kind: "passkey",
      done: passkeys > 1 || record.backedUp,
      picture: DeviceIcon,
      line: passkeys > 1
        ? text.passkeyCount(count(passkeys, tag))
        : record.backedUp
        ? placesOf(record, text).join(" · ")
        : text.checkLines.passkey,
    },
    {
      kind: "recovery",
      done: view.owners.some(({ kind }) => kind !== "passkey"),
      picture: RescueIcon,
      line: text.checkLines.recovery,
    },
    {
      kind: "file",
      done: saved !== null && !isOld,
      picture: FileIcon,
      line: isOld ? text.fileOld : text.checkLines.file,
    },
  ];
  const done = checks.filter((check) => check.done).length;
  return (
    <section class="card checklist" aria-label={text.tabs.security}>
      <div class="checklist-head" data-testid="home-checks" data-done={done}>
        <b>
          {done === checks.length
            ? text.allDone
            : text.done(count(done, tag), count(checks.length, tag))}
        </b>
        <progress max={checks.length} value={done} aria-label={text.tabs.security} />
      </div>
      <ul class="rows">
        {checks.map((check) => (
          <li
            key={check.kind}
            class={check.done ? "done" : ""}
            data-testid={`home-check-${check.kind}`}
          >
            <Entry {...check} text={text} addPasskey={props.addPasskey} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Row of an entry: a button for a passkey, which a dialog adds, and links to the other pages. */
function Entry(
  { kind, done, picture: Picture, line, text, addPasskey }: Check & {
    text: RoomProps["text"];
    addPasskey: () => void;
  },
): VNode {
  const content = (
    <>
      <span class="disc">{done ? <CheckIcon /> : <Picture />}</span>
      <span class="row-text">
        <b>{text.checks[kind][done ? 1 : 0]}</b>
        <span class="note">{line}</span>
      </span>
    </>
  );
  if (kind !== "passkey") {
    return (
      <a class="row" href={hashOf(kind === "recovery" ? "friend" : kind)}>
        {content}
        <NextIcon />
      </a>
    );
  }
  return done
    ? <div class="row">{content}</div>
    : (
      <button type="button" class="row" onClick={addPasskey}>
        {content}
        <NextIcon />
      </button>
    );
}
