"use client";
/** Loads the code of permissions before a click. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { useEffect } from "react";
import type { ProviderInterface } from "@sdk/core";
import { useAccount, useConfig } from "wagmi";
import { isOwnConnector } from "../actions/connector.ts";
import { toConfigParameter } from "./mutation.ts";
import type { Config } from "../peer_types.ts";

/**
 * Loads the wallet's code of permissions once it is connected: it checks a request before its window
 * opens, and a window that opens in the click is not blocked. Other wallets are asked nothing.
 */
export function useLoadedPermissions(
  parameters: { readonly config?: Config | undefined },
): void {
  const { connector } = useAccount({ config: useConfig(toConfigParameter(parameters)) });
  useEffect(() => {
    if (!connector || !isOwnConnector(connector)) return;
    // Its answer is in the wallet's configuration; a failure comes up with the click.
    connector.getProvider?.().then((provider) =>
      (provider as ProviderInterface).request({ method: "wallet_getSupportedExecutionPermissions" })
    ).catch(() => {});
  }, [connector]);
}
