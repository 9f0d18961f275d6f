/** `acct_prepare`: everything that is needed to decide and to sign. @module */
import { z } from "zod";
import type { PrepareParams } from "../../core/protocol/service/mod.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";
import { account, address, bytes, CALL_DATA, chainId, quantity } from "./shapes.ts";

/** Tokens to describe besides. */
const MOST_TOKENS = 20;
/** Calls in one batch. */
const MOST_CALLS = 256;

const schema = z.strictObject({
  chainId,
  account,
  ownerIndex: quantity(32).optional(),
  calls: z.array(z.strictObject({ to: address, value: quantity(256), data: bytes(CALL_DATA) }))
    .max(MOST_CALLS),
  callData: bytes(CALL_DATA).optional(),
  tokens: z.array(address).max(MOST_TOKENS).optional(),
  paymaster: z.strictObject({
    url: z.string().max(2_000),
    context: z.record(z.string().max(200), z.unknown()).optional(),
  }).optional(),
  payFromAccount: z.boolean().optional(),
  feeToken: address.optional(),
  replaces: quantity(256).optional(),
  parallel: z.boolean().optional(),
}).refine(
  ({ calls, callData }) => (calls.length === 0) !== (callData === undefined),
  { path: ["calls"], message: "needs either calls or callData" },
) as z.ZodType<PrepareParams>;

/** Prepares an operation. */
export const acctPrepare = method(schema, prepare);
