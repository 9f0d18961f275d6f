import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { cookieToInitialState } from "wagmi";
import { makeConfig } from "./config";
import { Providers } from "./providers";

export const metadata = { title: "A wallet with Next", icons: { icon: "data:," } };

/** Reads the session from the cookie. It depends on the request, so it must be in `Suspense`. */
async function Session({ children }: { children: ReactNode }) {
  const apiKey = process.env.ACCT_KEY!;
  const cookie = (await headers()).get("cookie");
  return (
    <Providers apiKey={apiKey} state={cookieToInitialState(makeConfig(apiKey), cookie)}>
      {children}
    </Providers>
  );
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <Session>{children}</Session>
        </Suspense>
      </body>
    </html>
  );
}
