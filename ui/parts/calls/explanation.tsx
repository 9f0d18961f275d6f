/** Explains a call with the wallet's descriptors or the dApp's descriptions. @module */
import type { ComponentChildren, JSX } from "preact";
import type { AccountView, ExplanationView, FieldValue } from "@sdk/core/dialog";
import { exactAmount, moment, timeSpan, withSymbol } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { LongValue } from "../values/long_value.tsx";
import { MarkedText } from "../values/marked_text.tsx";
import { Row } from "../values/rows.tsx";

/** Explanation; `children` are the steps within. */
export function Explanation(props: {
  explanation: ExplanationView;
  account: AccountView | null;
  origin: string;
  /** Called contract. */
  contract: string;
  /** Omits the source, which is shown around it. */
  bare?: boolean;
  /** True if its values have to be viewed before they are confirmed. */
  decides?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  const { text } = useDialogContext();
  const { explanation, account, contract } = props;
  const { source } = explanation;
  const rows = explanation.fields.map(({ label, value }, index) => (
    <Row key={index} label={label} decides={props.decides === true}>
      <Value value={value} account={account} contract={contract} />
    </Row>
  ));
  if (source !== "app") {
    return (
      <div class="call-rows" data-testid="sdk-explained" data-source={source}>
        {rows.length === 0 ? null : <dl class="call-rows">{rows}</dl>}
        {source === "convention"
          ? <small class="muted">{text.describedByConvention}</small>
          : props.bare === true
          ? null
          : <small class="muted">{text.describedByWallet}</small>}
        {props.children}
      </div>
    );
  }
  // Visually separated, so that the dApp's text is not mistaken for the wallet's.
  return (
    <div class="call-rows said" data-testid="sdk-explained" data-source="app">
      <b class="small">{text.describedBy(props.origin.replace(/^https:\/\//, ""))}</b>
      <small class="muted">{text.describedHint}</small>
      <dl class="call-rows">
        <Row label={text.function} decides={props.decides === true}>
          <bdi class="mono" dir="ltr">{explanation.intent}</bdi>
        </Row>
        {rows}
      </dl>
    </div>
  );
}

/** Formats a value by its kind. */
function Value(
  props: { value: FieldValue; account: AccountView | null; contract: string },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const { value } = props;
  switch (value.kind) {
    case "address": {
      const address = value.address.toLowerCase();
      const own = address === props.account?.address.toLowerCase();
      const name = own
        ? text.yourAccount
        : address === props.contract.toLowerCase()
        ? text.thisContract
        : null;
      if (name === null) return <Address address={value.address} whole />;
      return (
        <>
          {name}
          <small>
            <Address address={value.address} />
          </small>
        </>
      );
    }
    case "amount":
      return <Amount value={value} />;
    case "date":
      return <>{moment(value.seconds, tag) ?? exactAmount(value.seconds, 0, tag)}</>;
    case "duration":
      return <>{timeSpan(value.seconds, tag)}</>;
    case "unit":
      return (
        <>
          {withSymbol(exactAmount(value.value, value.decimals, tag), { symbol: value.unit }, tag)}
        </>
      );
    case "item":
      return (
        <>
          {text.item(exactAmount(value.id, 0, tag))}
          <small>
            <Address address={value.collection} />
          </small>
        </>
      );
    case "number":
      return <>{exactAmount(value.value, 0, tag)}</>;
    case "flag":
      return <>{value.value ? text.yes : text.no}</>;
    case "bytes":
      return value.value.length > 66
        ? <LongValue value={value.value} />
        : <bdi class="mono" dir="ltr">{value.value}</bdi>;
    case "text":
      return (
        <bdi>
          {value.text === ""
            ? <span class="muted">{text.empty}</span>
            : <MarkedText text={value.text} />}
        </bdi>
      );
  }
}

/** Amount with its token; one that the operator does not list can have any symbol. */
function Amount(
  { value }: { value: Extract<FieldValue, { kind: "amount" }> },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const { token, beyond } = value;
  const figure = exactAmount(value.amount, token?.decimals ?? 0, tag);
  return (
    <>
      {beyond === undefined
        ? (token === null ? figure : withSymbol(figure, token, tag))
        : <Beyond message={beyond.message} symbol={token?.symbol} />}
      {token === null && beyond === undefined ? <small>{text.smallestUnit}</small> : null}
      {value.address === null || (token !== null && token.unlisted !== true) ? null : (
        <small>
          <Address address={value.address} />
        </small>
      )}
    </>
  );
}

/** Replaces an unlimited amount. */
function Beyond(props: { message: string | undefined; symbol: string | undefined }): JSX.Element {
  const { text } = useDialogContext();
  const { message, symbol } = props;
  return (
    <>
      {message === undefined ? <b class="risk">{text.unlimited}</b> : <bdi>{message}</bdi>}
      {symbol === undefined
        ? null
        : <bdi>{message === undefined ? ` ${symbol}` : ` (${symbol})`}</bdi>}
    </>
  );
}
