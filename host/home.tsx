/** The page that a person sees who opens the wallet host directly. @module */
import { render, type VNode } from "preact";
import { accountBook, type AccountRecord } from "../core/session/accounts.ts";
import { browserStorage } from "../core/session/storage.ts";

/** Shows the accounts of this device. */
export function showHome(place: HTMLElement): void {
  render(<Home accounts={accountBook(browserStorage()).list()} />, place);
}

function Home({ accounts }: { accounts: readonly AccountRecord[] }): VNode {
  return (
    <main>
      <h1>Your wallet</h1>
      {accounts.length === 0
        ? <p>This device knows no account yet. Connect from an app to make one.</p>
        : (
          <ul>
            {accounts.map(({ account, name, credentialId }) => (
              <li key={credentialId}>
                <strong>{name}</strong>
                <code>{account.address}</code>
              </li>
            ))}
          </ul>
        )}
      <p class="note">
        Your passkeys stay on your devices. This address,{" "}
        {location.host}, is the only one that can ask for them.
      </p>
    </main>
  );
}
