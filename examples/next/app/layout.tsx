import { headers } from "next/headers";
import type { ReactNode } from "react";
import { cookieToInitialState } from "wagmi";
import { makeConfig } from "./config";
import { Providers } from "./providers";

export const metadata = { title: "A wallet with Next", icons: { icon: "data:," } };

export default async function Layout({ children }: { children: ReactNode }) {
  const apiKey = process.env.ACCT_KEY!;
  const cookie = (await headers()).get("cookie");
  return (
    <html lang="en">
      <body>
        <Providers apiKey={apiKey} state={cookieToInitialState(makeConfig(apiKey), cookie)}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
