/** Handler that shows the dialogs in the page. @module */
import {
  AcctError,
  type DialogMethod,
  type DialogRequest,
  type Theme,
  type UIHandler,
  type UIHandlerConfig,
} from "@sdk/core/dialog";
import { whenIdle } from "./dialog/when_idle.ts";
import type { DialogWindow } from "./dialog/window.tsx";
import { createSession, type Session } from "./dialog/session.ts";
import { loadScreen, screens } from "./screens/screens.ts";
import { checkLocale, loadLocale, type Locale } from "./text/locale.ts";
import { checkTheme } from "./theme/check.ts";
import { resolveTheme } from "./theme/resolve.ts";
import { themeCss } from "./theme/theme_css.ts";

/** Options of {@linkcode ReactUIHandler}. */
export interface ReactUIHandlerOptions {
  /** Theme; takes precedence over the theme of `Acct.create`. */
  readonly theme?: Theme;
  /**
   * Called when the user leaves a frame that the embedding page covers, to show the dialogs in a
   * window. Without it, the user can only reject there.
   */
  readonly openInWindow?: () => void;
}

/** How long the dialog's window waits for the next step of its flow. */
const NEXT_STEP_MS = 15_000;

/**
 * Shows the dialogs in the page. It brings its own small renderer, so it works in any page, with
 * React or without.
 *
 * @example
 * ```ts
 * import { ReactUIHandler } from "@sdk/ui";
 *
 * const uiHandler = new ReactUIHandler({ theme: { accentColor: "#4f46e5" } });
 * // Acct.create({ apiKey, preference: { mode: Mode.AppSpecific, uiHandler } })
 * ```
 */
export class ReactUIHandler implements UIHandler {
  readonly #theme: Theme | undefined;
  readonly #openInWindow: (() => void) | undefined;
  #config: UIHandlerConfig | undefined;
  #window: DialogWindow | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #shown: Session | undefined;
  #forget: () => void = () => {};
  #queue: Promise<unknown> = Promise.resolve();
  readonly #sessions: Set<Session> = new Set();

  /**
   * Creates a handler for one `Acct.create`.
   *
   * @throws {AcctError} `invalid_params` with the wrong part of the theme as `data.field`
   */
  constructor(options: ReactUIHandlerOptions = {}) {
    checkTheme(options.theme);
    this.#theme = options.theme;
    this.#openInWindow = options.openInWindow;
  }

  /**
   * Called once by `Acct.create`; a second call throws, since a handler serves one wallet.
   *
   * @throws {AcctError} `invalid_params` with the wrong part of theme or locale as `data.field`
   */
  init(config: UIHandlerConfig): void {
    if (this.#config !== undefined) {
      throw new AcctError("invalid_params", {
        field: "preference.uiHandler",
        detail: "This handler already serves another wallet; create a new ReactUIHandler.",
      });
    }
    checkTheme(config.theme);
    checkLocale(config.locale);
    this.#config = config;
    this.#prepare(["wallet_connect", "wallet_sendCalls"]);
  }

  /** Returns whether there is a dialog for the method. */
  canHandle(method: string): boolean {
    return Object.hasOwn(screens, method);
  }

  /** Shows a request, one at a time. Resolves once the user is done with it. */
  request(method: string, params: unknown): Promise<unknown> {
    if (!this.canHandle(method)) return Promise.reject(new AcctError("handler_unsupported"));
    const request = params as DialogRequest;
    const session = createSession(request);
    this.#sessions.add(session);
    const shown = this.#queue.then(() => this.#show(session));
    this.#queue = shown.catch(() => {});
    return session.outcome.finally(() => this.#sessions.delete(session));
  }

  /** Removes everything from the page; open requests end as withdrawn. */
  cleanup(): void {
    this.#forget();
    for (const session of this.#sessions) session.abort(new AcctError("disposed"));
    this.#close();
    this.#config = undefined;
  }

  /** Loads the language of the dialogs. */
  #locale(): Promise<Locale> {
    const { lang } = document.documentElement;
    return loadLocale([this.#config?.locale, lang, ...navigator.languages ?? []]);
  }

  /** Loads the screens that the next requests will probably need, ahead of the click. */
  #prepare(methods: readonly DialogMethod[]): void {
    this.#forget();
    this.#forget = whenIdle(() =>
      Promise.all([import("./dialog/window.tsx"), this.#locale(), ...methods.map(loadScreen)])
    );
  }

  /** Shows one request until it ends. */
  async #show<M extends DialogMethod>(session: Session<M>): Promise<void> {
    const { request } = session;
    try {
      const [{ openWindow }, screen, locale, css] = await Promise.all([
        import("./dialog/window.tsx"),
        loadScreen(request.method),
        this.#locale(),
        themeCss(resolveTheme(this.#theme, this.#config?.theme)),
      ]);
      // The request may have ended while the code was loading.
      if (session.phase.get().name === "done") return;
      clearTimeout(this.#waiting);
      if (this.#window?.flow !== request.flow.id) this.#close();
      this.#window ??= openWindow(document, {
        flow: request.flow.id,
        themeCss: css,
        locale,
        ...(this.#openInWindow && { openInWindow: this.#openInWindow }),
        onGone: () => {
          this.#window = undefined;
          this.#shown?.reject();
        },
      });
      this.#shown = session;
      this.#window.show(session, screen);
      this.#prepare(["wallet_sendCalls", "personal_sign", "eth_signTypedData_v4"]);
    } catch (cause) {
      session.abort(new AcctError("internal", { cause }));
      this.#close();
      return;
    }
    const more = await session.outcome.then(
      () => request.flow.step < request.flow.steps && request.flow.ended?.aborted !== true,
      () => false,
    );
    if (!more) return this.#close();
    this.#waiting = setTimeout(() => this.#close(), NEXT_STEP_MS);
    request.flow.ended?.addEventListener("abort", () => {
      if (this.#window?.flow === request.flow.id) this.#close();
    }, { once: true });
  }

  /** Closes the window. */
  #close(): void {
    clearTimeout(this.#waiting);
    this.#window?.close();
    this.#window = undefined;
    this.#shown = undefined;
  }
}
