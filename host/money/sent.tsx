/** Result of a payment to an address without a name, with the offer to save it. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Address } from "viem";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { shortAddress } from "../../ui/text/short_address.ts";
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

/** The amount and the recipient; a press opens the field for its name. */
export function Sent(
  { device, text, sent: { address, figure, name } }:
    & Pick<RoomProps, "device" | "text">
    & { sent: SentView },
): VNode {
  const [isSaving, setSaving] = useState(false);
  return (
    <Page title={text.send} text={text} testid="home-sent">
      <div class="receipt">
        <span class="disc done">
          <CheckIcon />
        </span>
        <h2 role="status">
          {text.sentWhom(figure, `\u2068${name ?? shortAddress(address)}\u2069`)}
        </h2>
      </div>
      {isSaving
        ? <NewContact device={device} text={text} address={address} name={name} />
        : (
          <div class="receipt">
            <a class="button primary wide" href={hashOf("home")} data-testid="home-send-done">
              {text.done}
            </a>
            <button
              type="button"
              class="wide"
              data-testid="home-send-keep"
              onClick={() => setSaving(true)}
            >
              {text.saveContact}
            </button>
          </div>
        )}
    </Page>
  );
}

/** Saves the recipient, whose address is shown in full. */
function NewContact(
  { device, text, address, name: found = "" }: Pick<RoomProps, "device" | "text"> & {
    address: Address;
    name: string | undefined;
  },
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
  );
}
