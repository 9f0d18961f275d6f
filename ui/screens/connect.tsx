/** Connection: a new passkey, an existing one, or a known account. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AppView, ConnectChoice, ConnectPreview, KnownAccount } from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Confirm } from "../parts/controls/confirm.tsx";
import { type Success, useDialogContext } from "../parts/hooks/context.ts";
import { Frame } from "../parts/card/frame.tsx";
import { useGuarded } from "../parts/hooks/use_guarded.ts";
import { Identicon } from "../parts/icons/identicon.tsx";
import { LockIcon, PasskeyIcon } from "../parts/icons/dialog_icons.tsx";
import { NextIcon } from "../parts/icons/icons.tsx";
import { Warnings } from "../parts/card/note.tsx";
import { Notices } from "../parts/card/notices.tsx";
import { Retry } from "../parts/controls/retry.tsx";
import { SignIn } from "../parts/card/sign_in.tsx";
import { shortAddress } from "../text/short_address.ts";
import { useReadable } from "../parts/hooks/use_readable.ts";
import type { Locale } from "../text/locale.ts";
import type { Text } from "../text/en.ts";
import type { ScreenProps } from "./screen.ts";
import { Unsupported } from "./unsupported.tsx";

/** Screen of `wallet_connect`. */
export function ConnectScreen(props: ScreenProps<ConnectPreview, ConnectChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { app } = request;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [others, setOthers] = useState(false);
  const busy = phase.name !== "review";
  const { known } = preview;
  const again = preview.again === true;
  const [account] = others || again ? [] : known;
  const missing = preview.missing === true && account === undefined && !again;
  if (preview.error?.cause === "passkey_unsupported") {
    return <Unsupported app={app} onClose={onReject} />;
  }
  const { title, intro } = again
    ? { title: text.againTitle, intro: text.againIntro }
    : account !== undefined
    ? { title: text.continueAs(nameOf(account)), intro: app.own ? "" : text.connectKnown(app.name) }
    : missing
    ? { title: text.missingTitle, intro: text.missingIntro }
    : {
      title: others ? text.existingOther : app.own ? text.connectOwn : text.connectTitle(app.name),
      intro: !others ? text.connectIntro : app.own ? "" : text.connectKnown(app.name),
    };
  const shared = { app, preview, busy, onApprove };
  return (
    <Frame
      app={app}
      busy={busy}
      onClose={onReject}
      page={account !== undefined ? "known" : missing ? "missing" : "create"}
      bottom={
        <Bottom
          lined={false}
          notes={
            <Notices preview={preview} phase={phase}>
              <Warnings warnings={preview.warnings} />
            </Notices>
          }
        >
          {account === undefined
            ? (
              <Ways
                {...shared}
                missing={missing}
                {...(others && { onBack: () => setOthers(false) })}
              />
            )
            : <Known {...shared} account={account} onOthers={() => setOthers(true)} />}
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
      <div class="hero">
        {account === undefined
          ? (
            <div class="hero-icon">
              <PasskeyIcon />
            </div>
          )
          : <Identicon address={account.address} />}
        <div class="title">
          <h1 tabIndex={-1} data-title>{title}</h1>
          {account?.name === undefined
            ? null
            : <bdi dir="ltr" class="mono muted">{shortAddress(account.address)}</bdi>}
          {intro === "" ? null : <p class="muted">{intro}</p>}
        </div>
      </div>
      {others && known.length > 1
        ? (
          <div class="stack">
            {known.slice(1).map((each) => (
              <KnownChoice
                key={each.credentialId}
                account={each}
                ready={preview.status === "ready"}
                busy={busy}
                onChoose={() => onApprove({ kind: "continue", credentialId: each.credentialId })}
              />
            ))}
          </div>
        )
        : null}
      <SignIn preview={preview} />
    </Frame>
  );
}

ConnectScreen.success = (
  { connected, created }: Text["screens"]["success"],
  _preview: ConnectPreview,
  _locale: Locale,
  choice?: ConnectChoice,
): Success => [choice?.kind === "create" ? created : connected];

/** Returns the name of an account, or its shortened address. */
function nameOf({ name, address }: KnownAccount): string {
  return name ?? shortAddress(address);
}

/** Props of the buttons. */
interface WaysProps {
  app: AppView;
  preview: ConnectPreview;
  busy: boolean;
  onApprove: (choice: ConnectChoice) => void;
}

/** Continues with the account that was used last; all other options are behind one link. */
function Known(
  props: WaysProps & { account: KnownAccount; onOthers: () => void },
): JSX.Element {
  const { text } = useDialogContext();
  const { preview, busy, account: { credentialId } } = props;
  return (
    <div class="stack">
      {preview.status === "error" && preview.retry !== undefined
        ? <Retry again={preview.retry} room={[text.continue]} />
        : (
          <Confirm
            testid="sdk-continue"
            ready={preview.status === "ready"}
            busy={busy}
            revision={credentialId}
            initial
            onConfirm={() => props.onApprove({ kind: "continue", credentialId })}
          >
            {text.continue}
          </Confirm>
        )}
      <Button look="plain" testid="sdk-others" disabled={busy} onClick={props.onOthers}>
        {text.existingOther}
      </Button>
    </div>
  );
}

/** Buttons of a user without a known account, or who wants another one. */
function Ways(props: WaysProps & { missing: boolean; onBack?: () => void }): JSX.Element {
  const { text } = useDialogContext();
  const { app, preview, busy, missing, onApprove, onBack } = props;
  const ready = preview.status === "ready";
  const again = preview.again === true;
  // Retry replaces the first confirm button.
  const retry = preview.status === "error" && preview.retry !== undefined
    ? (
      <Retry
        key="retry"
        again={preview.retry}
        room={[again ? text.againAction : text.create]}
      />
    )
    : undefined;
  const onExisting = () => onApprove({ kind: "existing" });
  const { continues } = preview;
  const other = continues === undefined ? null : (
    <Confirm
      key="continued"
      look="plain"
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
  return (
    <>
      <Create
        {...{ ready, busy, retry, onExisting, missing, other }}
        immediate={preview.immediate === true && preview.known.length === 0}
        onCreate={(kind) => onApprove({ kind, name: nameNext(preview.known.length, text) })}
        {...(onBack && { onBack })}
      />
      {missing ? null : <Phone busy={busy} />}
      {missing || onBack ? null : (
        <p class="foot">
          <LockIcon />
          {app.own ? text.passkeyPromise : text.connectPromise(app.name)}
        </p>
      )}
    </>
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
          look={missing || props.onBack ? "secondary" : "primary"}
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
  ready: boolean;
  busy: boolean;
  onChoose: () => void;
}): JSX.Element {
  const { guard } = useDialogContext();
  const { account, ready, busy } = props;
  const disabled = useGuarded(ready, "known") || !ready || busy;
  return (
    <button
      type="button"
      class="choice"
      part="choice"
      data-testid="sdk-continue"
      data-idle={!ready || busy ? "" : undefined}
      aria-disabled={disabled ? "true" : undefined}
      onClick={() => {
        const accepted = guard.accepts();
        if (accepted && !disabled) props.onChoose();
      }}
    >
      <Identicon address={account.address} />
      <span class="choice-words">
        <b>{nameOf(account)}</b>
        <bdi dir="ltr" class="mono small muted">{shortAddress(account.address)}</bdi>
      </span>
      <NextIcon class="flip" />
    </button>
  );
}
