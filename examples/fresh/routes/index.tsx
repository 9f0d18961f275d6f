/** The page: the server renders everything except the wallet. @module */
import type { JSX } from "preact";
import Wallet from "../islands/Wallet.tsx";

export default function Home(): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>A wallet with Fresh</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <h1>A wallet with Fresh</h1>
        <Wallet apiKey={Deno.env.get("ACCT_KEY") ?? ""} />
      </body>
    </html>
  );
}
