import type { Handler } from "./context.ts";

/** The current chain id, decimal. */
export const netVersion: Handler = (context) => Promise.resolve(String(context.chainId()));
