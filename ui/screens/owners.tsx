/** Changes of owners: another passkey, a recovery address, a removal. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import {
  type AddPasskeyChoice,
  type AddPasskeyPreview,
  type ChangeOwnersChoice,
  type ChangeOwnersPreview,
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_RECOVERY_DELAY_S,
  MIN_RECOVERY_DELAY_S,
  type OwnerChainView,
  type OwnerView,
  UNNOTIFIED_RECOVERY_DELAY_S,
} from "@sdk/core/dialog";
import { Button } from "../parts/controls/button.tsx";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame, type DecisionFrameProps } from "../parts/card/decision_frame.tsx";
import { EndingGrants, StandingApprovals } from "../parts/permissions/ending_grants.tsx";
import { Note } from "../parts/card/note.tsx";
import { Owner, StayingOwners } from "../parts/values/owner.tsx";
import { Fold, Row } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { timeSpan } from "../text/numbers.ts";
import type { ScreenProps } from "./screen.ts";
import { StopRecoveryScreen } from "./stop_recovery.tsx";
import { shortAddress } from "../text/short_address.ts";
import type { Locale } from "../text/locale.ts";
import type { Text } from "../text/en.ts";

/** Screen of `acct_addPasskey`. */
export function AddPasskeyScreen(
  props: ScreenProps<AddPasskeyPreview, AddPasskeyChoice>,
): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [name, setName] = useState("");
  const id = useId();
  const busy = phase.name !== "review";
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={text.addPasskeyTitle}
      intro={preview.offered ? text.addPasskeyOffer : text.addPasskeyIntro}
      action={text.addPasskeyAction}
      revision=""
      onConfirm={() => onApprove({ kind: "create", name: name.trim() })}
      out={
        <Button
          look="secondary"
          testid="sdk-skip"
          disabled={busy}
          onClick={() => onApprove({ kind: "skip" })}
        >
          {preview.offered ? text.later : text.cancel}
        </Button>
      }
    >
      <div class="field">
        <label for={id}>{text.passkeyName}</label>
        <input
          id={id}
          part="input"
          type="text"
          maxLength={MAX_ACCOUNT_NAME_LENGTH}
          autocomplete="off"
          value={name}
          placeholder={text.passkeyNameHint}
          disabled={busy}
          data-testid="sdk-passkey-name"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
    </DecisionFrame>
  );
}

AddPasskeyScreen.success = ({ saved }: Text["screens"]["success"]): Success => [saved];

/** Screen of `acct_changeOwners`. */
export function ChangeOwnersScreen(
  props: ScreenProps<ChangeOwnersPreview, ChangeOwnersChoice>,
): JSX.Element {
  return props.request.preview.get().kind === "stop"
    ? <StopRecoveryScreen {...props} />
    : <EditOwnersScreen {...props} />;
}

ChangeOwnersScreen.css = detailCss;

ChangeOwnersScreen.success = (
  { added, removed, saved }: Text["screens"]["success"],
  { kind, owner, chains }: ChangeOwnersPreview,
  { text }: Locale,
): Success => {
  if (kind === "stop") return [saved];
  if (kind === "add") return [added, nameOf(owner)];
  const late = namesOf(chains, isLate);
  return late === ""
    ? [removed, nameOf(owner)]
    : [text.ownerStillValid, text.ownerStillValidOn(late), true];
};

/** Adds or removes an owner. */
function EditOwnersScreen(
  props: ScreenProps<ChangeOwnersPreview, ChangeOwnersChoice>,
): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [full, setFull] = useState(false);
  const [ends, setEnds] = useState(false);
  const [chosen, setDelay] = useState<number>();
  const { owner, kind, delay: offered } = preview;
  const delay = chosen ?? offered?.proposed;
  const adds = kind === "add";
  const helps = adds && owner.kind !== "passkey";
  const busy = phase.name !== "review";
  const words = useOwnerWords(preview, { full, delay });
  const endsHere = !adds && owner.here === true;
  const isContract = preview.error?.cause === "owner_is_contract";
  const rows = owner.address !== undefined || owner.name === undefined || endsHere;
  return (
    <DecisionFrame
      app={request.app}
      preview={isContract ? { ...preview, retry: onReject } : preview}
      phase={phase}
      onReject={onReject}
      {...words}
      {...(isContract && { retryLabel: text.otherAddress })}
      revision={`${owner.owner} ${full}`}
      danger={endsHere || full}
      onConfirm={() =>
        onApprove(
          ends ? { endApprovals: true } : full ? { full } : delay === undefined ? {} : { delay },
        )}
      notes={
        <>
          {full
            ? <Note level="danger" words={text.ownerAddressRisk} testid="sdk-owner-risk" />
            : null}
          {endsHere
            ? <Note level="danger" words={text.ownerRemoveHere} testid="sdk-owner-here" />
            : null}
          <Chains chains={preview.chains} removes={!adds} />
        </>
      }
    >
      {rows || preview.staying !== undefined
        ? (
          <dl class="panel rows">
            {rows
              ? (
                <Row
                  label={owner.kind === "passkey" ? text.passkey : text.address}
                  testid="sdk-owner"
                  decides
                >
                  <Owner owner={owner} />
                </Row>
              )
              : null}
            {preview.staying === undefined ? null : <StayingOwners owners={preview.staying} />}
          </dl>
        )
        : null}
      {helps && !full && !isContract
        ? <Delay delay={delay} current={offered?.current} busy={busy} onDelay={setDelay} />
        : null}
      {helps && !isContract ? <More full={full} busy={busy} onChange={setFull} /> : null}
      {preview.grants === undefined || preview.grants?.length === 0
        ? null
        : <EndingGrants grants={preview.grants} />}
      {preview.approvals === undefined ? null : (
        <StandingApprovals
          approvals={preview.approvals}
          ends={ends}
          busy={busy}
          onChange={setEnds}
        />
      )}
    </DecisionFrame>
  );
}

/** Returns the headline of a change, the line below it, and the label of its button. */
function useOwnerWords(
  { kind, owner }: ChangeOwnersPreview,
  { full, delay = UNNOTIFIED_RECOVERY_DELAY_S }: { full: boolean; delay: number | undefined },
): Pick<DecisionFrameProps, "title" | "intro" | "action"> {
  const { text, tag } = useDialogContext();
  // A shortened address is not divided.
  const name = nameOf(owner)?.replace("…", "\u2060…\u2060");
  if (kind === "remove" || owner.kind === "passkey") {
    const { title, ...words } = kind === "add" ? text.ownerAddPasskey : text.ownerRemove;
    const isHere = kind === "remove" && owner.here === true;
    return { ...words, title: isHere ? text.ownerRemoveThis : title(name) };
  }
  const { title, control, intro, action, giveControl } = text.ownerAddAddress;
  if (full) return { title: control(name ?? "?"), action: giveControl };
  return {
    title: title(name ?? "?"),
    intro: (
      <span data-testid="sdk-owner-recovers">
        {intro(name ?? "?", timeSpan(BigInt(delay), tag))}
      </span>
    ),
    action,
  };
}

const DAY_S = 86_400;

/** Waiting time of a recovery, which a press unfolds to change it. */
function Delay(props: {
  /** Delay in seconds; unknown while loading. */
  delay: number | undefined;
  /** Current delay of the other recovery addresses, in seconds. */
  current: number | undefined;
  busy: boolean;
  onDelay: (delay: number) => void;
}): JSX.Element {
  const { tag } = useDialogContext();
  const words = useWords("recovery");
  const { delay = UNNOTIFIED_RECOVERY_DELAY_S, current } = props;
  const span = (seconds: number) => timeSpan(BigInt(seconds), tag);
  return (
    <Fold label={words.waits} value={<output>{span(delay)}</output>} testid="sdk-owner-waits">
      <label class="delay">
        <span class="hidden">{words.waits}</span>
        <input
          type="range"
          min={MIN_RECOVERY_DELAY_S / DAY_S}
          max={MAX_RECOVERY_DELAY_S / DAY_S}
          value={Math.round(delay / DAY_S)}
          aria-valuetext={span(delay)}
          disabled={props.busy || props.delay === undefined}
          data-testid="sdk-recovery-delay"
          onInput={(event) => props.onDelay(Number(event.currentTarget.value) * DAY_S)}
        />
        {current !== undefined && delay < current
          ? <small>{words.shorter(span(current))}</small>
          : null}
      </label>
    </Fold>
  );
}

/** Limits of a recovery address, and the choice to give it all powers instead. */
function More(
  props: { full: boolean; busy: boolean; onChange: (full: boolean) => void },
): JSX.Element {
  const { text } = useDialogContext();
  const words = useWords("recovery");
  return (
    <Fold label={words.more} testid="sdk-owner-more">
      {props.full ? null : <p class="small muted">{words.helps}</p>}
      <label class="check">
        <input
          type="checkbox"
          data-testid="sdk-owner-full"
          checked={props.full}
          disabled={props.busy}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span>{text.ownerFull}</span>
      </label>
    </Fold>
  );
}

/** Returns the name of an owner, or its shortened address. */
function nameOf({ name, address }: OwnerView): string | undefined {
  return name ?? (address === undefined ? undefined : shortAddress(address));
}

/** Returns whether a change reaches a chain later. */
function isLate({ state }: OwnerChainView): boolean {
  return state === "waiting" || state === "down";
}

/** Lists the names of some chains. */
function namesOf(
  chains: readonly OwnerChainView[],
  isNamed: (chain: OwnerChainView) => boolean,
): string {
  return chains.filter(isNamed).map(({ name }) => name).join(", ");
}

/** Chains with limitations: the change arrives late, repairs a fork, or cannot be applied. */
function Chains(
  { chains, removes }: { chains: readonly OwnerChainView[]; removes: boolean },
): JSX.Element {
  const { text } = useDialogContext();
  const named = (one: OwnerChainView["state"]) => namesOf(chains, ({ state }) => state === one);
  const [late, ahead] = [namesOf(chains, isLate), named("ahead")];
  const soon = namesOf(chains, ({ state }) => state === "done" || state === "coming");
  const [forked, lost, unknown] = [named("forked"), named("lost"), named("unknown")];
  return (
    <>
      {removes && late !== ""
        ? (
          <Note
            level="warning"
            words={{ title: text.ownerLate, body: "" }}
            testid="sdk-owner-chains"
          >
            <dl class="rows">
              <Row label={text.ownerLateOn}>
                <b>{late}</b>
              </Row>
              {soon === "" ? null : <Row label={text.ownerSoonOn}>{soon}</Row>}
            </dl>
          </Note>
        )
        : null}
      {ahead === "" ? null : (
        <Note
          level="warning"
          words={{ title: text.ownersAhead, body: text.ownersAheadOn(ahead) }}
          testid="sdk-owners-ahead"
        />
      )}
      {forked === "" ? null : (
        <Note
          level="warning"
          words={{ title: text.ownersForked, body: text.ownersForkedOn(forked) }}
          testid="sdk-owners-forked"
        />
      )}
      {lost === "" ? null : (
        <Note
          level="danger"
          words={{ title: text.ownersLost, body: text.ownersLostOn(lost) }}
          testid="sdk-owners-lost"
        />
      )}
      {unknown === "" ? null : (
        <Note
          level="danger"
          words={{ title: text.codeUnknown, body: text.codeUnknownOn(unknown) }}
          testid="sdk-code-unknown"
        />
      )}
    </>
  );
}
