/** Lists the stores that a connection does not need, which are loaded together. @module */
export { grantBook, holderOf } from "../device/grants.ts";
export { requesterBook } from "./requesters.ts";
