/** `acct_prepare`: prepares an operation to review and sign. @module */
import { acctPrepare as definition } from "../../core/protocol/service/methods/acct_prepare.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";

/** Prepares an operation. */
export const acctPrepare = method(definition, prepare);
