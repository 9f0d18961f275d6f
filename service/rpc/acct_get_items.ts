/** `acct_getItems`: lists the items of collections that an account holds. @module */
import { acctGetItems as definition } from "../../core/protocol/service/methods/reads/acct_get_items.ts";
import { listItems } from "../indexer/items.ts";
import { method } from "./method.ts";

/** Lists items. */
export const acctGetItems = method(
  definition,
  (context, _caller, params) => listItems(context, params),
);
