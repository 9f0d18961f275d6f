/** Offers notices about an account on this device, for when a recovery of it is started. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { Device } from "../device.ts";
import { readPushState, turnPushOff, turnPushOn } from "../push.ts";
import type { HomeText } from "../text.ts";
import { useLoaded } from "./loaded.tsx";

/** Switch of the notices; nothing where there can be none. */
export function Notices(props: {
  device: Device;
  record: AccountRecord;
  text: HomeText;
}): VNode | null {
  const { device, record, text } = props;
  const { value, refresh } = useLoaded(() => readPushState(device, record), record);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  if (value === null) return null;
  if (value === "denied") return <p class="note" data-testid="home-push">{text.pushDenied}</p>;
  const turn = async () => {
    setBusy(true);
    const change = value === "on" ? turnPushOff : turnPushOn;
    setFailed(await change(device, record).then(() => false, () => true));
    setBusy(false);
    refresh();
  };
  return (
    <div data-testid="home-push" data-state={value}>
      <p class="note">{value === "on" ? text.pushOn : text.pushOff}</p>
      {failed ? <p role="alert" class="note danger">{text.pushFailed}</p> : null}
      <button
        type="button"
        data-testid="home-push-turn"
        disabled={busy}
        onClick={() => void turn()}
      >
        {value === "on" ? text.pushTurnOff : text.pushTurnOn}
      </button>
    </div>
  );
}
