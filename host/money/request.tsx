/** Page that requests a payment by a link, and shows when it was paid. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { HoldingView } from "../../core/dialog/account.ts";
import { moment } from "../../ui/text/numbers.ts";
import { QrCode } from "../../ui/parts/values/qr.tsx";
import { CheckIcon } from "../parts/icons.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { RetryNote, Section, useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { amountOf } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { hashOf } from "../parts/route.ts";
import { readAmount } from "./amount.ts";
import { AmountField } from "./amount_field.tsx";
import {
  createRequest,
  encodeRequest,
  findPayment,
  MAX_PURPOSE_LENGTH,
  type PaymentRequest,
  placeOf,
  readRequest,
} from "./payment_request.ts";
import { createdRequests } from "./request_book.ts";
import { useRequestable } from "./requestable.ts";
import { useWorth } from "./tokens.tsx";
import type { Worth } from "./worth.ts";

/** Seconds for which a request is valid. */
const VALID_S = 7 * 86_400;
/** Pause between searches for the payment, in milliseconds. */
const SEARCH_MS = 4_000;

/** The form, or the request that it made. */
export function Request(props: RoomProps & { item: string | null }): VNode {
  const { text, tag, item, record } = props;
  const loaded = useRequestable(props);
  const tokens = loaded.value ?? [];
  const worth = useWorth(props, loaded.value);
  const made = item === null ? null : readRequest(item);
  const isOwn = made?.to.toLowerCase() === record.account.address.toLowerCase();
  return (
    <Page title={text.request} text={text} back="receive" testid="home-requesting">
      {made !== null && isOwn
        ? <Made key={item} {...props} request={made} holdings={tokens} worth={worth} />
        : tokens.length > 0
        ? <Form {...props} holdings={tokens} worth={worth} />
        : <Section title={text.token} text={text} tag={tag} loaded={loaded} />}
    </Page>
  );
}

/** Token, amount and purpose. */
function Form(
  props: RoomProps & { holdings: readonly HoldingView[]; worth: Worth },
): VNode {
  const { device, record, text, tag, holdings, worth } = props;
  const [typed, setTyped] = useState("");
  const [purpose, setPurpose] = useState("");
  const [at, setAt] = useState(0);
  const holding = holdings[at] ?? holdings[0]!;
  const { chainId, token } = holding;
  const amount = readAmount(typed, token.decimals, tag);
  const ready = amount !== null && amount > 0n;
  const create = () => {
    if (!ready) return;
    const request = createRequest({
      to: record.account.address,
      chainId,
      token: token.address,
      amount,
      payee: record.ens ?? "",
      purpose: purpose.trim(),
      until: Math.floor(Date.now() / 1000) + VALID_S,
    });
    createdRequests(device.storage).put({ id: request.id, at: Math.floor(Date.now() / 1000) });
    location.hash = hashOf("request", encodeRequest(request));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <AmountField
        text={text}
        value={typed}
        invalid={typed !== "" && !ready}
        testid="home-request-amount"
        change={setTyped}
        worth={worth.of({ ...holding, amount: amount ?? 0n })}
      >
        {typed !== "" && amount === null ? text.notAmount : ""}
      </AmountField>
      <label>
        {text.token}
        <select
          value={at}
          data-testid="home-request-token"
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        >
          {holdings.map(({ token, chainName }, index) => (
            <option key={`${chainName} ${token.address}`} value={index}>
              {`\u2068${token.symbol}\u2069 ${text.on(`\u2068${chainName}\u2069`)}`}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.purpose}
        <input
          value={purpose}
          autocomplete="off"
          maxLength={MAX_PURPOSE_LENGTH}
          placeholder={text.purposeHint}
          data-testid="home-request-purpose"
          onInput={(event) => setPurpose(event.currentTarget.value)}
        />
      </label>
      <button
        type="submit"
        class="primary wide"
        disabled={!ready}
        data-testid="home-request-go"
      >
        {text.requestGo}
      </button>
    </form>
  );
}

/** The link of a request, and whether it was paid. */
function Made(
  props: RoomProps & {
    request: PaymentRequest;
    holdings: readonly HoldingView[];
    worth: Worth;
  },
): VNode {
  const { device, record, text, tag, request, holdings, worth } = props;
  const link = new URL(hashOf("pay", encodeRequest(request)), location.href).href;
  const book = createdRequests(device.storage);
  const own = book.of(request.id);
  const found = useLoaded(() => own === undefined ? Promise.resolve(null) : search(), request.id);
  const paid = own?.paid?.at ?? found.value;
  /** Searches the payment, and stores it: the transfer pays no other request. */
  async function search(): Promise<number | null> {
    const used = new Set(book.list().flatMap(({ paid }) => paid?.transfer ?? []));
    const payment = await findPayment(device.service, request, { since: own!.at, used });
    if (payment === null) return null;
    const at = payment.timestamp;
    book.put({ ...own!, paid: { transfer: placeOf(payment), at } });
    return at;
  }
  const { address } = record.account;
  useEffect(() => {
    if (paid !== null || own === undefined) return;
    const timer = setInterval(found.refresh, SEARCH_MS);
    const end = device.follow(address, ["assetsChanged"], found.refresh);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [paid === null, address]);
  const holding = holdings.find((each) =>
    each.chainId === request.chainId && each.token.address === request.token
  );
  const words = holding === undefined ? "" : amountOf(request.amount, holding.token, tag);
  const fiat = holding && worth.of({ ...holding, amount: request.amount });
  const share = navigator.share === undefined
    ? null
    : () =>
      void navigator.share({ text: `${words} ${request.purpose}`, url: link }).catch(() => {});
  return (
    <div class="card center" data-testid="home-request-made" data-link={link}>
      <p class="total">
        {words}
        {fiat === undefined ? null : <span class="note">{`≈ \u2068${fiat}\u2069`}</span>}
      </p>
      {request.purpose === "" ? null : <p class="note">{request.purpose}</p>}
      {paid === null
        ? (
          <>
            <QrCode testid="home-qr" value={link} label={text.request} />
            <div class="pair">
              {share === null
                ? null
                : <button type="button" class="primary" onClick={share}>{text.share}</button>}
              <CopyButton
                value={link}
                label={text.copyLink}
                done={text.copied}
                class={share === null ? "primary" : ""}
              >
                {text.copyLink}
              </CopyButton>
            </div>
            <p class="note" role="status" data-testid="home-request-waits">
              {own === undefined
                ? text.requestElsewhere
                : text.requestWaits(moment(BigInt(request.until), tag) ?? "–")}
            </p>
            {found.failed
              ? (
                <RetryNote text={text} refresh={found.refresh} class="note">
                  {text.offline}
                </RetryNote>
              )
              : null}
          </>
        )
        : (
          <p class="banner" role="status" data-testid="home-request-paid">
            <CheckIcon /> {text.requestPaid(moment(BigInt(paid), tag) ?? "–")}
          </p>
        )}
    </div>
  );
}
