"use client";
/** Loads the permission code before a click. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { useEffect } from "react";
import type { ProviderInterface } from "@sdk/core";
import { useAccount, useConfig } from "wagmi";
import { isOwnConnector } from "../actions/connector.ts";
import { toConfigParameter } from "./mutation.ts";
import type { Config } from "../types/peers.ts";

/**
 * Loads the wallet's permission code once it is connected. The code checks a request before its
 * window opens, and browsers do not block a window that opens in the click. Other wallets receive
 * no request.
 */
export function useLoadedPermissions(
  parameters: { readonly config?: Config | undefined },
): void {
  const { connector } = useAccount({ config: useConfig(toConfigParameter(parameters)) });
  useEffect(() => {
    if (!connector || !isOwnConnector(connector)) return;
    // The result is in the wallet's configuration; a failure is reported with the click.
    connector.getProvider?.().then((provider) =>
      (provider as ProviderInterface).request({ method: "wallet_getSupportedExecutionPermissions" })
    ).catch(() => {});
  }, [connector]);
}
