/** Page that sends tokens: recipient, token and amount; the dialog of the calls does the rest. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { HoldingView } from "../../core/dialog/account.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/protocol/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import type { RoomProps } from "../home/account.tsx";
import { amountOf } from "../activity/sentence.ts";
import { Empty, Section } from "../home/loaded.tsx";
import { Page } from "../home/page.tsx";
import { go, hashOf } from "../home/route.ts";
import { sendTokens } from "../prompts.ts";
import { readAmount, writeAmount } from "./amount.ts";
import { RecipientField, useRecipient } from "./recipient_field.tsx";
import { spendable } from "./spendable.ts";
import { useHoldings } from "./tokens.tsx";

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

/** Recipient, amount and token. */
function Form(props: RoomProps & { holdings: readonly HoldingView[] }): VNode {
  const { device, record, text, tag, holdings } = props;
  const [to, setTo] = useState("");
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [contact, setContact] = useState("");
  const holding = holdings[at] ?? holdings[0]!;
  const { recipient, problem } = useRecipient(to, props, holding.chainId);
  const { token, amount: balance } = holding;
  const amount = readAmount(typed, token.decimals, tag);
  const tooMuch = amount !== null && amount > balance;
  const isReady = recipient !== null && amount !== null && amount > 0n && !tooMuch;
  const isKnown = device.contacts.list().some(({ address }) => address === recipient?.address);
  const send = async () => {
    if (recipient === null || amount === null || !isReady) return;
    const sent = await sendTokens(device, record, { holding, amount, to: recipient.address });
    if (!sent) return;
    const name = cleanText(contact, MAX_ACCOUNT_NAME_LENGTH);
    if (name !== "") device.contacts.put({ address: recipient.address, name });
    go("home");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <RecipientField
        {...props}
        value={to}
        change={setTo}
        problem={problem}
        recipient={recipient}
        label={text.sendTo}
        testid="home-send-to"
        offer
      />
      <label>
        {text.token}
        <select
          value={at}
          data-testid="home-send-token"
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        >
          {holdings.map(({ token, chainName, amount }, index) => (
            <option key={`${chainName} ${token.address}`} value={index}>
              {`${amountOf(amount, token, tag)} ${text.on(`\u2068${chainName}\u2069`)}`}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.amount}
        <input
          inputMode="decimal"
          autocomplete="off"
          class="amount"
          value={typed}
          placeholder="0"
          data-testid="home-send-amount"
          aria-invalid={typed !== "" && (amount === null || tooMuch)}
          aria-describedby="send-amount"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div class="beside">
        <span class={tooMuch ? "note danger" : "note"} id="send-amount" role="status">
          {typed !== "" && amount === null
            ? text.notAmount
            : (tooMuch ? text.tooMuch : text.have)(amountOf(balance, token, tag))}
        </span>
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
      </div>
      {recipient === null || isKnown
        ? null
        : <NewContact text={text} name={contact} change={setContact} />}
      <button type="submit" class="primary wide" disabled={!isReady} data-testid="home-send-go">
        {text.review}
      </button>
    </form>
  );
}

/** Name for a recipient that is no contact yet. */
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
