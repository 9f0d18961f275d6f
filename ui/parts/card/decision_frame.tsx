/** Card of a screen with one decision. @module */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { AppView } from "@sdk/core/dialog";
import { Confirm } from "../controls/confirm.tsx";
import { Decision, type DecisionProps } from "./decision.tsx";
import { Frame } from "./frame.tsx";

/** Props of {@linkcode DecisionFrame}. */
export interface DecisionFrameProps
  extends Pick<DecisionProps, "preview" | "phase" | "onReject" | "notes" | "out" | "retryLabel"> {
  /** The dApp. */
  readonly app: AppView;
  /** Headline. */
  readonly title: ComponentChildren;
  /** Number of lines to reserve for a headline with names that may still be loading. */
  readonly lines?: 1 | 2 | 3;
  /** Line below the headline. */
  readonly intro?: ComponentChildren;
  /** Picture above the headline, which is then centered. */
  readonly icon?: ComponentChildren;
  /** Label of the confirm button. */
  readonly action: string;
  /** False if the content cannot be confirmed. Default: true. */
  readonly isReady?: boolean;
  /** Identifies the confirmed content: a change delays the button. */
  readonly revision: string;
  /** Text of a second consent, which Confirm requires. */
  readonly consent?: string;
  /** True if confirming can cost the user something. */
  readonly danger?: boolean;
  /** True if confirming protects the user: nothing has to be viewed before. */
  readonly protects?: boolean;
  /** Confirms the request. */
  readonly onConfirm: () => void;
  /** Content below the headline. */
  readonly children: ComponentChildren;
}

/** Card with headline and content, and one confirm button at the bottom. */
export function DecisionFrame(props: DecisionFrameProps): JSX.Element {
  const { app, preview, phase, onReject, title, lines, icon, action, isReady = true } = props;
  const busy = phase.name !== "review";
  const [agreed, setAgreed] = useState(false);
  const mustAgree = props.consent !== undefined;
  return (
    <Frame
      app={app}
      busy={busy}
      onClose={onReject}
      bottom={
        <Decision
          preview={preview}
          phase={phase}
          onReject={onReject}
          words={[action]}
          notes={
            <>
              {props.notes}
              {mustAgree
                ? (
                  <label class="check">
                    <input
                      type="checkbox"
                      data-testid="sdk-consent"
                      checked={agreed}
                      disabled={busy}
                      onChange={(event) => setAgreed(event.currentTarget.checked)}
                    />
                    <span>{props.consent}</span>
                  </label>
                )
                : null}
            </>
          }
          out={props.out}
          {...(props.retryLabel !== undefined && { retryLabel: props.retryLabel })}
        >
          <Confirm
            ready={isReady && preview.status === "ready" && (!mustAgree || agreed)}
            busy={busy}
            revision={props.revision}
            danger={props.danger === true}
            protects={props.protects === true}
            onConfirm={props.onConfirm}
          >
            {action}
          </Confirm>
        </Decision>
      }
    >
      <div class={`title${lines === undefined ? "" : ` lines-${lines}`}${icon ? " effect" : ""}`}>
        {icon}
        <h1 key={`${title}`} tabIndex={-1} data-title data-initial data-decides>{title}</h1>
        {props.intro === undefined ? null : <p class="muted small">{props.intro}</p>}
      </div>
      {props.children}
    </Frame>
  );
}
