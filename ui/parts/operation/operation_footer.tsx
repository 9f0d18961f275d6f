/** Bottom of an operation's screen: fee, and the buttons. @module */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type {
  AccountView,
  ChainView,
  FeeView,
  OperationChoice,
  OperationPreview,
  RequestStatus,
  SendCallsPreview,
  Warning,
} from "@sdk/core/dialog";
import { amountAtMost, withSymbol } from "../../text/numbers.ts";
import { Confirm } from "../controls/confirm.tsx";
import { CopyButton } from "../controls/copy.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { useCopy } from "../hooks/use_copy.ts";
import { useStableWidth } from "../hooks/use_stable_width.ts";
import { Decision } from "../card/decision.tsx";
import { Fee, hasEnough } from "./fee.tsx";
import { FeeChoice, isChoosable } from "./fee_choice.tsx";
import { hasDanger, Note, Warnings } from "../card/note.tsx";
import { findShortages, NotEnough } from "./shortage.tsx";

/** Props of {@linkcode OperationFooter}. */
export interface OperationFooterProps {
  /** Current preview. */
  readonly preview: OperationPreview & Pick<SendCallsPreview, "fiat">;
  /** Current status of the request. */
  readonly phase: RequestStatus;
  /** The account. */
  readonly account: AccountView | null;
  /** The network. */
  readonly chain: ChainView;
  /** Approves the request, within the click. */
  readonly onApprove: (choice: OperationChoice) => void;
  /** Rejects the request. */
  readonly onReject: () => void;
  /** Notes of the screen. */
  readonly notes?: ComponentChildren;
  /** True while a field of the screen differs from the content to be confirmed. */
  readonly wrong?: boolean;
  /** Label of the button. */
  readonly children: string;
}

/** Fee and buttons. */
export function OperationFooter(props: OperationFooterProps): JSX.Element {
  const { preview, phase } = props;
  const { text } = useDialogContext();
  // The consent covers one amount: a higher one needs another consent.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const busy = phase.name !== "review";
  const { fee } = preview;
  const mustAgree = fee?.payer === "account" && fee.sponsorFailed !== undefined;
  const agreed = agreedTo === preview.revision;
  const words = [props.children, text.payAndConfirm, text.copyAddress];
  const room = useStableWidth(words);
  const lacking = findShortages(preview);
  const warnings = warningsBeside(preview);
  // Funds would not help calls that fail for another reason.
  const helps = lacking.length > 0 && !warnings.some(isFailure);
  const receiver = helps ? props.account : null;
  const copying = useCopy(props.account?.address ?? "");
  // The preview stays valid while it is refreshed; a worse one increases the revision.
  const settled = (preview.status === "ready" || preview.status === "refreshing") && fee !== null;
  return (
    <Decision
      preview={preview}
      phase={phase}
      onReject={props.onReject}
      words={words}
      above={
        <Fee fee={fee} fiat={preview.fiat} loading={preview.status !== "error"}>
          {isChoosable(fee) && preview.chooseFee !== undefined
            ? (
              <FeeChoice
                fee={fee}
                loading={preview.status === "loading"}
                busy={busy}
                choose={preview.chooseFee}
              />
            )
            : undefined}
        </Fee>
      }
      notes={
        <>
          {helps
            ? (
              <NotEnough
                preview={preview}
                account={receiver}
                chain={props.chain}
                copying={copying}
              />
            )
            : null}
          <Warnings warnings={warnings} />
          {props.notes}
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
        </>
      }
    >
      {receiver !== null && !busy
        ? <CopyButton {...copying} label={text.copyAddress} look="primary" room={room} />
        : (
          <Confirm
            ready={settled && props.wrong !== true && lacking.length === 0 &&
              (!mustAgree || agreed)}
            busy={busy}
            revision={preview.revision}
            danger={hasDanger(preview.warnings)}
            room={words}
            onConfirm={() =>
              props.onApprove({
                ...(mustAgree && { payFromAccount: true }),
                ...(fee?.payer === "account" && fee.options !== undefined &&
                  { feeToken: fee.token.address }),
              })}
          >
            {mustAgree ? text.payAndConfirm : props.children}
          </Confirm>
        )}
    </Decision>
  );
}

/** Returns the warnings; that the calls fail is no news if they fail for missing funds. */
function warningsBeside({ warnings, shortages = [] }: OperationPreview): readonly Warning[] {
  return shortages.length === 0 ? warnings : warnings.filter((warning) => !isFailure(warning));
}

function isFailure({ code }: Warning): boolean {
  return code === "simulation_reverts";
}

/** Fee that the account pays. */
type OwnFee = Extract<FeeView, { payer: "account" }>;

/** Notice that the dApp's sponsor failed, with the option to pay instead. */
function SponsorFailed(props: {
  fee: OwnFee;
  agreed: boolean;
  busy: boolean;
  onAgree: (yes: boolean) => void;
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { fee } = props;
  const maximum = withSymbol(amountAtMost(fee.maximum, fee.token.decimals, tag), fee.token, tag);
  return (
    <Note
      level="warning"
      testid="sdk-sponsor-failed"
      words={{ title: text.sponsorFailed, body: text.sponsorFailedHint(maximum) }}
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
            <span>{text.payMyself(maximum)}</span>
          </label>
        )
        : undefined}
    </Note>
  );
}
