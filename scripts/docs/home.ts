/** The first page of the documents' site. @module */

/** The page: a picture, the install line and the ways on. */
export const home = `---
layout: home
hero:
  name: Acct
  text: Smart-account wallets secured by passkeys
  tagline: A wagmi connector, React hooks, an EIP-1193 provider, and the dialogs. No app to install, no words to write down, and the app can pay the fees.
  image:
    src: /pictures/transaction.png
    alt: The dialog that says what will happen, and who pays
  actions:
    - { theme: brand, text: Quick start, link: /quick-start }
    - { theme: alt, text: Methods, link: /methods }
    - { theme: alt, text: Reference, link: /reference/core }
features:
  - { title: Passkeys, details: "Created and used in one press, on the wallet's own domain or on yours.", link: /modes }
  - { title: Sponsored, details: "The app pays, the user pays, or the user pays in a token.", link: /sponsorship }
  - { title: Permissions, details: "Subscriptions, agents and sessions within limits that the chain keeps.", link: /permissions }
  - { title: Clear signing, details: "Dialogs say what leaves, what arrives, and what is a risk.", link: /clear-signing }
  - { title: Recovery, details: "Second passkeys, recovery addresses with a delay, a page that needs no service.", link: /recovery }
  - { title: Your own service, details: "Service, wallet host and contracts are in the same repository.", link: /self-hosting/install }
---

## Install

\`\`\`sh
npm install @sdk/connector wagmi viem @tanstack/react-query
\`\`\`

\`\`\`tsx
import { acct } from "@sdk/connector";
import { createConfig, http } from "wagmi";
import { foundry } from "wagmi/chains";

export const config = createConfig({
  chains: [foundry],
  connectors: [acct({ apiKey: "pk_test_…", appName: "My shop" })],
  transports: { [foundry.id]: http() },
});
\`\`\`

Until the packages are in a registry, they are installed [from tarballs](/publishing). The whole
stack (chain, service, wallet host, demo) runs on your machine by one command:

\`\`\`sh
npx -y deno@2.9.6 task dev
\`\`\`

[All documents](/contents)
`;
