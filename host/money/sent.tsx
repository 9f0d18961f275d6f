/** Result of a payment to an address without a name, with the offer to save it. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Address } from "viem";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { CheckIcon } from "../parts/icons.tsx";
import { inFours } from "../parts/in_fours.tsx";
import { Page } from "../parts/page.tsx";
import type { RoomProps } from "../parts/room.ts";
import { go, hashOf } from "../parts/route.ts";

/** A payment that was sent. */
export interface SentView {
  readonly address: Address;
  /** Amount and symbol. */
  readonly figure: string;
  /** Verified name with which the recipient was found. */
  readonly name?: string;
}

/** The amount, the recipient, and the field for its name. */
export function Sent(
  { device, text, sent: { address, figure, name: found = "" } }:
    & Pick<RoomProps, "device" | "text">
    & { sent: SentView },
): VNode {
  const [typed, setTyped] = useState(
    // The end of a name is its domain, so a long one is not cut.
    found.length <= MAX_ACCOUNT_NAME_LENGTH ? found : "",
  );
  const name = cleanText(typed, MAX_ACCOUNT_NAME_LENGTH);
  const save = (event: Event) => {
    event.preventDefault();
    if (name === "") return;
    device.contacts.put({ address, name });
    go("home");
  };
  return (
    <Page title={text.send} text={text} testid="home-sent">
      <div class="receipt">
        <span class="disc large good">
          <CheckIcon />
        </span>
        <h2 role="status">{text.sent(figure)}</h2>
      </div>
      <form class="card" onSubmit={save}>
        <h2>{text.saveContact}</h2>
        <p class="note found">
          <Identicon address={address} />
          <code class="whole start" dir="ltr">{inFours(address)}</code>
        </p>
        <label>
          {text.contactName}
          <input
            value={typed}
            autocomplete="off"
            maxLength={MAX_ACCOUNT_NAME_LENGTH}
            data-testid="home-send-contact"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button
          type="submit"
          class="primary wide"
          disabled={name === ""}
          data-testid="home-send-save"
        >
          {text.save}
        </button>
        <a class="button wide" href={hashOf("home")} data-testid="home-send-done">{text.done}</a>
      </form>
    </Page>
  );
}
