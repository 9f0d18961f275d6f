/** Props that the parts of the wallet home share. @module */
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { Device } from "../device/device.ts";
import type { HomeText } from "../text/home_en.ts";

/** Props of each part of the page. */
export interface RoomProps {
  readonly device: Device;
  readonly record: AccountRecord;
  readonly text: HomeText;
  /** BCP 47 tag for numbers and dates. */
  readonly tag: string;
}
