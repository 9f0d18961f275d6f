import { numberToHex } from "viem";
import type { Handler, SessionContext } from "./context.ts";

/** The current chain id, hex. */
export const ethChainId: Handler<SessionContext> = (context) =>
  Promise.resolve(numberToHex(context.chainId()));
