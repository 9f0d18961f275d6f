/** Page that pays a request: its terms are fixed, the dialog of the calls does the rest. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { Device } from "../device/device.ts";
import { sendTokens } from "../device/prompts.ts";
import { inFours } from "../parts/in_fours.tsx";
import { type Loaded, RetryNote, useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { amountOf } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { hashOf } from "../parts/route.ts";
import { moment } from "../../ui/text/numbers.ts";
import { tokenView } from "../../core/reading/tokens.ts";
import { type PaymentRequest, readRequest, termsOf } from "./payment_request.ts";
import { paidRequests } from "./request_book.ts";
import { useHoldings } from "./tokens.tsx";

/** The request of a link. */
export function Pay(props: RoomProps & { item: string | null }): VNode {
  const { text, tag, item, record } = props;
  const request = item === null ? null : readRequest(item);
  const problem = request === null
    ? text.payUnreadable
    : request.until * 1000 < Date.now()
    ? text.payEnded(moment(BigInt(request.until), tag) ?? "–")
    : request.to.toLowerCase() === record.account.address.toLowerCase()
    ? text.sendSelf
    : null;
  return (
    <Page title={text.pay} text={text} testid="home-paying">
      {request === null || problem !== null
        ? <p class="banner warning" role="status" data-testid="home-pay-problem">{problem}</p>
        : <Terms key={item} {...props} request={request} />}
    </Page>
  );
}

/** Loads the requested token with the account's balance; `none` if it is not served here. */
async function readHolding(
  { service }: Pick<Device, "service">,
  { chainId, token }: PaymentRequest,
): Promise<HoldingView | "none"> {
  const chain = (await service.configuration()).chains.find(({ id }) => id === chainId);
  if (chain === undefined) return "none";
  const common = { chainId, chainName: chain.name, amount: 0n };
  if (token === null) return { ...common, token: { address: null, ...chain.nativeCurrency } };
  const [found] = await service.call("acct_getTokens", {
    chainId: `0x${chainId.toString(16)}`,
    tokens: [token],
  });
  return found === undefined ? "none" : { ...common, token: tokenView(found) };
}

/** Terms of the request, and the button that pays. */
function Terms(props: RoomProps & { request: PaymentRequest }): VNode {
  const { device, record, text, tag, request } = props;
  const paidBook = paidRequests(device.storage);
  const [paid, setPaid] = useState(paidBook.of(termsOf(request))?.at ?? null);
  const [again, setAgain] = useState(false);
  const holdings = useHoldings(props);
  const described = useLoaded(() => readHolding(device, request), request.id);
  const found = heldOf(holdings, request) ?? described.value;
  const { to, payee, purpose, until, amount } = request;
  const contact = device.contacts.list().find(({ address }) => address === to);
  if (found === "none") {
    return (
      <p class="banner warning" role="status" data-testid="home-pay-problem">{text.payNotServed}</p>
    );
  }
  if (found === null) {
    return described.failed
      ? <RetryNote text={text} refresh={described.refresh} class="note">{text.offline}</RetryNote>
      : <p class="note" role="status">{text.loading}</p>;
  }
  const holding = found;
  const short = holdings.value !== null && holding.amount < amount;
  const words = amountOf(amount, holding.token, tag);
  const pay = async () => {
    const now = Math.floor(Date.now() / 1000);
    // The link may have expired while the page was open.
    if (until < now || !await sendTokens(device, record, { holding, ...request })) return;
    paidBook.put({ id: termsOf(request), at: now });
    setPaid(now);
    setAgain(false);
  };
  return (
    <>
      <div class="card">
        <p class="total" data-testid="home-pay-amount">{words}</p>
        <dl class="facts">
          <dt>{text.recipient}</dt>
          <dd data-testid="home-pay-to">
            {contact !== undefined
              ? <bdi>{contact.name}</bdi>
              : payee === ""
              ? null
              : <span>{text.callsThemselves(`\u2068${payee}\u2069`)}</span>}
            <code class="whole" dir="ltr">{inFours(to)}</code>
          </dd>
          {purpose === "" ? null : (
            <>
              <dt>{text.purpose}</dt>
              <dd data-testid="home-pay-purpose">
                <bdi>{purpose}</bdi>
              </dd>
            </>
          )}
          <dt>{text.network}</dt>
          <dd>
            <bdi>{holding.chainName}</bdi>
          </dd>
          <dt>{text.validUntil}</dt>
          <dd>{moment(BigInt(until), tag)}</dd>
        </dl>
      </div>
      {paid !== null && !again
        ? <Paid text={text} tag={tag} at={paid} again={() => setAgain(true)} />
        : (
          <>
            {short
              ? (
                <p class="note danger" role="status" data-testid="home-pay-short">
                  {text.tooMuch(amountOf(holding.amount, holding.token, tag))}
                </p>
              )
              : null}
            <button
              type="button"
              class="primary wide"
              disabled={holdings.value === null || short}
              data-testid="home-pay-go"
              onClick={() => void pay()}
            >
              {text.review}
            </button>
          </>
        )}
    </>
  );
}

/** Time of the payment, and the second decision that another payment needs. */
function Paid(
  { text, tag, at, again }: Pick<RoomProps, "text" | "tag"> & { at: number; again: () => void },
): VNode {
  return (
    <>
      <p class="banner" role="status" data-testid="home-paid">
        {text.youPaid(moment(BigInt(at), tag) ?? "–")}{" "}
        <a href={hashOf("activity")}>{text.activity}</a>
      </p>
      <button type="button" class="link" data-testid="home-pay-again" onClick={again}>
        {text.payAgain}
      </button>
    </>
  );
}

/** Returns the account's holding of the requested token. */
function heldOf(
  { value }: Loaded<HoldingView[]>,
  { chainId, token }: PaymentRequest,
): HoldingView | undefined {
  return value?.find((each) =>
    each.chainId === chainId &&
    (each.token.address?.toLowerCase() ?? null) === (token?.toLowerCase() ?? null)
  );
}
