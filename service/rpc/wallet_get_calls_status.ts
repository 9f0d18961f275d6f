/** `wallet_getCallsStatus` (EIP-5792): returns the status of a bundle. @module */
import { walletGetCallsStatus as definition } from "../../core/protocol/service/methods/wallet_get_calls_status.ts";
import { callsStatus } from "../operations/status.ts";
import { method } from "./method.ts";

/**
 * Returns the status by operation hash or by the caller's own id. Such ids are unique per account:
 * with an address as second parameter, only that account's are searched.
 */
export const walletGetCallsStatus = method(
  definition,
  (context, caller, [id, address]) =>
    callsStatus(context, { id, keyId: caller.key.id, sender: address ?? null }),
);
