/** The round actions below the name. @module */
import type { ComponentChildren, VNode } from "preact";
import type { HomeText } from "../text/home_en.ts";
import { SendIcon } from "../../ui/parts/icons/icons.tsx";
import { AddIcon, ReceiveIcon } from "../parts/icons.tsx";
import { fundingLinks } from "../page/operator.ts";
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
    </div>
  );
}
