/**
 * Offers a passkey of this host to an account whose passkey belongs to the previous host.
 *
 * @module
 */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { AcctError } from "../../core/ground/errors.ts";
import type { RoomProps } from "../parts/room.ts";
import { addHomePasskey } from "../device/prompts.ts";

/** The offer; renders nothing if a passkey of this host is known. */
export function SecondHome(props: RoomProps & { changed: () => void }): VNode | null {
  const { device, record, text, changed } = props;
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const old = record.rpId;
  const { address } = record.account;
  const hasHome = device.book.list().some(({ account, rpId }) =>
    rpId === undefined && account.address === address
  );
  if (old === undefined || hasHome) return null;
  const add = async () => {
    setState("busy");
    try {
      await addHomePasskey(device, record);
      setState("idle");
    } catch (error) {
      // Closing a prompt is not a failure.
      const isCancel = error instanceof AcctError && error.code === 4001;
      setState(isCancel ? "idle" : "failed");
    }
    changed();
  };
  return (
    <section class="card" data-testid="home-second-home">
      <h2>{text.secondHome}</h2>
      <p class="note">{text.secondHomeLine(location.host, old)}</p>
      {state === "failed" ? <p role="alert" class="note danger">{text.pushFailed}</p> : null}
      <button
        type="button"
        class="primary"
        data-testid="home-second-home-add"
        disabled={state === "busy"}
        onClick={() => void add()}
      >
        {text.secondHomeAdd}
      </button>
    </section>
  );
}
