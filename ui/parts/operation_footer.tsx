/** The decision about an operation on chain: who pays, and yes or no. @module */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { FeeView, OperationChoice, OperationPreview } from "@sdk/core/approval";
import type { Phase } from "../dialog/session.ts";
import { amountAtMost, withSymbol } from "../text/numbers.ts";
import { Confirm } from "./confirm.tsx";
import { useSurroundings } from "./context.ts";
import { Decision } from "./decision.tsx";
import { hasEnough } from "./fee.tsx";
import { Note } from "./note.tsx";
import { lackingOf, NotEnough } from "./shortage.tsx";

/** What the decision needs. */
export interface OperationFooterProps {
  /** The preview as it is now. */
  readonly preview: OperationPreview;
  /** Where the request stands. */
  readonly phase: Phase;
  /** Says yes, in the click itself. */
  readonly onApprove: (choice: OperationChoice) => void;
  /** Says no. */
  readonly onReject: () => void;
  /** The words on the button. */
  readonly children: ComponentChildren;
}

/** The decision. */
export function OperationFooter(props: OperationFooterProps): JSX.Element {
  const { preview, phase } = props;
  const { text } = useSurroundings();
  // The consent is to one figure: a worse one has to be agreed to again.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const busy = phase.name !== "review";
  const { fee } = preview;
  const mustAgree = fee?.payer === "account" && fee.sponsorFailed !== undefined;
  const agreed = agreedTo === preview.revision;
  const affordable = lackingOf(preview).length === 0;
  // What is shown stays good while it is refreshed; what got worse raises the revision.
  const settled = (preview.status === "ready" || preview.status === "refreshing") && fee !== null;
  return (
    <Decision
      preview={preview}
      phase={phase}
      onReject={props.onReject}
      notes={
        <>
          {mustAgree
            ? (
              <SponsorFailed
                fee={fee}
                agreed={agreed}
                busy={busy}
                onAgree={(yes) => setAgreedTo(yes ? preview.revision : null)}
              />
            )
            : null}
          <NotEnough preview={preview} />
        </>
      }
    >
      <Confirm
        ready={settled && affordable && (!mustAgree || agreed)}
        busy={busy}
        revision={preview.revision}
        onConfirm={() =>
          props.onApprove({
            ...(mustAgree && { payFromAccount: true }),
            ...(fee?.payer === "account" && fee.options !== undefined &&
              { feeToken: fee.token.address }),
          })}
      >
        {mustAgree ? text.payAndConfirm : props.children}
      </Confirm>
    </Decision>
  );
}

/** A fee that the account pays. */
type OwnFee = Extract<FeeView, { payer: "account" }>;

/** That the site's sponsor did not pay, and the choice to pay instead. */
function SponsorFailed(props: {
  fee: OwnFee;
  agreed: boolean;
  busy: boolean;
  onAgree: (yes: boolean) => void;
}): JSX.Element {
  const { text, tag } = useSurroundings();
  const { fee } = props;
  const most = withSymbol(amountAtMost(fee.maximum, fee.token.decimals, tag), fee.token, tag);
  return (
    <Note
      level="warning"
      testid="sdk-sponsor-failed"
      words={{ title: text.sponsorFailed, body: text.sponsorFailedHint(most) }}
    >
      {hasEnough(fee)
        ? (
          <label class="check">
            <input
              type="checkbox"
              data-testid="sdk-pay-myself"
              checked={props.agreed}
              disabled={props.busy}
              onChange={(event) => props.onAgree(event.currentTarget.checked)}
            />
            <span>{text.payMyself(most)}</span>
          </label>
        )
        : undefined}
    </Note>
  );
}
