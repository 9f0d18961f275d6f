/** Builds the demo's `/config.json`. @module */
import type { DemoConfig } from "../../examples/demo/config.ts";
import type { Stack } from "./mod.ts";

/** The demo's configuration for a running stack. */
export function demoConfig({ apiKey, browserServerUrl, chainId, tokens, ens }: Stack): DemoConfig {
  return {
    apiKey,
    serverUrl: browserServerUrl,
    chainId,
    tokens,
    ...(ens !== null && { ens: ens.domain }),
  };
}
