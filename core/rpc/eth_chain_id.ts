import { numberToHex } from "viem";
import type { Handler } from "./context.ts";

/** The current chain id, hex. */
export const ethChainId: Handler = (context) => Promise.resolve(numberToHex(context.chainId()));

/** The current chain id, decimal. */
export const netVersion: Handler = (context) => Promise.resolve(String(context.chainId()));
