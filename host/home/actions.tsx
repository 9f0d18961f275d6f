/** The round actions below the name, and the buttons of an empty account. @module */
import type { ComponentChildren, VNode } from "preact";
import type { HomeText } from "../text/home_en.ts";
import { SendIcon } from "../../ui/parts/icons/icons.tsx";
import { offersTestMoney, TestMoney } from "../money/test_money.tsx";
import { AddIcon, PeopleIcon, ReceiveIcon } from "../parts/icons.tsx";
import { fundingLinks } from "../page/operator.ts";
import { useLoaded } from "../parts/loaded.tsx";
import type { RoomProps } from "../parts/room.ts";
import { hashOf } from "../parts/route.ts";

/** Send, receive, the operator's ways to add funds, and further actions. */
export function Actions(
  { text, children }: { text: HomeText; children?: ComponentChildren },
): VNode {
  return (
    <div class="actions">
      <a href={hashOf("send")} data-testid="home-send">
        <span class="round filled">
          <SendIcon />
        </span>
        {text.send}
      </a>
      <a href={hashOf("receive")} data-testid="home-receive">
        <span class="round filled">
          <ReceiveIcon />
        </span>
        {text.receive}
      </a>
      {fundingLinks().map(({ name, url }) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer" data-testid="home-fund">
          <span class="round filled">
            <AddIcon />
          </span>
          {name === "" ? text.addFunds : <bdi>{name}</bdi>}
        </a>
      ))}
      {children}
      <a class="for-wide" href={hashOf("contacts")} data-testid="home-open-contacts">
        <span class="round filled">
          <PeopleIcon />
        </span>
        {text.contacts}
      </a>
    </div>
  );
}

/**
 * The ways to the first tokens. Adding funds is the primary one: at the operator's provider, or by
 * the address.
 */
export function FirstMoney(props: RoomProps & { given: () => void }): VNode | null {
  const { device, record, text, given } = props;
  const { value, failed } = useLoaded(() => device.service.configuration(), record);
  if (value === null && !failed) return null;
  const links = fundingLinks();
  const isTest = value !== null && offersTestMoney(value);
  return (
    <>
      {links.map(({ name, url }, index) => (
        <a
          key={url}
          class={index === 0 ? "button primary wide" : "button wide"}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="home-fund"
        >
          {name === "" ? text.addFunds : <bdi>{name}</bdi>}
        </a>
      ))}
      <a
        class={links.length === 0 ? "button primary wide" : "button wide"}
        href={hashOf("receive")}
        data-testid="home-receive"
      >
        {links.length === 0 ? text.addFunds : text.receive}
      </a>
      <a class="button wide" href={hashOf("request")} data-testid="home-ask-to-pay">
        {text.askToPay}
      </a>
      {isTest ? <TestMoney device={device} record={record} text={text} given={given} wide /> : null}
    </>
  );
}
