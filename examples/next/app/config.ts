// Created on the server for each request, and once in the browser.
import { acct } from "@sdk/connector";
import { type Config, cookieStorage, createConfig, createStorage, http } from "wagmi";
import { foundry } from "wagmi/chains";

export function makeConfig(apiKey: string): Config {
  return createConfig({
    chains: [foundry],
    connectors: [acct({ apiKey, appName: "Next" })],
    ssr: true,
    storage: createStorage({ storage: cookieStorage }),
    transports: { [foundry.id]: http() },
  });
}
