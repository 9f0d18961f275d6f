/**
 * The subset of Playwright's API that the virtual passkeys use. Playwright's objects have these
 * methods; the package is not a dependency.
 *
 * @module
 */

/** A `BrowserContext` of Playwright. */
export interface PasskeyContext {
  /** Intercepts requests. */
  route(url: string, handler: (route: PasskeyRoute) => unknown): Promise<unknown>;
  /** Runs a script before the scripts of each page. */
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  /** Opens a session of the DevTools protocol. */
  newCDPSession(page: PasskeyPage): Promise<PasskeySession>;
}

/** A `Page` of Playwright. */
export interface PasskeyPage {
  /** URL of the page. */
  url(): string;
}

/** A `Route` of Playwright. */
export interface PasskeyRoute {
  /** The intercepted request. */
  request(): { url(): string; frame(): { page(): PasskeyPage } };
  /** Answers it. */
  fulfill(response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string;
  }): Promise<unknown>;
}

/** A `CDPSession` of Playwright. */
export interface PasskeySession {
  /** Sends a command. */
  send(method: PasskeyCommand, params?: Record<string, unknown>): Promise<unknown>;
  /** Listens to an event. */
  on(event: PasskeyEvent, listener: (payload: Record<string, unknown>) => void): unknown;
}

/** Commands of the DevTools protocol that are used. */
export type PasskeyCommand =
  | "WebAuthn.enable"
  | "WebAuthn.addVirtualAuthenticator"
  | "WebAuthn.addCredential"
  | "WebAuthn.clearCredentials"
  | "WebAuthn.setUserVerified";

/** Events of the DevTools protocol that are used. */
export type PasskeyEvent = "WebAuthn.credentialAdded" | "WebAuthn.credentialAsserted";

/** A place that shows a dialog: a `Page`, `Frame` or `FrameLocator` of Playwright. */
export interface DialogPlace {
  /** Finds elements. */
  locator(selector: string): {
    waitFor(): Promise<void>;
    click(): Promise<void>;
    count(): Promise<number>;
  };
}
