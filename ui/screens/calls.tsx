/** Batch of calls: its effect, its fee and its warnings. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Address } from "../parts/address.tsx";
import { Bounds } from "../parts/bounds.tsx";
import { CallList } from "../parts/call_list.tsx";
import { Changes, Differs } from "../parts/changes.tsx";
import { NetHeadline, Unsaid } from "../parts/net_headline.tsx";
import { useDialogContext, useWords } from "../parts/context.ts";
import { Frame } from "../parts/frame.tsx";
import { DownIcon } from "../parts/icons.tsx";
import { OperationFooter } from "../parts/operation_footer.tsx";
import { OperationRows } from "../parts/operation_rows.tsx";
import { Party } from "../parts/party.tsx";
import { ReadingRows } from "../parts/reading_rows.tsx";
import { Row, Skeleton } from "../parts/rows.tsx";
import { TokenIcon } from "../parts/token_icon.tsx";
import { Worth } from "../parts/worth.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { ChainView, PartyView, SendCallsPreview } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { exactAmount, list, withSymbol } from "../text/numbers.ts";
import type { SuccessWords } from "../text/screens/success.ts";
import type { Text } from "../text/text.ts";
import { costsSomething, isHeadedBySums, saysLess } from "../meaning/coverage.ts";
import {
  describeBatch,
  describeGain,
  type Intent,
  isPlain,
  isUnnamed,
  sumTransfers,
} from "../meaning/intent.ts";
import { isSilent, namesAll, netOf } from "../meaning/net.ts";
import type { CallsProps } from "./screens.ts";

/** Screen of `wallet_sendCalls`. */
export function CallsScreen(props: CallsProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const context = useDialogContext();
  const { text } = context;
  const preview = useReadable(request.preview);
  const intent = describeIntent(preview, request.chain, context);
  // Reserves the size of a headline that is still loading.
  const [later] = useState(isUnnamed(preview.calls));
  // The headline says all of a transfer; only an estimate that contradicts it is shown.
  const [plain] = useState(isPlain(preview.calls));
  const { reading } = preview;
  const counted = reading === undefined
    ? preview.calls.length > 1 && !isPlain(preview.calls)
    : isHeadedBySums(preview.calls, reading);
  const net = counted && reading ? netOf(preview.calls, reading, preview.bounds) : null;
  const costs = costsSomething(preview.calls, reading);
  return (
    <Frame
      app={request.app}
      busy={phase.name !== "review"}
      onClose={onReject}
      bottom={
        <OperationFooter
          preview={preview}
          phase={phase}
          account={request.account}
          chain={request.chain}
          onApprove={onApprove}
          onReject={onReject}
          notes={plain
            ? <Differs preview={preview} />
            : net !== null && reading !== undefined
            ? <Unsaid net={net} preview={{ ...preview, reading }} />
            : null}
        >
          {net !== null
            ? text.confirm
            : shortAction(intent.action, later ? MAX_LATE_ACTION : MAX_ACTION, text)}
        </OperationFooter>
      }
    >
      {net !== null && reading !== undefined
        ? <NetHeadline net={net} preview={{ ...preview, reading }} chain={request.chain} />
        : (
          <Headline
            preview={preview}
            intent={intent}
            chain={request.chain}
            later={later}
            counted={counted}
          />
        )}
      {intent.party === undefined
        ? null
        : <PartyRow party={intent.party} known={preview.parties ?? []} />}
      {preview.reading === undefined || !saysLess(preview.calls, preview.reading)
        ? null
        : (
          <ReadingRows
            // The headline says the value of all calls.
            reading={{
              ...preview.reading,
              gives: preview.reading.gives.filter(({ kind, by }) =>
                kind !== "native" || by !== undefined
              ),
            }}
            said={net !== null && namesAll(net, preview.tokens ?? [])}
            taken={net?.taken ?? []}
            chain={request.chain}
            tokens={preview.tokens ?? []}
          />
        )}
      {plain || net !== null ? null : (
        <Changes
          changes={preview.changes}
          items={preview.items}
          loading={preview.status === "loading"}
          calls={preview.calls}
          chain={request.chain}
          costs={costs}
        />
      )}
      {preview.bounds === undefined
        ? null
        : <Bounds bounds={preview.bounds} loading={preview.status === "loading"} costs={costs} />}
      <CallList
        calls={preview.calls}
        warnings={preview.warnings}
        chain={request.chain}
        account={request.account}
        origin={request.app.origin}
        digests={preview.digests}
        folded={intent.party !== undefined && preview.calls.length === 1}
        counted={counted && (net === null || isSilent(net))}
      />
      {preview.suffix === undefined ? null : <Suffix bytes={preview.suffix} />}
      <OperationRows account={request.account} chain={request.chain} />
    </Frame>
  );
}

/** Describes the calls, by what they are expected to bring where they cost nothing. */
function describeIntent(preview: SendCallsPreview, chain: ChainView, locale: Locale): Intent {
  const intent = describeBatch(preview.calls, chain, locale);
  const gain = describeGain(preview, locale);
  return gain === null ? intent : { ...intent, title: gain };
}

/** The effect in one phrase: a single amount with its token, and what it is worth. */
function Headline(props: {
  preview: SendCallsPreview;
  intent: Intent;
  chain: ChainView;
  /** True if the token was unnamed at first: the headline then keeps the size it has by now. */
  later: boolean;
  counted: boolean;
}): JSX.Element {
  const { preview, intent, chain, later, counted } = props;
  const { calls, status, fiat } = preview;
  const [only, ...others] = calls;
  const unnamed = status === "loading" && isUnnamed(calls);
  const large = intent.token !== undefined && intent.title.length < (later ? 15 : 24);
  const isTransfer = only?.kind === "token_transfer";
  // The contract is known before its name is.
  const [coming] = useState(
    later && others.length === 0 && (isTransfer || only?.kind === "token_approve")
      ? only?.to
      : undefined,
  );
  const token = coming !== undefined
    ? { address: coming, symbol: intent.token?.symbol ?? "" }
    : large && !later
    ? intent.token
    : undefined;
  const [total, ...more] = sumTransfers(calls) ?? [];
  const worth = fiat === undefined || more.length > 0 || (later && coming === undefined)
    ? null
    : total !== undefined
    ? <Worth token={total[0]} amount={total[1]} fiat={fiat} />
    : isTransfer && coming !== undefined
    ? <Worth token={{ address: coming, symbol: "", decimals: 0 }} amount={0n} />
    : null;
  const title = (
    <h1
      class={unnamed || large ? "amount" : undefined}
      tabIndex={-1}
      data-title
      data-initial
      data-decides
    >
      {unnamed ? <Skeleton width="7em" /> : <span key={intent.title}>{intent.title}</span>}
    </h1>
  );
  if (token === undefined) {
    return (
      <div class={later ? "title later" : counted ? "title counted" : "title"}>
        {title}
        {worth}
      </div>
    );
  }
  return (
    <div class="title effect">
      <TokenIcon token={token} chain={chain} large />
      {later ? <div class="headline">{title}</div> : title}
      {worth}
    </div>
  );
}

/** The recipient or spender of all calls, with what is known of a recipient. */
function PartyRow(
  { party: { kind, address }, known }: {
    party: NonNullable<Intent["party"]>;
    known: readonly PartyView[];
  },
): JSX.Element {
  const { text } = useDialogContext();
  const party = kind === "to"
    ? known.find((each) => each.address.toLowerCase() === address.toLowerCase())
    : undefined;
  return (
    <dl class="panel rows">
      <Row label={kind === "to" ? text.sendTo : text.allowTo} testid="sdk-party" decides>
        {party === undefined ? null : <Party party={party} />}
        <Address address={address} whole />
      </Row>
    </dl>
  );
}

CallsScreen.success = (
  { sent, sentSome }: SuccessWords,
  { calls }: SendCallsPreview,
  { tag }: Locale,
): string => {
  const totals = sumTransfers(calls);
  if (totals === null || totals.length > 2) return sentSome;
  return sent(list(
    totals.map(([token, sum]) => withSymbol(exactAmount(sum, token.decimals, tag), token, tag)),
    tag,
  ));
};

/** Characters of a button's label, if it is known at once, and if it is known later. */
const MAX_ACTION = 32;
const MAX_LATE_ACTION = 17;

/** Shortens the button's label; a long amount appears in the headline only. */
function shortAction(action: string, length: number, text: Text): string {
  return action.length > length ? text.confirm : action;
}

/** Bytes that the site appends to the call data (ERC-8021). */
function Suffix(props: { bytes: string }): JSX.Element {
  const words = useWords("reading");
  return (
    <details class="panel" data-testid="sdk-suffix">
      <summary>
        <span class="call-words">{words.suffix}</span>
        <DownIcon class="chevron" />
      </summary>
      <div class="call-detail">
        <p class="small muted">{words.suffixHint}</p>
        <span class="hex mono" dir="ltr" tabIndex={0}>{props.bytes}</span>
      </div>
    </details>
  );
}
