/** `wallet_getCallsStatus` (EIP-5792): what became of a bundle. @module */
import { z } from "zod";
import { callsStatus } from "../operations/status.ts";
import { method } from "./method.ts";

/** The status by operation hash, or by the caller's own id. */
export const walletGetCallsStatus = method(
  z.string().min(1).max(8_194),
  (context, _caller, id) => callsStatus(context, id),
);
