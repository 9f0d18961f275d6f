/** Page that sends tokens: amount, token and recipient; the calls dialog does the rest. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { HoldingView } from "../../core/dialog/account.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import type { RoomProps } from "../parts/room.ts";
import { amountOf } from "../parts/phrases.ts";
import { Empty, Section } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { go, hashOf } from "../parts/route.ts";
import { sendTokens } from "../device/prompts.ts";
import { readAmount, writeAmount } from "./amount.ts";
import { AmountField } from "./amount_field.tsx";
import type { Recipient } from "./recipient.ts";
import { RecipientForm } from "./recipient_form.tsx";
import { spendable } from "./spendable.ts";
import { useHoldings, useWorth } from "./tokens.tsx";

/** The form. */
export function Send(props: RoomProps): VNode {
  const { text, tag } = props;
  const loaded = useHoldings(props);
  const own = (loaded.value ?? []).filter(({ amount }) => amount > 0n);
  return (
    <Page title={text.send} text={text} testid="home-sending">
      {own.length > 0
        ? <Form {...props} holdings={own} />
        : (
          <Section title={text.balances} text={text} tag={tag} loaded={loaded}>
            {loaded.value === null
              ? null
              : (
                <Empty title={text.noBalances} line={text.noBalancesLine} testid="home-no-balance">
                  <a class="button" href={hashOf("receive")}>{text.receive}</a>
                </Empty>
              )}
          </Section>
        )}
    </Page>
  );
}

/** Amount, token and recipient. */
function Form(props: RoomProps & { holdings: readonly HoldingView[] }): VNode {
  const { device, record, text, tag, holdings } = props;
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [contact, setContact] = useState("");
  const worth = useWorth(props, holdings);
  const holding = holdings[at] ?? holdings[0]!;
  const { token, amount: balance } = holding;
  const amount = readAmount(typed, token.decimals, tag);
  const tooMuch = amount !== null && amount > balance;
  const have = amountOf(balance, token, tag);
  const fiat = worth.of({ ...holding, amount: amount ?? 0n });
  const isKnown = ({ address }: Recipient) =>
    device.contacts.list().some((contact) => contact.address === address);
  const send = async ({ address }: Recipient) => {
    if (amount === null) return false;
    const sent = await sendTokens(device, record, { holding, amount, to: address });
    if (!sent) return false;
    const name = cleanText(contact, MAX_ACCOUNT_NAME_LENGTH);
    if (name !== "") device.contacts.put({ address, name });
    go("home");
    return true;
  };
  return (
    <RecipientForm
      {...props}
      chainId={holding.chainId}
      label={text.sendTo}
      testid="home-send-to"
      offer
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
          <label>
            {text.token}
            <select
              value={at}
              data-testid="home-send-token"
              onChange={(event) => setAt(Number(event.currentTarget.value))}
            >
              {holdings.map(({ token, chainName }, index) => (
                <option key={`${chainName} ${token.address}`} value={index}>
                  {`\u2068${token.symbol}\u2069 ${text.on(`\u2068${chainName}\u2069`)}`}
                </option>
              ))}
            </select>
          </label>
        </>
      }
    >
      {(recipient) =>
        recipient === null || isKnown(recipient)
          ? null
          : <NewContact text={text} name={contact} change={setContact} />}
    </RecipientForm>
  );
}

/** Name for a recipient that is not a contact yet. */
function NewContact(
  { text, name, change }: {
    text: RoomProps["text"];
    name: string;
    change: (name: string) => void;
  },
): VNode {
  return (
    <label>
      {text.saveContact}
      <input
        value={name}
        autocomplete="off"
        maxLength={MAX_ACCOUNT_NAME_LENGTH}
        placeholder={text.contactName}
        data-testid="home-send-contact"
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
