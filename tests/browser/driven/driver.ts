/** The WebDriver commands that drive browsers other than Chromium. @module */

/** The commands that the tests use; parameters and values are those of the standard. */
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
 * A browser with a profile of its own.
 *
 * @see https://www.w3.org/TR/webdriver2/#endpoints
 */
export interface Driver {
  /** One command; gives its value. */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Gives the window in use this many pixels for pages. */
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
  /** The system's scheme from now on. */
  setScheme(scheme: string): Promise<void>;
  /**
   * After Tab left the page behind its last stop: goes on through the browser's own controls until the
   * page has the focus again.
   */
  returnFocus(): Promise<void>;
  /**
   * Errors that pages threw, logged or caused since it was last asked; policies they broke too. `null`
   * where the browser keeps them to itself.
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
