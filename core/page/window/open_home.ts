/** Opens the wallet's own page: a piece of its own. @module */
import "../session_chunk.ts";
import { acctOpenWallet as acctOpenWalletMethod } from "../../protocol/methods/account/acct_open_wallet.ts";
import { endOf, untilEnd } from "../../client/lazy.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { homeMethods } from "../handlers/connected.ts";
import type { Handler, Handlers, PageContext } from "../handlers/context.ts";
import { handle } from "../../protocol/schema/handle.ts";
import type { ResolvedOptions } from "../resolve_options.ts";

/**
 * Opens the page in a window; a browser that blocks it lets a new click open it.
 *
 * @throws {AcctError} `popup_blocked` if the user does not want it, `aborted`, `method_unsupported`
 *   outside of a page
 */
async function openHome(
  { keysUrl }: Pick<ResolvedOptions, "keysUrl">,
  signal: AbortSignal,
): Promise<void> {
  if (typeof document === "undefined") {
    throw new AcctError("method_unsupported", { detail: "The wallet opens in a browser only." });
  }
  // The page severs its opener itself: neither reaches the other.
  const home = `${keysUrl}/`;
  const open = () => {
    let window: Window | null | undefined;
    try {
      window = globalThis.open(home, "_blank", "popup,width=420,height=760");
    } catch { /* as a window that is blocked */ }
    return (window ?? globalThis.open(home, "_blank")) !== null;
  };
  if (open()) return;
  const { askForClick } = await untilEnd(import("./ask_for_click.ts"), signal).catch((cause) => {
    throw signal.aborted ? cause : new AcctError("popup_blocked", { cause });
  });
  await new Promise<void>((resolve, reject) => {
    const end = askForClick({
      open() {
        if (!open()) return false;
        leave();
        resolve();
        return true;
      },
      cancel(error) {
        leave();
        reject(error);
      },
    });
    const abort = () => {
      leave();
      reject(endOf(signal));
    };
    const leave = () => {
      end();
      signal.removeEventListener("abort", abort);
    };
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
}

/** Handles `acct_openWallet`. The app learns nothing of the account: none has to be connected. */
const acctOpenWallet: Handler<"acct_openWallet", void, PageContext> = async (context) => {
  await openHome(context.options, context.signal);
  return null;
};

/** Its handler, in the table. */
export const handlers: Handlers<typeof homeMethods[number], "later"> = {
  acct_openWallet: handle(acctOpenWalletMethod, acctOpenWallet),
};
