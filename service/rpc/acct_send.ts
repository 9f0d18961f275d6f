/** `acct_send`: submits a signed operation once. @module */
import { z } from "zod";
import type { SendParams } from "../../core/protocol/service/mod.ts";
import { send } from "../operations/send.ts";
import { method } from "./method.ts";
import { account, callerId, chainId, operation } from "./shapes.ts";

const schema = z.strictObject({
  chainId,
  operation: operation.refine((given) => (given.signature ?? "0x") !== "0x", {
    path: ["signature"],
    message: "is required",
  }),
  account,
  id: callerId.optional(),
}) as z.ZodType<SendParams>;

/** Submits an operation. */
export const acctSend = method(schema, send);
