/** Opens the wallet home. A separate chunk. @module */
import type { MethodName } from "../../protocol/methods.ts";
import "../../chunks/session.ts";
import { acctOpenWallet as acctOpenWalletMethod } from "../../protocol/methods/account/acct_open_wallet.ts";
import { endOf, untilEnd } from "../../client/lazy.ts";
import { AcctError } from "../../ground/errors.ts";
import type { Handler, Handlers, PageContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";
import type { ResolvedOptions } from "../options/resolve_options.ts";

/**
 * Opens the page in a window. If the browser blocks it, another click opens it.
 *
 * @throws {AcctError} `popup_blocked` if the user cancels, `aborted`, `method_unsupported` outside
 * of a page
 */
async function openHome(
  { keysUrl }: Pick<ResolvedOptions, "keysUrl">,
  signal: AbortSignal,
): Promise<void> {
  if (typeof document === "undefined") {
    throw new AcctError("method_unsupported", { detail: "The wallet opens in a browser only." });
  }
  // The page severs its opener itself: neither can reach the other.
  const home = `${keysUrl}/`;
  const open = () => {
    let window: Window | null | undefined;
    try {
      window = globalThis.open(home, "_blank", "popup,width=420,height=760");
    } catch { /* as a window that is blocked */ }
    return (window ?? globalThis.open(home, "_blank")) !== null;
  };
  if (open()) return;
  const { askForClick } = await untilEnd(import("../window/ask_for_click.ts"), signal).catch(
    (cause) => {
      throw signal.aborted ? cause : new AcctError("popup_blocked", { cause });
    },
  );
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

/**
 * Handles `acct_openWallet`. The app gets no information about the account, and no account has to
 * be connected.
 */
const acctOpenWallet: Handler<"acct_openWallet", void, PageContext> = async (context) => {
  await openHome(context.options, context.signal);
  return null;
};

/** The handler in the table. */
export const handlers = {
  acct_openWallet: handle(acctOpenWalletMethod, acctOpenWallet),
} satisfies Partial<Handlers<MethodName>>;
