/** Offers notices on this device for recoveries of an account. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { Device } from "../device/device.ts";
import { type PushState, turnPushOff, turnPushOn } from "./push.ts";
import type { HomeText } from "../text/home_en.ts";
import type { Loaded } from "../parts/loaded.tsx";

/** Switch for the notices; renders nothing if they are not supported. */
export function Notices(props: {
  device: Device;
  record: AccountRecord;
  text: HomeText;
  loaded: Loaded<PushState>;
}): VNode | null {
  const { device, record, text, loaded: { value, refresh } } = props;
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
    <div class="group" data-testid="home-push" data-state={value}>
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
