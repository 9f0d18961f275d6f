/** Batch of calls: its effect, its fee and its warnings. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Address } from "../parts/values/address.tsx";
import { Bounds } from "../parts/calls/bounds.tsx";
import { CallList } from "../parts/calls/call_list.tsx";
import { Changes, Differs } from "../parts/calls/changes.tsx";
import { NetHeadline, Unsaid } from "../parts/calls/net_headline.tsx";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { OperationFrame } from "../parts/operation/operation_frame.tsx";
import { OperationRows } from "../parts/operation/operation_rows.tsx";
import { Party } from "../parts/values/party.tsx";
import { ReadingRows, rowsOf } from "../parts/calls/reading_rows.tsx";
import { Fold, Row, Skeleton } from "../parts/values/rows.tsx";
import { Identicon } from "../parts/icons/identicon.tsx";
import { TokenIcon } from "../parts/icons/token_icon.tsx";
import { Worth } from "../parts/values/worth.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import type {
  CallView,
  ChainView,
  OperationChoice,
  PartyView,
  PreviewStatus,
  SendCallsPreview,
  TokenView,
} from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { exactAmount, list, withSymbol } from "../text/numbers.ts";
import type { Text } from "../text/en.ts";
import {
  costsSomething,
  describesAll,
  isCounted,
  isHeadedBySums,
  saysLess,
  type Shown,
} from "../meaning/coverage.ts";
import {
  describeBatch,
  describeGain,
  endsAccess,
  gainsOf,
  type Intent,
  isApproval,
  isPlain,
  isUnnamed,
  MAX_SENT,
  partyOf,
  sumTransfers,
} from "../meaning/intent.ts";
import { isSilent, limitsAll, namesAll, type Net, netOf } from "../meaning/net.ts";
import { shortAddress } from "../text/short_address.ts";
import type { ScreenProps } from "./screen.ts";

/** Screen of `wallet_sendCalls`. */
export function CallsScreen(props: ScreenProps<SendCallsPreview, OperationChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const context = useDialogContext();
  const { text } = context;
  const preview = useReadable(request.preview);
  const intent = describeIntent(preview, request.chain, context);
  // Reserves the size of a headline that is still loading.
  const [later] = useState(isUnnamed(preview.calls));
  // The headline describes transfers and approvals completely, also once it names their tokens; only
  // an estimate that contradicts it is shown.
  const [plain] = useState(() => isPlain(preview.calls, true) || isApproval(preview.calls));
  const isUncertain = useUncertain(preview.status, plain && !later);
  const { reading } = preview;
  const counted = reading === undefined
    ? isCounted(preview.calls)
    : isHeadedBySums(preview.calls, reading);
  const net = counted && reading ? netOf(preview.calls, reading, preview.bounds) : null;
  const costs = costsSomething(preview.calls, reading);
  const { party } = intent;
  const { tokens = [] } = preview;
  const isRead = reading !== undefined && saysLess(preview.calls, reading);
  const shown = shownIn(preview, isRead, party);
  // The headline and the rows describe these calls completely.
  const folds =
    (party !== undefined && (preview.calls.length === 1 || endsAccess(preview.calls))) ||
    (preview.calls.length <= MAX_NAMED && (net === null || net.exact) &&
      describesAll(preview.calls, reading, shown));
  const rows = <OperationRows account={request.account} chain={request.chain} />;
  return (
    <OperationFrame
      request={request}
      preview={preview}
      phase={phase}
      onApprove={onApprove}
      onReject={onReject}
      notes={plain
        ? <Differs preview={preview} />
        : net !== null && reading !== undefined
        ? <Unsaid net={net} preview={{ ...preview, reading }} />
        : null}
      action={isUncertain
        ? text.loading
        : shortAction(net === null ? intent.action : netAction(net, text), { later, text })}
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
            contact={contactOf(party, preview.parties)?.address}
          />
        )}
      {party === undefined ? null : <PartyRow party={party} known={preview.parties ?? []} />}
      {!isRead ? null : (
        <ReadingRows
          reading={reading}
          native
          said={net !== null && namesAll(net, tokens)}
          exact={net?.exact === true}
          taken={net?.taken ?? []}
          party={party?.address}
          listed={new Set(preview.calls.map(partyOfCall))}
          chain={request.chain}
          tokens={tokens}
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
      <Limits preview={preview} net={net} costs={costs} />
      {rows}
      <CallList
        calls={preview.calls}
        warnings={preview.warnings}
        chain={request.chain}
        account={request.account}
        origin={request.app.origin}
        digests={preview.digests}
        folded={folds}
        titled={net === null}
        named
        counted={counted && (net === null || isSilent(net))}
        shown={shown}
      />
      {preview.onBehalfOf === undefined ? null : <Payer address={preview.onBehalfOf} />}
      {preview.suffix === undefined ? null : <Suffix bytes={preview.suffix} />}
    </OperationFrame>
  );
}

/** Returns true until the first complete preview: a label that can still change is not shown. */
function useUncertain(status: PreviewStatus, isFixed: boolean): boolean {
  const wasReady = useRef(isFixed);
  wasReady.current ||= status !== "loading";
  return !wasReady.current;
}

/** Maximum number of calls whose parties all have a row. */
const MAX_NAMED = 20;

/** Returns the parties that the rows show in full. */
function shownIn(
  { reading, tokens = [] }: SendCallsPreview,
  isRead: boolean,
  party: Intent["party"],
): Shown {
  if (isRead && reading !== undefined) {
    const rows = rowsOf({ reading, tokens, native: true });
    if (party?.kind !== "to" || rows.recipient !== undefined) return rows;
    return { ...rows, recipient: party.address };
  }
  return party?.kind === "spender"
    ? { recipient: undefined, spenders: new Set([party.address.toLowerCase()]) }
    : { recipient: party?.address, spenders: new Set() };
}

/** Returns the address that the row of a call shows in full, in lower case. */
function partyOfCall({ kind, to, recipient }: CallView): string {
  return (recipient ?? (kind === "send" ? to : "")).toLowerCase();
}

/** Describes the calls, by their expected gains if they cost nothing. */
function describeIntent(preview: SendCallsPreview, chain: ChainView, locale: Locale): Intent {
  const intent = describeBatch(preview.calls, chain, locale);
  const gain = describeGain(preview, locale);
  return gain === null ? intent : { ...intent, title: gain, action: gain };
}

/** The effect in one phrase: a single amount with its token, and its value. */
function Headline(props: {
  preview: SendCallsPreview;
  intent: Intent;
  chain: ChainView;
  /** True if the token was unnamed at first: the headline then keeps its current size. */
  later: boolean;
  counted: boolean;
  /** The recipient, if it is a contact. */
  contact: PartyView["address"] | undefined;
}): JSX.Element {
  const { preview, intent, chain, later, counted, contact } = props;
  const { calls, status, fiat } = preview;
  const [only, ...others] = calls;
  const unnamed = status === "loading" && isUnnamed(calls);
  const large = intent.token !== undefined && intent.title.length < (later ? 15 : 24);
  const isTransfer = only?.kind === "token_transfer";
  // The contract is known before its name is.
  const [coming] = useState(
    later && others.length === 0 && isTransfer ? only?.to : undefined,
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
        {unnamed || intent.about === undefined
          ? null
          : <p class="muted wrap" data-testid="sdk-about" data-decides>{intent.about}</p>}
        {worth}
      </div>
    );
  }
  return (
    <div class="title effect">
      <div class="icons">
        <TokenIcon token={token} chain={chain} large />
        {contact === undefined ? null : <Identicon address={contact} />}
      </div>
      {later ? <div class="headline">{title}</div> : title}
      {worth}
    </div>
  );
}

/** Returns the button's label of a batch: calls that only let others take tokens are allowed. */
function netAction({ gives, items, allows, hands, exact }: Net, text: Text): string {
  const allowsOnly = exact && gives.length === 0 && items === 0n && allows.length > 0 &&
    hands === null;
  return allowsOnly ? text.grantAction : text.confirm;
}

/** Returns the recipient of all calls, if it is a contact. */
function contactOf(
  party: Intent["party"],
  known: readonly PartyView[] = [],
): PartyView | undefined {
  if (party?.kind !== "to") return undefined;
  const address = party.address.toLowerCase();
  return known.find((each) => each.contact !== undefined && each.address.toLowerCase() === address);
}

/** The recipient or spender of all calls, with the known facts about a recipient. */
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
        <Address address={address} whole={party?.contact === undefined} />
      </Row>
    </dl>
  );
}

CallsScreen.css = detailCss;

CallsScreen.success = (
  { sent, arriving, allowed, saved }: Text["screens"]["success"],
  preview: SendCallsPreview,
  locale: Locale,
): Success => {
  const { calls, parties = [] } = preview;
  const { text, tag } = locale;
  const gains = gainsOf(preview);
  const name = (amounts: readonly (readonly [TokenView, bigint])[]) =>
    list(
      amounts.map(([token, sum]) => withSymbol(exactAmount(sum, token.decimals, tag), token, tag)),
      tag,
    );
  if (gains !== null) return [arriving(name(gains))];
  const party = partyOf(calls);
  const known = parties.find(({ address }) => address.toLowerCase() === party?.toLowerCase());
  const who = party === undefined
    ? undefined
    : known?.contact ?? known?.name ?? shortAddress(party);
  const totals = sumTransfers(calls);
  if (totals !== null && totals.length <= MAX_SENT) {
    return [sent(name(totals)), who === undefined ? undefined : `${text.sendTo} ${who}`];
  }
  if (!isApproval(calls)) return [saved];
  return [allowed, who === undefined ? undefined : `${text.allowTo} ${who}`];
};

/** Maximum characters of a button's label, if it is known immediately, and if it is known later. */
const MAX_ACTION = 23;
const MAX_LATE_ACTION = 17;

/** Shortens the button's label; a long amount appears only in the headline. */
function shortAction(
  action: string,
  { later, text }: { readonly later: boolean; readonly text: Text },
): string {
  return action.length > (later ? MAX_LATE_ACTION : MAX_ACTION) ? text.confirm : action;
}

/** Limits that the account enforces, unless the headline names all of them. */
function Limits(
  { preview: { bounds, status }, net, costs }: {
    preview: SendCallsPreview;
    net: Net | null;
    costs: boolean;
  },
): JSX.Element | null {
  if (bounds === undefined || (net !== null && limitsAll(net, bounds))) return null;
  const allows = net !== null && (net.allows.length > 0 || net.hands !== null);
  return <Bounds bounds={bounds} loading={status === "loading"} costs={costs} allows={allows} />;
}

/** The account whose permission the calls use, and which pays for them. */
function Payer({ address }: { address: `0x${string}` }): JSX.Element {
  const words = useWords("reading");
  return (
    <dl class="panel rows">
      <Row label={words.heldBy} testid="sdk-on-behalf" decides>
        <Address address={address} whole />
      </Row>
    </dl>
  );
}

/** Bytes that the site appends to the call data (ERC-8021). */
function Suffix(props: { bytes: string }): JSX.Element {
  const words = useWords("reading");
  return (
    <Fold label={words.suffix} testid="sdk-suffix">
      <div class="call-detail">
        <p class="small muted">{words.suffixHint}</p>
        <span class="hex mono" dir="ltr" tabIndex={0}>{props.bytes}</span>
      </div>
    </Fold>
  );
}
