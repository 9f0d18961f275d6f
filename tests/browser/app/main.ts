/**
 * A page without a framework that sends a test's requests, each in a real click. Its options are
 * JSON in the query.
 *
 * @module
 */
import { Acct, type AcctError, type AcctOptions } from "../../../core/mod.ts";
import { openSessionKey } from "../../../core/session_key/mod.ts";
import { linkPanel } from "../../../ui/link/panel.ts";
import { ReactUIHandler } from "../../../ui/mod.ts";

/** The query. */
interface Setup {
  readonly options: AcctOptions;
  readonly appSpecific: boolean;
  /** If true, requests go to another device. */
  readonly link?: boolean;
  /** Methods for which the handler has no dialogs. */
  readonly unhandled: readonly string[];
}

// A frame that is written into a page (`srcdoc`) has the query of that page.
const setup: Setup = JSON.parse(new URL(document.baseURI).searchParams.get("setup")!);

/** A handler that has the dialogs of some methods only. */
class Handler extends ReactUIHandler {
  override canHandle(method: string): boolean {
    return !setup.unhandled.includes(method) && super.canHandle(method);
  }
}

const { provider, disconnect } = Acct.create({
  ...setup.options,
  preference: setup.appSpecific
    ? { ...setup.options.preference, mode: "AppSpecific", uiHandler: new Handler() }
    : setup.link
    ? { ...setup.options.preference, transport: "link", onLink: linkPanel() }
    : setup.options.preference ?? {},
});

const events: unknown[] = [];
for (const event of ["connect", "disconnect", "accountsChanged", "chainChanged"] as const) {
  provider.on(event, (payload) => events.push({ event, payload }));
}

const answers = document.getElementById("answers")!;
const request = document.getElementById("request") as HTMLTextAreaElement;

function send(): void {
  const item = document.createElement("li");
  answers.append(item);
  const asked = JSON.parse(request.value);
  // A large request would be laid out again with each change of the page.
  request.value = "";
  provider.request(asked).then(
    (result) => item.textContent = JSON.stringify({ result }),
    (error: AcctError) =>
      item.textContent = JSON.stringify({
        error: { code: error.code, message: error.message, data: error.data },
      }),
  );
}

document.getElementById("send")!.addEventListener("click", send);
Object.assign(globalThis, { acct: { provider, disconnect, events, openSessionKey } });
