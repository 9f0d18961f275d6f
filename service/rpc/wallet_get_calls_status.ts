/** `wallet_getCallsStatus` (EIP-5792): returns the status of a bundle. @module */
import { z } from "zod";
import { callsStatus } from "../operations/status.ts";
import { check, type Method } from "./method.ts";
import { address, callerId } from "./shapes.ts";

const schema = z.union([
  callerId.transform((id) => [id] as const),
  z.tuple([callerId]),
  z.tuple([callerId, address]),
]);

/**
 * Returns the status by operation hash or by the caller's own id. Such ids are unique per account:
 * with an address as second parameter, only that account's are searched.
 */
export const walletGetCallsStatus: Method = {
  schema,
  list: true,
  call(context, caller, params) {
    const [id, address] = check(schema, params, "params");
    return callsStatus(context, { id, keyId: caller.key.id, sender: address ?? null });
  },
};
