/** `acct_prepare`: prepares an operation to review and sign. @module */
import {
  MAX_CALL_DATA_BYTES,
  MAX_CALLS,
  MAX_CONTEXT_LENGTH,
  MAX_FURTHER_TOKENS,
  MAX_URL_LENGTH,
} from "../../core/protocol/limits.ts";
import { z } from "zod";
import type { PrepareParams } from "../../core/protocol/service/mod.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";
import { account, address, bytes, chainId, quantity } from "./shapes.ts";

const schema = z.strictObject({
  chainId,
  account,
  ownerIndex: quantity(32).optional(),
  calls: z.array(
    z.strictObject({ to: address, value: quantity(256), data: bytes(MAX_CALL_DATA_BYTES) }),
  )
    .max(MAX_CALLS),
  callData: bytes(MAX_CALL_DATA_BYTES).optional(),
  tokens: z.array(address).max(MAX_FURTHER_TOKENS).optional(),
  paymaster: z.strictObject({
    url: z.string().max(MAX_URL_LENGTH),
    context: z.record(z.string(), z.unknown()).optional().refine(
      (context) => JSON.stringify(context ?? null).length <= MAX_CONTEXT_LENGTH,
      `must have at most ${MAX_CONTEXT_LENGTH} characters as JSON`,
    ),
  }).optional(),
  payFromAccount: z.boolean().optional(),
  feeToken: address.optional(),
  replaces: quantity(256).optional(),
  parallel: z.boolean().optional(),
}).refine(
  ({ calls, callData }) => (calls.length === 0) !== (callData === undefined),
  { path: ["calls"], message: "requires either calls or callData" },
) as z.ZodType<PrepareParams>;

/** Prepares an operation. */
export const acctPrepare = method(schema, prepare);
