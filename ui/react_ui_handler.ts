/** Handler that shows the dialogs in the page. @module */
import {
  AcctError,
  type DialogMethod,
  type DialogRequest,
  type Theme,
  type UIHandler,
  type UIHandlerConfig,
} from "@sdk/core/dialog";
import { inTime } from "./dialog/in_time.ts";
import { whenIdle } from "./dialog/when_idle.ts";
import type { DialogWindow } from "./dialog/window.tsx";
import { hasEnded, outcomeOf } from "./dialog/outcome.ts";
import type { Screen } from "./screens/screen.ts";
import { likelyFirst, likelyNext, loadScreen, screens } from "./screens/screens.ts";
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
  /** Called when the user wants to connect with the phone. Without it, the dialog does not offer it. */
  readonly onPhone?: () => void;
  /** URL of the wallet home, where users can revoke permissions. */
  readonly homeUrl?: string;
}

/** Duration for which the dialog's window waits for the next step of its flow. */
const NEXT_STEP_MS = 15_000;

/**
 * Shows the dialogs in the page. Includes a small renderer, so it works in any page, with or
 * without React.
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
  readonly #onPhone: (() => void) | undefined;
  readonly #homeUrl: string | undefined;
  #config: UIHandlerConfig | undefined;
  #window: DialogWindow | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #shown: DialogRequest | undefined;
  #forget: () => void = () => {};
  #life: AbortController = new AbortController();

  /**
   * Creates a handler for one `Acct.create`.
   *
   * @throws {AcctError} `invalid_params` with the wrong part of the theme as `data.field`
   */
  constructor(options: ReactUIHandlerOptions = {}) {
    checkTheme(options.theme);
    this.#theme = options.theme;
    this.#openInWindow = options.openInWindow;
    this.#onPhone = options.onPhone;
    this.#homeUrl = options.homeUrl;
  }

  /**
   * Called once by `Acct.create`; a second call throws, because a handler serves one wallet.
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
    this.#prepare(likelyFirst);
  }

  /** Returns whether there is a dialog for the method. */
  canHandle(method: string): boolean {
    return Object.hasOwn(screens, method);
  }

  /**
   * Shows a request, and resolves once the user has finished. The wallet shows requests
   * sequentially; a second concurrent request rejects the first.
   */
  request(method: string, params: unknown): Promise<unknown> {
    if (!this.canHandle(method)) return Promise.reject(new AcctError("handler_unsupported"));
    const request = params as DialogRequest;
    if (this.#shown !== undefined && !hasEnded(this.#shown)) this.#shown.reject();
    this.#shown = request;
    const { signal } = this.#life;
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { signal: request.signal });
      outcomeOf(request).then(resolve, reject);
      this.#show(request).catch((cause) => {
        reject(cause instanceof AcctError ? cause : new AcctError("internal", { cause }));
        this.#close();
      });
    });
  }

  /** Removes everything from the page; open requests are closed as withdrawn. */
  cleanup(): void {
    this.#forget();
    this.#life.abort(new AcctError("disposed"));
    this.#life = new AbortController();
    this.#close();
    this.#config = undefined;
  }

  /** Loads the language of the dialogs. */
  #locale(): Promise<Locale> {
    const { lang } = document.documentElement;
    return loadLocale([this.#config?.locale, lang, ...navigator.languages ?? []]);
  }

  /** Loads the screens that the next requests will probably need, before the click. */
  #prepare(methods: readonly DialogMethod[]): void {
    this.#forget();
    this.#forget = whenIdle(async () => {
      const window = Promise.all([import("./dialog/window.tsx"), this.#locale()]);
      // Awaited together, because a separate rejection would be an unhandled error of the page.
      await Promise.all([
        window.then(([{ warm }, locale]) => warm(locale)),
        ...methods.map(loadScreen),
      ]);
    });
  }

  /** Shows one request until it is closed. */
  async #show<M extends DialogMethod>(request: DialogRequest<M>): Promise<void> {
    const [{ openWindow, warm }, screen, locale, css] = await inTime(Promise.all([
      import("./dialog/window.tsx"),
      loadScreen(request.method),
      this.#locale(),
      themeCss(resolveTheme(this.#theme, this.#config?.theme)),
    ])).catch((cause) => {
      throw new AcctError("service_down", {
        detail: "(The dialog's code did not load. Reload the page if this persists.)",
        cause,
      });
    });
    warm(locale);
    // Evaluating the code, and the first dialog, each take a frame.
    await new Promise((resolve) => setTimeout(resolve));
    // The request may have been closed in the meantime.
    if (this.#shown?.id !== request.id) return;
    if (hasEnded(request)) return this.#close();
    clearTimeout(this.#waiting);
    if (this.#window?.flow !== request.flow.id) this.#closeWindow();
    this.#window ??= openWindow(document, {
      flow: request.flow.id,
      themeCss: css,
      locale,
      ...(this.#openInWindow && { openInWindow: this.#openInWindow }),
      ...(this.#onPhone && { onPhone: this.#onPhone }),
      ...(this.#homeUrl !== undefined && { homeUrl: this.#homeUrl }),
      onGone: () => {
        this.#window = undefined;
        this.#shown?.reject();
      },
    });
    this.#window.show(request, screen);
    this.#prepare(likelyNext);
    const approved = await outcomeOf(request).then(() => true, () => false);
    // The next request may be shown already.
    if (this.#shown?.id === request.id) this.#finish(request, screen, approved);
  }

  /** Closes the window of a closed request, or keeps it for the next step of the flow. */
  #finish<M extends DialogMethod>(
    request: DialogRequest<M>,
    screen: Screen<M>,
    approved: boolean,
  ): void {
    const { flow } = request;
    const more = approved && flow.step < flow.steps && flow.ended?.aborted !== true;
    if (!more) {
      const time = approved ? this.#window?.timeOf(request, screen) ?? 0 : 0;
      if (time === 0) return this.#close();
      // No step follows after all, so it shows its result now.
      if (flow.step < flow.steps) this.#window?.show(request, screen);
      this.#closeAfter(time, request);
      return;
    }
    this.#closeAfter(NEXT_STEP_MS, request);
    flow.ended?.addEventListener("abort", () => {
      if (this.#shown === request) this.#finish(request, screen, true);
    }, { once: true });
  }

  /** Closes the window later, unless another request has arrived, which may still be loading. */
  #closeAfter(time: number, request: DialogRequest): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (this.#shown === request) this.#close();
    }, time);
  }

  /** Closes the window and discards the request. */
  #close(): void {
    this.#closeWindow();
    this.#shown = undefined;
  }

  #closeWindow(): void {
    clearTimeout(this.#waiting);
    this.#window?.close();
    this.#window = undefined;
  }
}
