/** Page of the contacts of this device: to add, rename and remove them. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/protocol/limits.ts";
import { Identicon } from "../../ui/parts/identicon.tsx";
import type { RoomProps } from "../home/account.tsx";
import { Empty } from "../home/loaded.tsx";
import { Page } from "../home/page.tsx";
import { RecipientField, useRecipient } from "../money/recipient_field.tsx";
import { inFours } from "../money/receive.tsx";
import { Rename } from "../security/rename.tsx";

/** The contacts, those used last first. */
export function Contacts(props: RoomProps): VNode {
  const { device, text } = props;
  const [contacts, setContacts] = useState(() => device.contacts.list());
  const refresh = () => setContacts(device.contacts.list());
  return (
    <Page title={text.contacts} text={text} testid="home-contacts">
      {contacts.length === 0
        ? <Empty title={text.noContacts} line={text.noContactsLine} testid="home-no-contacts" />
        : null}
      <ul class="rows">
        {contacts.map(({ address, name }) => (
          <li key={address} class="row tall" data-testid="home-contact-row">
            <span class="disc">
              <Identicon address={address} />
            </span>
            <div class="row-text">
              <b>
                <bdi>{name}</bdi>
              </b>
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
            </div>
          </li>
        ))}
      </ul>
      <Add {...props} added={refresh} />
    </Page>
  );
}

/** Form that adds a contact. */
function Add(props: RoomProps & { added: () => void }): VNode {
  const { device, text, added } = props;
  const [to, setTo] = useState("");
  const [name, setName] = useState("");
  const { recipient, problem } = useRecipient(to, props, null);
  const clean = cleanText(name, MAX_ACCOUNT_NAME_LENGTH);
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (recipient === null || clean === "") return;
        device.contacts.put({ address: recipient.address, name: clean });
        setTo("");
        setName("");
        added();
      }}
    >
      <h2>{text.addContact}</h2>
      <RecipientField
        {...props}
        value={to}
        change={setTo}
        problem={problem}
        recipient={recipient}
        label={text.sendHint}
        testid="home-contact-to"
      />
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
      <button
        type="submit"
        class="primary"
        disabled={recipient === null || clean === ""}
        data-testid="home-contact-add"
      >
        {text.add}
      </button>
    </form>
  );
}
