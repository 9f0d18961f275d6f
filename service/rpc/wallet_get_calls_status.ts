/** `wallet_getCallsStatus` (EIP-5792): what became of a bundle. @module */
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
 * The status by operation hash, or by the caller's own id. Such ids are unique per account only:
 * with an address as second parameter, only that account's are looked at.
 */
export const walletGetCallsStatus: Method = {
  schema,
  list: true,
  call(context, caller, params) {
    const [id, address] = check(schema, params, "params");
    return callsStatus(context, { id, keyId: caller.key.id, sender: address ?? null });
  },
};
