/** Claim of a name below the dApp's domain; availability is checked while typing. @module */
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { ClaimNameChoice, ClaimNamePreview, LabelState } from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Confirm } from "../parts/controls/confirm.tsx";
import { type Success, useDialogContext } from "../parts/hooks/context.ts";
import { Frame } from "../parts/card/frame.tsx";
import { PasskeyIcon, Spinner } from "../parts/icons/dialog_icons.tsx";
import { type Icon, icon } from "../parts/icons/icon.tsx";
import { AlertIcon } from "../parts/icons/icons.tsx";
import { Identicon } from "../parts/icons/identicon.tsx";
import { Warnings } from "../parts/card/note.tsx";
import { Notices } from "../parts/card/notices.tsx";
import { Retry } from "../parts/controls/retry.tsx";
import { Row } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { nameCss } from "./name_styles.ts";
import type { ScreenProps } from "./screen.ts";
import type { Locale } from "../text/locale.ts";
import type { Text } from "../text/en.ts";

/** Maximum length of the input. Names have a lower limit, which the dialog explains. */
const MAX_INPUT_LENGTH = 80;
/** Maximum length of the name on the button. */
const MAX_LABEL_LENGTH = 32;
/** States that are not an error. */
const harmlessStates: readonly LabelState[] = ["empty", "checking", "slow", "offline", "free"];

/** Screen of `acct_claimName`. */
export function ClaimNameScreen(
  props: ScreenProps<ClaimNamePreview, ClaimNameChoice>,
): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [skipping, setSkipping] = useState(false);
  const id = useId();
  const busy = phase.name !== "review";
  // The field reports it, until another name is typed.
  const isGone = phase.name === "review" && phase.failure?.cause === "name_taken";
  const { label, domain } = preview;
  const free = label.state === "free" && label.normalized !== undefined;
  const name = free ? `${label.normalized}.${domain}` : null;
  const skip = () => {
    setSkipping(true);
    onApprove({ kind: "skip" });
  };

  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={onReject}
      {...(request.account && !skipping &&
        { mark: <Identicon address={request.account.address} /> })}
      bottom={
        <Bottom
          notes={
            <Notices preview={preview} phase={isGone ? { name: "review" } : phase}>
              <Warnings warnings={preview.warnings} />
            </Notices>
          }
        >
          {preview.status === "error" && preview.retry !== undefined
            ? <Retry again={preview.retry} room={[text.nameClaimNone]} />
            : (
              <Confirm
                testid="sdk-claim"
                ready={preview.status === "ready" && free}
                busy={busy && !skipping}
                blocked={busy}
                revision={name ?? ""}
                onConfirm={() => onApprove({ kind: "claim", typed: label.typed })}
              >
                <PasskeyIcon />
                {name === null || name.length > MAX_LABEL_LENGTH
                  ? text.nameClaimNone
                  : text.nameClaim(isolate(name))}
              </Confirm>
            )}
          <Button look="secondary" testid="sdk-skip" disabled={busy} onClick={skip}>
            {text.nameSkip}
          </Button>
        </Bottom>
      }
    >
      <div class="title">
        <h1 id={id} tabIndex={-1} data-title data-initial>{text.nameTitle}</h1>
        <p class="muted small">{text.nameIntro}</p>
      </div>
      <NameField preview={preview} busy={busy} isGone={isGone} name={name} label={id} />
      <Records preview={preview} />
    </Frame>
  );
}

ClaimNameScreen.css = nameCss;

ClaimNameScreen.pauses = true as const;

ClaimNameScreen.success = (
  { connected }: Text["screens"]["success"],
  { label, domain }: ClaimNamePreview,
  { text }: Locale,
  choice?: ClaimNameChoice,
): Success => [
  choice?.kind === "claim" && label.normalized !== undefined
    ? text.nameDone(isolate(`${label.normalized}.${domain}`))
    : connected,
];

/** Input followed by the domain, and the state of the name. */
function NameField(
  props: {
    preview: ClaimNamePreview;
    busy: boolean;
    /** True if the last claim found that the name is taken. */
    isGone: boolean;
    name: string | null;
    label: string;
  },
): JSX.Element {
  const { text, keyboard } = useDialogContext();
  const { preview, busy, name, label } = props;
  const { state, suggestions = [] } = preview.label;
  const [typed, setTyped] = useState(preview.label.typed);
  const id = useId();
  const type = (label: string) => {
    setTyped(label);
    preview.check(label);
  };
  const refused = !harmlessStates.includes(state);
  return (
    <div class="field">
      {/* A name is read from the left in every language: the domain is at its end. */}
      <label class="name" dir="ltr">
        <input
          part="input"
          data-testid="sdk-label"
          data-initial={keyboard ? "" : undefined}
          value={typed}
          maxLength={MAX_INPUT_LENGTH}
          autocomplete="off"
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          enterkeyhint="go"
          readOnly={busy}
          aria-labelledby={label}
          aria-describedby={`${id}-domain ${id}-state`}
          aria-invalid={refused ? "true" : undefined}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.isComposing) return;
            event.preventDefault();
            // Pressing the button applies its guard.
            const root = event.currentTarget.getRootNode() as ShadowRoot;
            root.querySelector<HTMLElement>("[data-testid=sdk-claim]")?.click();
          }}
        />
        <span id={`${id}-domain`}>.{preview.domain}</span>
      </label>
      <div class="answer">
        <span
          id={`${id}-state`}
          class={refused ? "small state refused" : "small state muted"}
          data-testid="sdk-label-state"
          data-state={state}
          role="status"
        >
          {state === "checking" || state === "slow"
            ? <Spinner />
            : state === "free"
            ? <FreeIcon />
            : refused
            ? <AlertIcon />
            : null}
          <span key={state}>
            {props.isGone && state === "taken"
              ? text.nameGone
              : state === "characters" && /\s/.test(typed.trim())
              ? text.nameSpaces
              : suggestions.length > 0 && state === "taken"
              ? text.nameTakenOthers
              : text.nameStates[state]}
            {/* The normalized form, if it does not fit into the button. */}
            {name === null || name.length <= MAX_LABEL_LENGTH ? null : ` ${isolate(name)}`}
          </span>
        </span>
        {suggestions.length === 0
          ? null
          : (
            <div class="tries" role="group" aria-label={text.nameTakenOthers}>
              {suggestions.map((each) => (
                <button
                  key={each}
                  type="button"
                  data-testid="sdk-suggestion"
                  disabled={busy}
                  onClick={() => type(each)}
                >
                  <bdi>{each}</bdi>
                </button>
              ))}
            </div>
          )}
      </div>
    </div>
  );
}

const FreeIcon: Icon = icon("M5.5 12.5l4.2 4.2L18.5 7.5");

/** Records that the dApp adds. */
function Records(props: { preview: ClaimNamePreview }): JSX.Element | null {
  const { text } = useDialogContext();
  const { texts } = props.preview;
  if (texts.length === 0) return null;
  return (
    <section class="section">
      <h2>{text.nameRecords}</h2>
      <dl class="panel rows" data-testid="sdk-records">
        {texts.map(({ key, value }) => <Row key={key} label={key}>{isolate(value)}</Row>)}
      </dl>
    </section>
  );
}

/** Isolates a name's direction from the surrounding text (Unicode's first-strong isolate). */
function isolate(words: string): string {
  return `\u2068${words}\u2069`;
}
