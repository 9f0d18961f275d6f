/** Offers notices on this device for recoveries of an account. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { readPushState, turnPushOff, turnPushOn } from "./push.ts";
import { BellIcon } from "../parts/icons.tsx";
import { useLoaded } from "../parts/loaded.tsx";
import type { RoomProps } from "../parts/room.ts";

/** Row of a list with the switch for the notices; renders nothing if they are not supported. */
export function Notices({ device, record, text }: RoomProps): VNode | null {
  const { value, refresh } = useLoaded(() => readPushState(device, record), record);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  if (value === null) return null;
  const turn = async () => {
    setBusy(true);
    const change = value === "on" ? turnPushOff : turnPushOn;
    setFailed(await change(device, record).then(() => false, () => true));
    setBusy(false);
    refresh();
  };
  return (
    <li data-testid="home-push" data-state={value}>
      <label class="row">
        <BellIcon />
        <span class="row-text">
          {text.alerts}
          <span class="note">
            {value === "denied" ? text.pushDenied : value === "on" ? text.pushOn : text.pushOff}
          </span>
          {failed ? <span role="alert" class="note danger">{text.pushFailed}</span> : null}
        </span>
        {value === "denied" ? null : (
          <input
            type="checkbox"
            role="switch"
            checked={value === "on"}
            disabled={busy}
            data-testid="home-push-turn"
            onChange={() => void turn()}
          />
        )}
      </label>
    </li>
  );
}
