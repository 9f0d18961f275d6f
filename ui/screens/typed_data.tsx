/** Typed data to sign. @module */
import { detailCss } from "./detail_styles.ts";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChainView, SignChoice, TokenView, TypedDataPreview } from "@sdk/core/dialog";
import { Address } from "../parts/values/address.tsx";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { Described } from "../parts/calls/described.tsx";
import { Fingerprints } from "../parts/values/fingerprints.tsx";
import { hasDanger, Warnings } from "../parts/card/note.tsx";
import { OrderRows } from "../parts/calls/order_rows.tsx";
import { CallList } from "../parts/calls/call_list.tsx";
import { markName } from "../parts/values/marked_text.tsx";
import { ReadingRows, rowsOf } from "../parts/calls/reading_rows.tsx";
import { OperationRows } from "../parts/operation/operation_rows.tsx";
import { Fold, Row } from "../parts/values/rows.tsx";
import { Tree } from "../parts/values/tree.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { describeOrder, listsAll } from "../meaning/orders.ts";
import { describeReading, isEmpty, saysAll } from "../meaning/signature.ts";
import { explanationTitle } from "../meaning/intent.ts";
import { describeNet, namesAll, netOf } from "../meaning/net.ts";
import { asUnit } from "../text/numbers.ts";
import type { Locale } from "../text/locale.ts";
import type { ScreenProps } from "./screen.ts";
import type { Text } from "../text/en.ts";

/** Screen of `eth_signTypedData_v4`. */
export function TypedDataScreen(props: ScreenProps<TypedDataPreview, SignChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const locale = useDialogContext();
  const { text } = locale;
  const preview = useReadable(request.preview);
  const { domain, order, tokens = [] } = preview;
  const words = useWords("reading");
  const { reading, calls, signIn, explanation } = preview;
  const mustAgree = preview.needsConsent === true;
  const type = typeOf(preview);
  const title = describe(preview, request.chain, locale);
  // No line break within a shortened address.
  const headline = title?.replaceAll("…", "\u2060…\u2060") ?? nameUnread(preview, locale);
  const isKnown = order !== undefined || explanation !== undefined ||
    (reading !== undefined && !isEmpty(reading));
  // The message is folded only if the headline and the rows contain all of it.
  const folds = order === undefined ? saysAll(preview, request.account?.address) : listsAll(order);
  const decides = !folds && explanation === undefined &&
    (!isKnown || preview.isPlain === true || order !== undefined || calls === undefined ||
      reading!.unread > 0);
  // Reserves lines for the names of tokens that are still loading.
  const [later] = useState(preview.status === "loading" && (title !== null || order !== undefined));
  // Rows that are there at first stay.
  const [said] = useState(() =>
    title !== null && reading !== undefined && namesAll(netOf([], reading), tokens) &&
    reading.allows.every(({ address }) =>
      tokens.some((token) => token.address?.toLowerCase() === address?.toLowerCase())
    )
  );
  // The counterparty chooses the proceeds.
  const isOpen = [order, ...order?.orders ?? []].some((each) => each?.gets === null);
  const isHere = String(domain.chainId) === String(request.chain.id);
  // The tokens belong to the account's network.
  const names = namesIn(isHere ? tokens : [], request.account?.address, text.yourAccount);
  const tree = <Tree data={preview.message} label={type} decides={decides} names={names} />;
  const codes = <Fingerprints read={preview.digests} />;
  const contract = typeof domain.verifyingContract === "string" ? domain.verifyingContract : null;
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={<span key={headline}>{headline}</span>}
      {...(!isKnown && { intro: text.typedIntro })}
      {...(later && { lines: order !== undefined && order.orders === undefined ? 3 : 2 })}
      action={mustAgree ? words.signAnyway : text.sign}
      {...(mustAgree && { consent: words.consent(signIn?.domain ?? "") })}
      revision="typed"
      onConfirm={() => onApprove(mustAgree ? { consent: true } : {})}
      danger={hasDanger(preview.warnings) || isOpen}
      notes={<Warnings warnings={preview.warnings} />}
    >
      {order === undefined
        ? null
        : <OrderRows order={order} chain={request.chain} tokens={tokens} />}
      {reading === undefined || order !== undefined
        ? null
        : <ReadingRows reading={reading} said={said} chain={request.chain} tokens={tokens} />}
      {calls === undefined ? null : (
        <section class="section">
          <h2>{words.inside}</h2>
          <CallList
            calls={calls}
            warnings={preview.warnings}
            chain={request.chain}
            account={request.account}
            origin={request.app.origin}
            digests={undefined}
            folded={false}
            shown={rowsOf({ reading: reading ?? noReading, tokens })}
          />
        </section>
      )}
      {explanation === undefined || contract === null ? null : (
        <Described
          explanation={explanation}
          account={request.account}
          origin={request.app.origin}
          contract={contract}
          isHeadline={title === null && order === undefined}
        />
      )}
      <Domain preview={preview} isHere={isHere} />
      {folds ? null : <Message type={type}>{tree}</Message>}
      <OperationRows account={request.account} chain={isHere ? request.chain : null} decides />
      {folds ? <Fold label={text.details}>{tree}{codes}</Fold> : codes}
    </DecisionFrame>
  );
}

/** Names the account and the tokens that the operator lists. */
function namesIn(
  tokens: readonly TokenView[],
  account: string | undefined,
  own: string,
): Readonly<Record<string, string>> {
  const listed = tokens.filter(({ unlisted }) => unlisted !== true);
  return Object.fromEntries([
    ...listed.map(({ address, symbol }) => [address?.toLowerCase(), symbol]),
    [account?.toLowerCase(), own],
  ]);
}

/** The message, with the name that the site gave its type. */
function Message(
  { type, children }: { type: string; children: ComponentChildren },
): JSX.Element {
  const { text } = useDialogContext();
  return (
    <section class="section">
      <div class="heading">
        <h2>{text.message}</h2>
        <bdi class="small muted" data-testid="sdk-type">{type}</bdi>
      </div>
      {children}
    </section>
  );
}

/** A reading without effects. */
const noReading = { gives: [], allows: [], named: [], gets: null, unread: 0 };

/** The domain that the data is for; its chain if it is not the account's. */
function Domain(
  { preview: { domain, order, tokens = [] }, isHere }: {
    preview: TypedDataPreview;
    isHere: boolean;
  },
): JSX.Element {
  const { text } = useDialogContext();
  const { name, verifyingContract: contract = null } = domain;
  // The site chooses the domain's name; a listed token has the operator's.
  const token = order !== undefined || typeof contract !== "string" ? undefined : tokens.find(
    ({ address, unlisted }) =>
      unlisted !== true && address?.toLowerCase() === contract.toLowerCase(),
  );
  const label = order !== undefined ? text.market : token !== undefined ? text.token : text.domain;
  return (
    <dl class="panel rows">
      {typeof name === "string" || typeof contract === "string"
        ? (
          <Row label={label} testid="sdk-domain" decides>
            {token !== undefined
              ? <bdi>{token.symbol}</bdi>
              : typeof name === "string"
              ? <bdi>{markName(name.slice(0, 200))}</bdi>
              : null}
            {typeof contract !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(contract) ? null : (
              <small>
                <Address address={contract as `0x${string}`} />
              </small>
            )}
          </Row>
        )
        : null}
      {domain.chainId === undefined || isHere
        ? null
        : <Row label={text.network} decides>{String(domain.chainId).slice(0, 40)}</Row>}
    </dl>
  );
}

/** Returns the type of the data, with marks for hidden characters. */
function typeOf({ primaryType }: TypedDataPreview): string {
  return markName(primaryType).slice(0, 60);
}

/** Headline of data with an unknown effect. The site chooses the name of its type. */
function nameUnread({ order, explanation }: TypedDataPreview, { text, tag }: Locale): string {
  if (order !== undefined) return text.orderTitle(asUnit(order.protocol, tag));
  return explanation === undefined ? text.typedTitle : explanationTitle(explanation, tag);
}

/** Returns the headline of data with a known effect; `null` for any other. */
function describe(
  { isPlain, order, reading, tokens = [] }: TypedDataPreview,
  chain: ChainView,
  locale: Locale,
): string | null {
  if (order !== undefined) return describeOrder(order, tokens, chain, locale);
  // The type itself may have a larger effect than the calls in it.
  if (reading === undefined || reading.unread > 0 || isPlain === true) return null;
  return describeReading(reading, tokens, locale) ??
    describeNet({ ...netOf([], reading), exact: false }, tokens, chain, locale);
}

TypedDataScreen.css = detailCss;

TypedDataScreen.success = ({ signed }: Text["screens"]["success"]): Success => [signed];
