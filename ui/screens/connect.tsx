/** Connection: a new passkey, an existing one, or a known account. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConnectChoice, ConnectPreview, KnownAccount } from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Confirm } from "../parts/controls/confirm.tsx";
import { type Success, useDialogContext } from "../parts/hooks/context.ts";
import { Frame } from "../parts/card/frame.tsx";
import { useGuarded } from "../parts/hooks/use_guarded.ts";
import { Identicon } from "../parts/icons/identicon.tsx";
import { LockIcon, PasskeyIcon, Spinner } from "../parts/icons/dialog_icons.tsx";
import { NextIcon } from "../parts/icons/icons.tsx";
import { Warnings } from "../parts/card/note.tsx";
import { Notices } from "../parts/card/notices.tsx";
import { Retry } from "../parts/controls/retry.tsx";
import { SignIn } from "../parts/card/sign_in.tsx";
import { shortAddress } from "../text/short_address.ts";
import { useReadable } from "../parts/hooks/use_readable.ts";
import type { Text } from "../text/en.ts";
import type { ScreenProps } from "./screen.ts";
import { Unsupported } from "./unsupported.tsx";

/** Screen of `wallet_connect`. */
export function ConnectScreen(props: ScreenProps<ConnectPreview, ConnectChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [creating, setCreating] = useState(false);
  const busy = phase.name !== "review";
  const ready = preview.status === "ready";
  const { known } = preview;
  const again = preview.again === true;
  const chosen = known.length > 0 && !creating;
  const missing = preview.missing === true && !chosen;
  if (preview.error?.cause === "passkey_unsupported") {
    return <Unsupported app={request.app} onClose={onReject} />;
  }

  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={onReject}
      page={chosen ? "choices" : missing ? "missing" : "create"}
      bottom={
        <Bottom
          lined={false}
          notes={
            <Notices preview={preview} phase={phase}>
              <Warnings warnings={preview.warnings} />
            </Notices>
          }
        >
          <Ways
            preview={preview}
            busy={busy}
            chosen={chosen}
            missing={missing}
            onApprove={onApprove}
            onCreating={setCreating}
          />
          {again || missing ? null : <Phone busy={busy} />}
          <p class="foot">
            <LockIcon />
            {text.passkeyPromise}
          </p>
          {preview.lostUrl === undefined ? null : (
            <a
              class="foot"
              href={preview.lostUrl}
              target="_blank"
              rel="noopener noreferrer"
              data-testid="sdk-lost"
            >
              {text.lost}
            </a>
          )}
        </Bottom>
      }
    >
      <div class={chosen ? "title" : "hero"}>
        <div class="title">
          <h1 tabIndex={-1} data-title>
            {again ? text.againTitle : missing ? text.missingTitle : <Title app={request.app} />}
          </h1>
          <p class="muted">
            {again
              ? text.againIntro
              : chosen
              ? text.connectKnown
              : missing
              ? text.missingIntro
              : text.connectIntro}
          </p>
        </div>
        {/* The last element, because a note covers it first. */}
        {chosen ? null : (
          <div class="hero-icon">
            <PasskeyIcon />
          </div>
        )}
      </div>
      {chosen
        ? (
          <div class="stack">
            {known.map((account, index) => (
              <KnownChoice
                key={account.credentialId}
                account={account}
                first={index === 0}
                ready={ready}
                busy={busy}
                onChoose={() => onApprove({ kind: "continue", credentialId: account.credentialId })}
              />
            ))}
          </div>
        )
        : null}
      <SignIn preview={preview} />
    </Frame>
  );
}

/** Headline; in the wallet home there is no app to connect to. */
function Title(
  { app }: { app: ScreenProps<ConnectPreview, ConnectChoice>["request"]["app"] },
): JSX.Element {
  const { text } = useDialogContext();
  return <>{app.own ? text.connectOwn : text.connectTitle(app.name)}</>;
}

ConnectScreen.success = ({ connected }: Text["screens"]["success"]): Success => [connected];

/** Buttons below the screen: the options in addition to the known accounts. */
function Ways(props: {
  preview: ConnectPreview;
  busy: boolean;
  /** True while known accounts are offered. */
  chosen: boolean;
  /** True if no passkey has answered. */
  missing: boolean;
  onApprove: (choice: ConnectChoice) => void;
  onCreating: (creating: boolean) => void;
}): JSX.Element {
  const { text } = useDialogContext();
  const { preview, busy, chosen, onApprove } = props;
  const ready = preview.status === "ready";
  const again = preview.again === true;
  const words = again ? text.againAction : chosen ? text.existingOther : text.create;
  // Retry replaces the first confirm button.
  const retry = preview.status === "error" && preview.retry !== undefined
    ? <Retry key="retry" again={preview.retry} room={[words]} />
    : undefined;
  const onExisting = () => onApprove({ kind: "existing" });
  const { continues } = preview;
  const other = continues === undefined ? null : (
    <Confirm
      key="continued"
      look="secondary"
      testid="sdk-existing-continued"
      ready={ready}
      busy={false}
      blocked={busy}
      revision="continued"
      onConfirm={() => onApprove({ kind: "existing", continued: true })}
    >
      {text.existingOf(continues)}
    </Confirm>
  );
  if (again) {
    return retry ?? (
      <Confirm
        key="existing"
        testid="sdk-existing"
        ready={ready}
        busy={busy}
        revision="again"
        onConfirm={onExisting}
      >
        <PasskeyIcon />
        {text.againAction}
      </Confirm>
    );
  }
  const shared = { ready, busy, retry, onExisting };
  if (chosen) {
    return (
      <div class="stack">
        <Choices {...shared} onCreate={() => props.onCreating(true)} />
        {other}
      </div>
    );
  }
  return (
    <Create
      {...shared}
      missing={props.missing}
      other={other}
      immediate={preview.immediate === true && preview.known.length === 0}
      onCreate={(kind) => onApprove({ kind, name: nameNext(preview.known.length, text) })}
      {...(preview.known.length > 0 && { onBack: () => props.onCreating(false) })}
    />
  );
}

/** Continues on the phone, where that is offered. */
function Phone({ busy }: { busy: boolean }): JSX.Element | null {
  const { text, onPhone } = useDialogContext();
  if (onPhone === undefined) return null;
  return (
    <Button look="plain" testid="sdk-phone" disabled={busy} onClick={onPhone}>
      {text.phone}
    </Button>
  );
}

/** Names the passkey of a new account, so that several on a device differ in the system's list. */
function nameNext(known: number, text: Text): string {
  return known === 0 ? text.defaultAccountName : `${text.defaultAccountName} ${known + 1}`;
}

/** Options to connect; with known accounts, the others are smaller. */
function Choices(props: {
  ready: boolean;
  busy: boolean;
  retry: JSX.Element | undefined;
  onExisting: () => void;
  onCreate: () => void;
}): JSX.Element {
  const { text } = useDialogContext();
  return (
    <div class="actions even">
      {props.retry ?? (
        <Confirm
          key="existing"
          look="secondary"
          testid="sdk-existing"
          ready={props.ready}
          busy={props.busy}
          revision="choices"
          onConfirm={props.onExisting}
        >
          {text.existingOther}
        </Confirm>
      )}
      <Button
        look="secondary"
        testid="sdk-create-other"
        disabled={props.busy}
        onClick={props.onCreate}
      >
        {text.createOther}
      </Button>
    </div>
  );
}

/**
 * Creates a passkey, or uses an existing one. Where the browser can list the passkeys at hand, it does so
 * before one is created, so that a user who has an account does not get a second one by mistake.
 */
function Create(props: {
  ready: boolean;
  busy: boolean;
  retry: JSX.Element | undefined;
  immediate: boolean;
  /** True if no passkey has answered: no choice is suggested. */
  missing: boolean;
  onCreate: (kind: "create" | "immediate") => void;
  onExisting: () => void;
  /** Button for the passkeys of the previous host. */
  other: JSX.Element | null;
  onBack?: () => void;
}): JSX.Element {
  const { text, onPhone } = useDialogContext();
  const { immediate, missing } = props;
  const byPhone = missing ? onPhone : undefined;
  const [pressed, setPressed] = useState<"create" | "existing">("create");
  return (
    <div class="stack">
      {props.retry ?? (
        <Confirm
          key="create"
          look={missing ? "secondary" : "primary"}
          testid="sdk-create"
          ready={props.ready}
          busy={props.busy && pressed === "create"}
          blocked={props.busy}
          revision={immediate ? "immediate" : missing ? "missing" : "create"}
          initial={!missing}
          onConfirm={() => {
            props.onCreate(immediate ? "immediate" : "create");
            setPressed("create");
          }}
        >
          <PasskeyIcon />
          {text.create}
        </Confirm>
      )}
      {byPhone === undefined ? null : (
        <Confirm
          key="phone"
          look="secondary"
          testid="sdk-phone"
          ready
          busy={false}
          blocked={props.busy}
          revision="missing"
          onConfirm={byPhone}
        >
          {text.phone}
        </Confirm>
      )}
      <Confirm
        key="existing"
        look={byPhone === undefined ? "secondary" : "plain"}
        testid="sdk-existing"
        ready={props.ready}
        busy={props.busy && pressed === "existing"}
        blocked={props.busy}
        revision={missing ? "missing" : "create"}
        onConfirm={() => {
          props.onExisting();
          setPressed("existing");
        }}
      >
        {missing ? text.retry : text.existing}
      </Confirm>
      {props.other}
      {props.onBack === undefined
        ? null
        : (
          <Button look="plain" testid="sdk-back" disabled={props.busy} onClick={props.onBack}>
            {text.back}
          </Button>
        )}
    </div>
  );
}

/** A known account. */
function KnownChoice(props: {
  account: KnownAccount;
  first: boolean;
  ready: boolean;
  busy: boolean;
  onChoose: () => void;
}): JSX.Element {
  const { text, guard } = useDialogContext();
  const { account, ready, busy } = props;
  const name = account.name ?? shortAddress(account.address);
  const disabled = useGuarded(ready, "known") || !ready || busy;
  return (
    <button
      type="button"
      class="choice"
      part="choice"
      data-testid="sdk-continue"
      data-address={account.address}
      data-initial={props.first ? "" : undefined}
      data-idle={!ready || busy ? "" : undefined}
      aria-disabled={disabled ? "true" : undefined}
      onClick={() => {
        const accepted = guard.accepts();
        if (accepted && !disabled) props.onChoose();
      }}
    >
      <Identicon address={account.address} />
      <span class="choice-words">
        <b>
          {text.continueAs(name)}
        </b>
        <bdi dir="ltr" class="mono small muted">{shortAddress(account.address)}</bdi>
      </span>
      {busy && props.first ? <Spinner /> : <NextIcon class="flip" />}
    </button>
  );
}
