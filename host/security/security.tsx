/**
 * Security of an account: a checklist, its keys, and the steps after the loss of a device.
 *
 * @module
 */
import type { VNode } from "preact";
import type {
  OwnerChainView,
  OwnerView,
} from "../../core/protocol/methods/account/acct_get_owners.ts";
import type { HoldingView } from "../../core/dialog/account.ts";
import { count } from "../../ui/text/numbers.ts";
import { dayOf } from "../activity/day.ts";
import type { RoomProps } from "../parts/room.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import { CheckIcon, DeviceIcon, FileIcon, PeopleIcon } from "../parts/icons.tsx";
import type { Loaded } from "../parts/loaded.tsx";
import { changeOwners, createAccount, type OwnerRequest } from "../device/prompts.ts";
import { useHoldings } from "../money/tokens.tsx";
import { apart } from "../parts/phrases.ts";
import { hashOf } from "../parts/route.ts";
import type { LoadedOwners } from "./load.ts";
import { NotCreatedNotes } from "./not_created.tsx";
import { Owners } from "./owners.tsx";
import { SecondHome } from "./second_home.tsx";
import { isOutdated, isUsable, type SavedFile, savedFile } from "./saved_file.ts";

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
  const holdings = useHoldings(props).value;
  const absent = view === null ? null : absentOf(view, holdings ?? []);
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
      {view === null ? null : (
        <Checklist
          {...props}
          view={view}
          absent={absent}
          addPasskey={() => change({ kind: "passkey" })}
          create={({ id }) => void createAccount(device, record, id).then(owners.refresh)}
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
      <NotCreatedNotes
        {...props}
        holdings={holdings}
        {...(absent !== null && { asked: absent.id })}
      />
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

/**
 * Returns the network on which to create an account that has a helper but no network yet: until
 * then, the helper cannot start a recovery. `null` if the account exists somewhere.
 */
function absentOf(
  { owners, chains, now }: LoadedOwners,
  holdings: readonly HoldingView[],
): OwnerChainView | null {
  const hasHelper = owners.some(({ kind }) => kind !== "passkey");
  if (!hasHelper || now.chains.some(({ deployed }) => deployed === true)) return null;
  const open = chains.filter(({ state }) => state !== "down");
  const isFunded = ({ id }: OwnerChainView) =>
    holdings.some(({ chainId, amount }) => chainId === id && amount > 0n);
  return open.find(isFunded) ?? open[0] ?? null;
}

/** An entry of the checklist. */
interface Check {
  readonly kind: "passkey" | "recovery" | "file";
  readonly done: boolean;
  readonly picture: Icon;
  readonly title: string;
  /** Explains the entry. */
  readonly line: string;
  /** Label of its button. */
  readonly action: string;
  /** Opens a dialog. Default: the entry is a link to its page. */
  readonly press?: () => void;
}

/** The missing entries, the first one with its button, and then the done ones, a line each. */
function Checklist(
  props: SecurityProps & {
    view: LoadedOwners;
    /** Network to create the account on, before anyone can recover it. */
    absent: OwnerChainView | null;
    addPasskey: () => void;
    create: (chain: OwnerChainView) => void;
  },
): VNode {
  const { device, record, text, tag, view, absent } = props;
  const passkeys = view.owners.filter(({ kind }) => kind === "passkey").length;
  const saved = savedFile(device.storage, record.account.address);
  const isOld = isOutdated(saved, view.now);
  const isSaved = saved !== null && !isOld;
  const canUse = isUsable(device.storage, record.account.address, view.owners);
  const checks: readonly Check[] = [
    {
      kind: "passkey",
      done: passkeys > 1 || record.backedUp,
      picture: DeviceIcon,
      title: text.checks.passkey,
      line: text.checkLines.passkey,
      action: text.addPasskey,
      press: props.addPasskey,
    },
    {
      kind: "recovery",
      done: absent === null && view.owners.some(({ kind }) => kind !== "passkey"),
      picture: PeopleIcon,
      ...(absent === null
        ? { title: text.checks.recovery, line: text.checkLines.recovery, action: text.askFriend }
        : {
          title: text.createOn(apart(absent.name)),
          line: text.createWhy,
          action: text.createNow,
          press: () => props.create(absent),
        }),
    },
    {
      kind: "file",
      done: isSaved && canUse,
      picture: FileIcon,
      title: isSaved ? text.doneChecks.file : text.checks.file,
      line: isOld ? text.fileOld : text.checkLines.file,
      action: isSaved ? text.fileFirst : text.fileSave,
    },
  ];
  const open = checks.filter((check) => !check.done);
  const done = checks.length - open.length;
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
        {[...open, ...checks.filter((check) => check.done)].map((check) => (
          <li
            key={check.kind}
            class={check.done ? "done" : ""}
            data-testid={`home-check-${check.kind}`}
          >
            {check.done
              ? <DoneEntry kind={check.kind} saved={saved} text={text} tag={tag} />
              : <Entry {...check} isNext={check === open[0]} />}
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
      <span class="row-text">
        {text.doneChecks[kind]}
        {kind !== "file" || saved === null
          ? null
          : <span class="note">{dayOf(saved.at * 1000, tag)}</span>}
      </span>
    </>
  );
  return kind !== "file" || saved === null
    ? <div class="row slim">{content}</div>
    : (
      <a class="row slim" href={hashOf("file")} data-testid="home-open-file">
        {content}
        <NextIcon />
      </a>
    );
}

/** A missing entry: the next one with its button, the others as rows that open the same. */
function Entry(
  { kind, picture: Picture, title, line, action, press, isNext }: Check & { isNext: boolean },
): VNode {
  const content = (
    <>
      <span class="disc">
        <Picture />
      </span>
      <span class="row-text">
        <b>{title}</b>
        <span class="note">{line}</span>
      </span>
      {isNext ? null : <NextIcon />}
    </>
  );
  const href = hashOf(kind === "file" ? kind : "friend");
  const shared = {
    class: isNext ? "button primary wide" : "row",
    "data-testid": `home-do-${kind}`,
  };
  const label = isNext ? action : content;
  return (
    <>
      {isNext ? <div class="row">{content}</div> : null}
      {press === undefined
        ? <a {...shared} href={href}>{label}</a>
        : <button type="button" {...shared} onClick={press}>{label}</button>}
    </>
  );
}
