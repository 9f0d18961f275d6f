/** Status of a bundle of calls, updated while it is shown. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type { BundleView, ErrorView, PastTransferView, StatusPreview } from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useDialogContext, useWords } from "../parts/hooks/context.ts";
import { Frame } from "../parts/card/frame.tsx";
import { DoneIcon, Spinner } from "../parts/icons/dialog_icons.tsx";
import { AlertIcon } from "../parts/icons/icons.tsx";
import { Notices } from "../parts/card/notices.tsx";
import { Fold, Row, Skeleton } from "../parts/values/rows.tsx";
import { Address } from "../parts/values/address.tsx";
import { useDelayed } from "../parts/hooks/use_delayed.ts";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { causeText } from "../text/cause.ts";
import { asUnit, count, exactAmount, moment, withSymbol } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";
import type { Text } from "../text/en.ts";
import type { ScreenProps } from "./screen.ts";

/** Screen of `wallet_showCallsStatus`. */
export function StatusScreen(props: ScreenProps<StatusPreview>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const own = useWords("status");
  const preview = useReadable(request.preview);
  const { bundle } = preview;
  const failed = preview.status === "error";
  // The headline reports it, and a retry would not help.
  const isUnknown = failed && preview.error?.cause === "unknown_bundle";
  const { transactionHash, explorerUrl, reason } = bundle ?? {};
  return (
    <Frame
      app={request.app}
      busy={false}
      onClose={onReject}
      bottom={
        <Bottom notes={isUnknown ? null : <Notices preview={preview} phase={phase} retries />}>
          <div class="actions">
            <Button
              look="primary"
              testid="sdk-done"
              onClick={() =>
                onApprove({})}
            >
              {bundle?.code === 200 ? text.done : text.close}
            </Button>
          </div>
        </Bottom>
      }
    >
      <Outcome bundle={bundle} error={failed ? preview.error : undefined} />
      <Fold
        label={text.details}
        value={bundle === null
          ? failed ? null : <Skeleton width="5em" />
          : <bdi class="muted">{bundle.chainName}</bdi>}
      >
        <dl class="panel rows">
          {(bundle?.transfers ?? []).map((transfer, index) => (
            <Moved key={index} transfer={transfer} />
          ))}
          {bundle?.transfers === undefined ? null : <p class="small muted">{own.notAll}</p>}
          {reason === undefined ? null : (
            <Row label={own.reason} testid="sdk-reason">
              <bdi>{reason}</bdi>
            </Row>
          )}
          <Row label={own.id}>
            <Short text={preview.id.slice(0, 200)} />
          </Row>
          {transactionHash === undefined
            ? null
            : (
              <Row label={own.transaction} testid="sdk-transaction">
                <Short text={transactionHash} />
              </Row>
            )}
        </dl>
      </Fold>
      <dl class="panel rows">
        {transactionHash === undefined
          ? bundle === null && !failed
            ? (
              <Row label={own.transaction}>
                <span class="link skeletal" aria-hidden="true">{own.seeTransaction}</span>
              </Row>
            )
            : bundle?.code === 100
            ? <Row label={own.transaction}>{own.notYet}</Row>
            : null
          : isWeb(explorerUrl)
          ? (
            <Row label={own.transaction}>
              <a
                class="link"
                href={explorerUrl}
                target="_blank"
                rel="noopener noreferrer"
                data-testid="sdk-explorer"
              >
                {own.seeTransaction}
              </a>
            </Row>
          )
          : null}
        {bundle?.time === undefined ? null : (
          <Row label={own.time} testid="sdk-time">
            {bundle.time === null
              ? <Skeleton width="9em" />
              : moment(BigInt(bundle.time), tag) ?? "?"}
          </Row>
        )}
      </dl>
    </Frame>
  );
}

/** Delay after which a pending bundle is no longer expected within seconds. */
const LONG_WAIT_MS = 15_000;

/** Outcome, as the headline; all statuses reserve the same space. */
function Outcome(
  { bundle, error }: { bundle: BundleView | null; error: ErrorView | undefined },
): JSX.Element {
  const { text } = useDialogContext();
  const own = useWords("status");
  const isLong = useDelayed(bundle?.code === 100, LONG_WAIT_MS);
  const moved = useMoved(bundle?.transfers ?? []);
  // The longest of all: two transfers.
  const room = useMoved(longest) ?? "";
  const { title, body } = bundle === null
    ? error === undefined
      ? { title: own.title, body: text.loading }
      : error.cause === "unknown_bundle"
      ? causeText(text, error.cause)
      : own.unread
    : own.statuses[bundle.code];
  const cause = bundle?.code === 500 ? own.causes[causeOf(bundle.reason)] : "";
  const words = moved ?? (isLong ? own.longer : cause === "" ? body : `${cause} ${body}`);
  return (
    <div class="title outcome" role="status" data-testid="sdk-bundle" data-code={bundle?.code}>
      <span
        class={`outcome-mark ${bundle === null ? "info" : levels[bundle.code]}`}
        aria-hidden="true"
      >
        {bundle === null && error !== undefined
          ? <AlertIcon />
          : bundle === null || bundle.code === 100
          ? <Spinner />
          : bundle.code === 200
          ? <DoneIcon />
          : <AlertIcon />}
      </span>
      <h1 tabIndex={-1} data-title data-initial>
        <span key={title}>{title}</span>
      </h1>
      <p class="muted small roomy" data-room={room}>
        <span key={words}>{words}</span>
      </p>
    </div>
  );
}

/** Finds the cause in the text of a contract, which the details show unchanged. */
function causeOf(reason = ""): keyof Text["screens"]["status"]["causes"] {
  if (/exceeds allowance|insufficient ?allowance/i.test(reason)) return "allowance";
  if (/exceeds balance|insufficient ?(?:balance|funds)/i.test(reason)) return "balance";
  return /slippage|insufficient[_ ]output|too little received/i.test(reason) ? "price" : "other";
}

/** Maximum transfers in the sentence below the headline; the details list all. */
const MAX_SENTENCES = 2;

/** Returns sentences about the transfers of listed tokens; `undefined` without any. */
function useMoved(transfers: readonly PastTransferView[]): string | undefined {
  const { tag } = useDialogContext();
  const own = useWords("status");
  const listed = transfers.filter(({ token }) => token.unlisted !== true);
  if (listed.length === 0) return undefined;
  const sentences = listed.slice(0, MAX_SENTENCES).map(({ isSent, token, amount, party }) =>
    (isSent ? own.sent : own.received)(
      withSymbol(exactAmount(amount, token.decimals, tag), token, tag),
      asUnit(shortAddress(party), tag),
    )
  );
  const more = transfers.length - sentences.length;
  return [...sentences, ...(more > 0 ? [own.more(more, count(more, tag))] : [])].join(" ");
}

/** Transfers whose sentences reserve the space. */
const longest: readonly PastTransferView[] = [true, false].map((isSent) => ({
  isSent,
  token: { address: null, symbol: "USDC", decimals: 6 },
  amount: 12_500_000n,
  party: `0x${"8".repeat(40)}`,
}));

/** A transfer in the details. */
function Moved(
  { transfer: { token, amount, isSent, party } }: { transfer: PastTransferView },
): JSX.Element {
  const { tag } = useDialogContext();
  const own = useWords("status");
  return (
    <Row label={isSent ? own.sentLabel : own.receivedLabel} testid="sdk-moved">
      <span class="block">{withSymbol(exactAmount(amount, token.decimals, tag), token, tag)}</span>
      <small class="block">
        <Address address={party} plain />
      </small>
    </Row>
  );
}

/**
 * A hash as its first and last characters, with the full hash in its title. An app's own id is not
 * shortened.
 */
function Short({ text }: { text: string }): JSX.Element {
  return <bdi dir="ltr" class="mono" title={text}>{shortened(text)}</bdi>;
}

function shortened(text: string): string {
  return text.length === 66 ? `${text.slice(0, 10)}…${text.slice(-8)}` : text;
}

const levels = { 100: "info", 200: "success", 400: "danger", 500: "danger" } as const;

/** Returns whether an explorer URL is a web page; other URLs are not shown. */
function isWeb(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url);
}

StatusScreen.css = detailCss;
