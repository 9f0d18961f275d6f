/** `wallet_getCallsStatus` (EIP-5792): what became of a bundle. @module */
import { z } from "zod";
import { callsStatus } from "../operations/status.ts";
import { check, type Method } from "./method.ts";
import { address } from "./shapes.ts";

// EIP-5792 asks for ids up to 4096 bytes.
const id = z.string().min(1).max(8_194);
const schema = z.union([
  id.transform((id) => [id] as const),
  z.tuple([id]),
  z.tuple([id, address]),
]);

/**
 * The status by operation hash, or by the caller's own id. Such ids are unique per account only:
 * with an address as second parameter, only that account's are looked at.
 */
export const walletGetCallsStatus: Method = {
  call(context, caller, params) {
    const [id, address] = check(schema, params, "params");
    return callsStatus(context, { id, keyId: caller.key.id, sender: address ?? null });
  },
};
