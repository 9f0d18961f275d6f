/** The WebDriver commands that drive browsers other than Chromium. @module */

/** The commands that the tests use, with parameters and values of the standard. */
export type Command =
  | "ElementClick"
  | "ElementClear"
  | "ElementSendKeys"
  | "ExecuteAsyncScript"
  | "GetWindowHandle"
  | "GetWindowHandles"
  | "CloseWindow"
  | "Navigate"
  | "NewWindow"
  | "PerformActions"
  | "Refresh"
  | "SetWindowRect"
  | "SwitchToWindow"
  | "TakeScreenshot";

/**
 * A browser with its own profile.
 *
 * @see https://www.w3.org/TR/webdriver2/#endpoints
 */
export interface Driver {
  /** Sends a command and returns its value. */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Sets the size of the current window's page area in pixels. */
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
  /** The system's scheme from now on. */
  setScheme(scheme: string): Promise<void>;
  /**
   * After Tab left the page behind its last stop: continues through the browser's own controls
   * until the page has the focus again.
   */
  returnFocus(): Promise<void>;
  /**
   * Errors that pages threw, logged or caused since the last request, including violated policies.
   * `null` if the browser does not report them.
   */
  readonly takeErrors: (() => Promise<readonly string[]>) | null;
  /** Ends it and removes its profile. */
  close(): Promise<void>;
}

/** How a profile differs from a new one. */
export interface Look {
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active";
  readonly locale?: string;
  readonly reducedMotion?: "reduce";
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** The reference to an element, as WebDriver names its one key. */
export function elementId(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const [id] = Object.values(value);
  return typeof id === "string" ? id : null;
}
