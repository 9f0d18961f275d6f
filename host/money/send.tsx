/** Page that sends tokens: amount, token and recipient; the calls dialog does the rest. @module */
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { HoldingView } from "../../core/dialog/account.ts";
import { addressNames, isShortened } from "../device/names.ts";
import { sendTokens } from "../device/prompts.ts";
import { Empty, Section } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { amountOf } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { go, hashOf } from "../parts/route.ts";
import { readAmount, writeAmount } from "./amount.ts";
import { AmountField } from "./amount_field.tsx";
import { payeesOf } from "../payees/payees.ts";
import type { Recipient } from "./recipient.ts";
import { RecipientForm } from "./recipient_form.tsx";
import { Sent, type SentView } from "./sent.tsx";
import { spendable } from "./spendable.ts";
import { TokenChoice } from "./token_choice.tsx";
import { useHoldings, useWorth } from "./tokens.tsx";

/** The form; after a payment to someone new, the offer to save the recipient. */
export function Send(props: RoomProps): VNode {
  const { device, text, tag } = props;
  const loaded = useHoldings(props);
  const [sent, setSent] = useState<SentView | null>(null);
  const own = (loaded.value ?? []).filter(({ amount }) => amount > 0n);
  if (sent !== null) return <Sent device={device} text={text} sent={sent} />;
  const contacts = (
    <a class="page-more" href={hashOf("contacts")} data-testid="home-send-contacts">
      {text.contacts}
    </a>
  );
  return (
    <Page title={text.send} text={text} more={contacts} testid="home-sending">
      {own.length > 0
        ? <Form {...props} holdings={own} onSent={setSent} />
        : (
          <Section title={text.balances} text={text} tag={tag} loaded={loaded}>
            {loaded.value === null
              ? null
              : (
                <Empty title={text.noBalances} line={text.noBalancesLine} testid="home-no-balance">
                  <a class="button" href={hashOf("receive")}>{text.addFunds}</a>
                </Empty>
              )}
          </Section>
        )}
    </Page>
  );
}

/** Amount, token and recipient. */
function Form(
  props: RoomProps & {
    holdings: readonly HoldingView[];
    /** Called after a payment to an address without a name on this device. */
    onSent: (sent: SentView) => void;
  },
): VNode {
  const { device, record, text, tag, holdings, onSent } = props;
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const payees = useMemo(() => payeesOf(device, record.account.address, tag), [device, record]);
  const worth = useWorth(props, holdings);
  const holding = holdings[at] ?? holdings[0]!;
  const { token, amount: balance } = holding;
  const amount = readAmount(typed, token.decimals, tag);
  const tooMuch = amount !== null && amount > balance;
  const have = amountOf(balance, token, tag);
  const fiat = worth.of({ ...holding, amount: amount ?? 0n });
  const send = async ({ address, name }: Recipient) => {
    if (amount === null) return false;
    const sent = await sendTokens(device, record, { holding, amount, to: address });
    if (!sent) return false;
    if (isShortened(addressNames(device)(address))) {
      const figure = amountOf(amount, token, tag);
      onSent({ address, figure, ...(name !== undefined && { name }) });
    } else go("home");
    return true;
  };
  return (
    <RecipientForm
      {...props}
      chainId={holding.chainId}
      label={text.sendTo}
      testid="home-send-to"
      offer={payees}
      isReady={amount !== null && amount > 0n && !tooMuch}
      submit={{ text: text.review, testid: "home-send-go", class: "primary wide" }}
      onSubmit={send}
      intro={
        <>
          <AmountField
            text={text}
            value={typed}
            invalid={typed !== "" && (amount === null || tooMuch)}
            testid="home-send-amount"
            change={setTyped}
            worth={fiat}
            beside={
              <button
                type="button"
                class="link"
                data-testid="home-send-max"
                onClick={() =>
                  void spendable(device, holding).then((most) =>
                    setTyped(writeAmount(most, token.decimals, tag))
                  )}
              >
                {text.max}
              </button>
            }
          >
            {typed !== "" && amount === null
              ? text.notAmount
              : tooMuch
              ? text.tooMuch(have)
              : text.have(have)}
          </AmountField>
          <TokenChoice text={text} holdings={holdings} at={at} choose={setAt} />
        </>
      }
    />
  );
}
