/** Name of an account of this device. @module */
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { isShortened, nameOf } from "../device/names.ts";
import type { HomeText } from "../text/home_en.ts";

/** Returns the name; a page shows the address of an account without a name separately. */
export function ownName(record: AccountRecord, text: Pick<HomeText, "firstAccount">): string {
  const name = nameOf(record);
  return isShortened(name) ? text.firstAccount : name;
}
