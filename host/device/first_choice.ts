/** Opens the dialog of a connection with the choice of an existing passkey. @module */
import type {
  ConnectChoice,
  ConnectPreview,
  DialogRequest,
  UIHandler,
} from "../../core/dialog/mod.ts";
import type { Readable } from "../../core/lib/readable.ts";

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
        const request = params as Connection;
        // Only a connection has no account.
        if (chosen && request.account === null) {
          chosen = false;
          approve(request);
        }
        return shown;
      },
    },
    chooseExisting: () => chosen = true,
  };
}

/** The request of a connection. */
interface Connection extends Pick<DialogRequest, "account" | "signal"> {
  readonly preview: Readable<ConnectPreview>;
  approve(choice: ConnectChoice): Promise<unknown>;
}

/** Approves a connection as soon as it is ready. */
function approve(request: Connection): void {
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
