/** Connects with the choice that the user made on the page, before any dialog. @module */
import type {
  ConnectChoice,
  ConnectPreview,
  DialogRequest,
  UIHandler,
} from "../../core/dialog/mod.ts";
import type { Readable } from "../../core/lib/readable.ts";

/** A choice on the welcome page: a new account, or a passkey that exists. */
export type FirstChoice = "create" | "existing";

/** Dialogs, and a function that makes the next connection start with a choice. */
export interface ConnectingDialogs {
  readonly ui: UIHandler;
  readonly chooseFirst: (choice: FirstChoice | null) => void;
}

/**
 * Wraps dialogs. The passkey prompt of a chosen connection opens over the page. The dialog appears
 * only if the connection fails: it shows the error and offers all choices. `name` is the name of a
 * new account.
 */
export function withFirstChoice(ui: UIHandler, name: string): ConnectingDialogs {
  let chosen: FirstChoice | null = null;
  return {
    ui: {
      init: (config) => ui.init(config),
      canHandle: (method) => ui.canHandle(method),
      cleanup: () => ui.cleanup(),
      async request(method, params) {
        const request = params as Connection;
        const choice = chosen;
        // Only a connection has no account.
        if (choice === null || request.account !== null) return ui.request(method, params);
        chosen = null;
        const preview = await settled(request);
        if (preview.status === "ready") {
          try {
            return await request.approve(choiceOf(choice, preview, name));
          } catch { /* The dialog shows the error. */ }
        }
        return request.signal.aborted ? undefined : ui.request(method, params);
      },
    },
    chooseFirst: (choice) => chosen = choice,
  };
}

/** The request of a connection. */
interface Connection extends Pick<DialogRequest, "account" | "signal"> {
  readonly preview: Readable<ConnectPreview>;
  approve(choice: ConnectChoice): Promise<unknown>;
}

/** A browser that can list the passkeys at hand does so before one is created. */
function choiceOf(choice: FirstChoice, preview: ConnectPreview, name: string): ConnectChoice {
  if (choice === "existing") return { kind: "existing" };
  return { kind: preview.immediate === true ? "immediate" : "create", name };
}

/** Waits until the preview has loaded or failed, or the request has ended. */
function settled({ preview, signal }: Connection): Promise<ConnectPreview> {
  return new Promise((resolve) => {
    const look = () => {
      if (preview.get().status === "loading" && !signal.aborted) return;
      end();
      resolve(preview.get());
    };
    const end = preview.subscribe(look);
    signal.addEventListener("abort", look);
    look();
  });
}
