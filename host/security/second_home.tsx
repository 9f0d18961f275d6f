/** Offers a passkey of this host to an account whose passkey is of the host before it. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { AcctError } from "../../core/protocol/errors.ts";
import type { RoomProps } from "../home/account.tsx";
import { addHomePasskey } from "../prompts.ts";

/** The offer; nothing where a passkey of this host is known. */
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
      // Closing a prompt is no failure.
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
