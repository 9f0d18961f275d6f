/** `acct_getItems`: lists the collection items owned by an account. @module */
import { acctGetItems as definition } from "../../core/protocol/service/methods/reads/acct_get_items.ts";
import { listItems } from "../indexer/transfers/items.ts";
import { method } from "./method.ts";

/** Lists items. */
export const acctGetItems = method(
  definition,
  (context, _caller, params) => listItems(context, params),
);
