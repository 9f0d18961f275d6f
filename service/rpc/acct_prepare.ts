/** `acct_prepare`: everything that is needed to decide and to sign. @module */
import { z } from "zod";
import type { PrepareParams } from "../../core/service/protocol.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";
import { account, address, bytes, CALL_DATA, chainId, quantity } from "./shapes.ts";

/** Calls in one batch. */
const MOST_CALLS = 256;

const schema = z.strictObject({
  chainId,
  account,
  ownerIndex: quantity(32).optional(),
  calls: z.array(z.strictObject({ to: address, value: quantity(256), data: bytes(CALL_DATA) }))
    .min(1).max(MOST_CALLS),
  paymaster: z.strictObject({
    url: z.string().max(2_000),
    context: z.record(z.string().max(200), z.unknown()).optional(),
  }).optional(),
  payFromAccount: z.boolean().optional(),
  replaces: quantity(256).optional(),
  parallel: z.boolean().optional(),
}) as z.ZodType<PrepareParams>;

/** Prepares an operation. */
export const acctPrepare = method(schema, prepare);
