/** Opens the dialog of a connection with the choice of an existing passkey. @module */
import type { DialogRequest, UIHandler } from "../../core/dialog/mod.ts";

/** Dialogs, and a function after which the next connection prompts for an existing passkey. */
export interface ConnectingDialogs {
  readonly ui: UIHandler;
  readonly chooseExisting: () => void;
}

/** Wraps dialogs. If the user closes the passkey prompt, the dialog offers all choices. */
export function withExisting(ui: UIHandler): ConnectingDialogs {
  let chosen = false;
  return {
    ui: {
      init: (config) => ui.init(config),
      canHandle: (method) => ui.canHandle(method),
      cleanup: () => ui.cleanup(),
      request(method, params) {
        const shown = ui.request(method, params);
        if (chosen && method === "wallet_connect") {
          chosen = false;
          approve(params as DialogRequest<"wallet_connect">);
        }
        return shown;
      },
    },
    chooseExisting: () => chosen = true,
  };
}

/** Approves a connection as soon as it is ready. */
function approve(request: DialogRequest<"wallet_connect">): void {
  const look = () => {
    if (request.preview.get().status !== "ready") return;
    end();
    // The dialog shows the error.
    request.approve({ kind: "existing" }).catch(() => {});
  };
  const end = request.preview.subscribe(look);
  request.signal.addEventListener("abort", end);
  look();
}
