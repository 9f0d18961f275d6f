/** The round actions below the name. @module */
import type { VNode } from "preact";
import type { HomeText } from "../text/text.ts";
import { AddIcon, ReceiveIcon, SendIcon } from "./icons.tsx";
import { fundingLinks } from "./operator.ts";
import { hashOf } from "./route.ts";

/** Send, receive, and the operator's ways to add funds. */
export function Actions({ text }: { text: HomeText }): VNode {
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
    </div>
  );
}
