/**
 * Security of an account: a checklist, its keys, and the steps after the loss of a device.
 *
 * @module
 */
import type { VNode } from "preact";
import type { OwnerView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { count } from "../../ui/text/numbers.ts";
import { dayOf } from "../activity/day.ts";
import type { RoomProps } from "../parts/room.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import { CheckIcon, DeviceIcon, FileIcon, PeopleIcon } from "../parts/icons.tsx";
import type { Loaded } from "../parts/loaded.tsx";
import { changeOwners, type OwnerRequest } from "../device/prompts.ts";
import { hashOf } from "../parts/route.ts";
import type { LoadedOwners } from "./load.ts";
import { NotCreatedSection } from "./not_created.tsx";
import { Owners } from "./owners.tsx";
import { SecondHome } from "./second_home.tsx";
import { isOutdated, type SavedFile, savedFile } from "./saved_file.ts";

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
  const view = owners.value;
  return (
    <div class="split">
      <div class="column">
        {/* The first element, so that content that loads later does not move its button. */}
        <SecondHome
          {...props}
          changed={() => {
            owners.refresh();
            changed();
          }}
        />
        {view === null ? null : (
          <Checklist
            {...props}
            view={view}
            addPasskey={() => change({ kind: "passkey" })}
          />
        )}
      </div>
      <div class="column">
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
      </div>
    </div>
  );
}

/** An entry of the checklist. */
interface Check {
  readonly kind: "passkey" | "recovery" | "file";
  readonly done: boolean;
  readonly picture: Icon;
  /** Explains the entry. */
  readonly line: string;
}

/** The done entries, a line each, and the missing ones, which open the control for them. */
function Checklist(
  props: SecurityProps & { view: LoadedOwners; addPasskey: () => void },
): VNode {
  const { device, record, text, tag, view } = props;
  const passkeys = view.owners.filter(({ kind }) => kind === "passkey").length;
  const saved = savedFile(device.storage, record.account.address);
  const isOld = isOutdated(saved, view.now);
  const checks: readonly Check[] = [
    {
      kind: "passkey",
      done: passkeys > 1 || record.backedUp,
      picture: DeviceIcon,
      line: text.checkLines.passkey,
    },
    {
      kind: "recovery",
      done: view.owners.some(({ kind }) => kind !== "passkey"),
      picture: PeopleIcon,
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
            : text.safety(count(done, tag), count(checks.length, tag))}
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
            {check.done
              ? <DoneEntry kind={check.kind} saved={saved} text={text} tag={tag} />
              : <Entry {...check} text={text} addPasskey={props.addPasskey} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One line of a done entry; the file's line shows its date and opens its page. */
function DoneEntry(
  { kind, saved, text, tag }: Pick<Check, "kind"> & Pick<RoomProps, "text" | "tag"> & {
    saved: SavedFile | null;
  },
): VNode {
  const content = (
    <>
      <span class="disc">
        <CheckIcon />
      </span>
      <span class="row-text">{text.doneChecks[kind]}</span>
    </>
  );
  return kind !== "file" || saved === null
    ? <div class="row slim">{content}</div>
    : (
      <a class="row slim" href={hashOf("file")} data-testid="home-open-file">
        {content}
        <span class="row-amount note">{dayOf(saved.at * 1000, tag)}</span>
        <NextIcon />
      </a>
    );
}

/** Row of an entry: a button for a passkey, which a dialog adds, and links to the other pages. */
function Entry(
  { kind, picture: Picture, line, text, addPasskey }: Check & {
    text: RoomProps["text"];
    addPasskey: () => void;
  },
): VNode {
  const content = (
    <>
      <span class="disc">
        <Picture />
      </span>
      <span class="row-text">
        <b>{text.checks[kind]}</b>
        <span class="note">{line}</span>
      </span>
      <NextIcon />
    </>
  );
  return kind === "passkey"
    ? <button type="button" class="row" onClick={addPasskey}>{content}</button>
    : <a class="row" href={hashOf(kind === "recovery" ? "friend" : kind)}>{content}</a>;
}
