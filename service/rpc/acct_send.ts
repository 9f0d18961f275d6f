/** `acct_send`: submits a signed operation once. @module */
import { acctSend as definition } from "../../core/protocol/service/methods/acct_send.ts";
import { send } from "../operations/send.ts";
import { method } from "./method.ts";

/** Submits an operation. */
export const acctSend = method(definition, send);
