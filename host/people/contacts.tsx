/** Page of the contacts of this device: to add, rename and remove them. @module */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { shortAddress } from "../../ui/text/short_address.ts";
import { Fold } from "../parts/fold.tsx";
import type { RoomProps } from "../parts/room.ts";
import { cameFrom } from "../parts/route.ts";
import { Empty } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { RecipientForm } from "../money/recipient_form.tsx";
import { inFours } from "../parts/in_fours.tsx";
import { Rename } from "../parts/rename.tsx";

/** The contacts, the last used first. */
export function Contacts(props: RoomProps): VNode {
  const { device, text } = props;
  const [contacts, setContacts] = useState(() => device.contacts.list());
  const [adding, setAdding] = useState(false);
  const refresh = () => setContacts(device.contacts.list());
  const add = (
    <button
      type="button"
      class={contacts.length === 0 ? "primary" : "wide"}
      data-testid="home-contact-new"
      onClick={() => setAdding(true)}
    >
      {text.addContact}
    </button>
  );
  const from = cameFrom();
  const back = from === "send" || from === "home" ? from : "settings";
  return (
    <Page title={text.contacts} text={text} back={back} testid="home-contacts">
      {contacts.length === 0 && !adding
        ? (
          <Empty title={text.noContacts} line={text.noContactsLine} testid="home-no-contacts">
            {add}
          </Empty>
        )
        : null}
      <ul class="rows">
        {contacts.map(({ address, name }) => (
          <Fold
            key={address}
            testid="home-contact-row"
            picture={<Identicon address={address} />}
            title={name}
            line={`\u2066${shortAddress(address)}\u2069`}
          >
            <code class="whole start" dir="ltr">{inFours(address)}</code>
            <div class="row-actions">
              <Rename
                name={name}
                text={text}
                save={(renamed) => {
                  device.contacts.put({ address, name: renamed });
                  refresh();
                }}
              />
              <button
                type="button"
                class="link danger"
                data-testid="home-contact-remove"
                onClick={() => {
                  device.contacts.forget(address);
                  refresh();
                }}
              >
                {text.removeContact}
              </button>
            </div>
          </Fold>
        ))}
      </ul>
      {adding
        ? (
          <Add
            {...props}
            added={() => {
              setAdding(false);
              refresh();
            }}
          />
        )
        : contacts.length > 0
        ? add
        : null}
    </Page>
  );
}

/** Form that adds a contact. */
function Add(props: RoomProps & { added: () => void }): VNode {
  const { device, text, added } = props;
  const [name, setName] = useState("");
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const clean = cleanText(name, MAX_ACCOUNT_NAME_LENGTH);
  return (
    <div ref={form}>
      <RecipientForm
        {...props}
        chainId={null}
        label={text.sendHint}
        testid="home-contact-to"
        class="card"
        intro={<h2>{text.addContact}</h2>}
        isReady={clean !== ""}
        submit={{ text: text.add, testid: "home-contact-add", class: "primary wide" }}
        onSubmit={({ address }) => {
          device.contacts.put({ address, name: clean });
          setName("");
          added();
          return true;
        }}
      >
        {() => (
          <label>
            {text.contactName}
            <input
              value={name}
              autocomplete="off"
              maxLength={MAX_ACCOUNT_NAME_LENGTH}
              data-testid="home-contact-name"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
        )}
      </RecipientForm>
    </div>
  );
}
