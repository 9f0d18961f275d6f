/** Link to the collectibles. @module */
import type { VNode } from "preact";
import { useLoaded } from "../parts/loaded.tsx";
import type { RoomProps } from "../parts/room.ts";
import { hashOf } from "../parts/route.ts";
import { readItems } from "./read.ts";

/** Link to the collectibles of an account without tokens; renders nothing without collectibles. */
export function ItemsLink({ device, record, text }: RoomProps): VNode | null {
  const account = record.account.address;
  const { value } = useLoaded(() => readItems(device.service, account), account, {
    storage: device.storage,
    name: `items ${account}`,
  });
  if (value === null || value.collections.length === 0) return null;
  return (
    <a class="quiet" href={hashOf("collectibles")} data-testid="home-open-items">{text.items}</a>
  );
}
