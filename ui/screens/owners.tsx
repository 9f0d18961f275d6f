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
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { EndingGrants, StandingApprovals } from "../parts/permissions/ending_grants.tsx";
import { DownIcon } from "../parts/icons/icons.tsx";
import { Note } from "../parts/card/note.tsx";
import { Owner, StayingOwners } from "../parts/values/owner.tsx";
import { Row } from "../parts/values/rows.tsx";
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
  const words = adds
    ? owner.kind === "passkey" ? text.ownerAddPasskey : text.ownerAddAddress
    : { ...text.ownerRemove, title: text.ownerRemove.title(nameOf(owner)) };
  const endsHere = !adds && owner.here === true;
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={words.title}
      intro={words.intro}
      action={words.action}
      revision={`${owner.owner} ${full}`}
      danger={endsHere || full}
      onConfirm={() =>
        onApprove(
          ends ? { endApprovals: true } : full ? { full } : delay === undefined ? {} : { delay },
        )}
      notes={
        <>
          <Chains chains={preview.chains} removes={!adds} />
          {adds && owner.kind !== "passkey"
            ? (
              <AddressPowers
                full={full}
                delay={delay}
                current={offered?.current}
                busy={phase.name !== "review"}
                onChange={setFull}
                onDelay={setDelay}
              />
            )
            : null}
          {endsHere
            ? <Note level="danger" words={text.ownerRemoveHere} testid="sdk-owner-here" />
            : null}
        </>
      }
    >
      <dl class="panel rows">
        <Row
          label={owner.kind === "passkey" ? text.passkey : text.address}
          testid="sdk-owner"
          decides
        >
          <Owner owner={owner} />
        </Row>
        {preview.staying === undefined ? null : <StayingOwners owners={preview.staying} />}
      </dl>
      {preview.grants === undefined ? null : <EndingGrants grants={preview.grants} />}
      {preview.approvals === undefined ? null : (
        <StandingApprovals
          approvals={preview.approvals}
          ends={ends}
          busy={phase.name !== "review"}
          onChange={setEnds}
        />
      )}
    </DecisionFrame>
  );
}

const DAY_S = 86_400;

/** Powers of an added address: to start a recovery, or all. */
function AddressPowers(props: {
  full: boolean;
  /** Delay of a recovery in seconds; unknown while loading. */
  delay: number | undefined;
  /** Current delay of the other recovery addresses, in seconds. */
  current: number | undefined;
  busy: boolean;
  onChange: (full: boolean) => void;
  onDelay: (delay: number) => void;
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const words = useWords("recovery");
  const { delay = UNNOTIFIED_RECOVERY_DELAY_S, current } = props;
  const span = (seconds: number) => timeSpan(BigInt(seconds), tag);
  return (
    <Note
      level={props.full ? "danger" : "info"}
      words={props.full ? text.ownerAddressRisk : words.adds(span(delay))}
      testid={props.full ? "sdk-owner-risk" : "sdk-owner-recovers"}
    >
      {props.full ? null : (
        <label class="delay">
          <span class="delay-label">
            {words.waits}
            <output>{span(delay)}</output>
          </span>
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
      )}
      <details>
        <summary data-testid="sdk-owner-more">
          <span class="call-words">{words.more}</span>
          <DownIcon class="chevron" />
        </summary>
        {props.full ? null : <p>{words.helps}</p>}
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
      </details>
    </Note>
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
  const [forked, lost, unknown] = [named("forked"), named("lost"), named("unknown")];
  return (
    <>
      {removes && late !== ""
        ? (
          <Note
            level="warning"
            words={{ title: text.ownerLate, body: text.ownerStillValidOn(late) }}
            testid="sdk-owner-chains"
          />
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
