/**
 * The part of the browsers' extension interface that the extension uses. Chromium names it `chrome`
 * and Firefox `browser`; both return promises.
 *
 * @module
 */

/** An event of the browser. */
export interface BrowserEvent<A extends readonly unknown[]> {
  /** Adds a listener. */
  addListener(listener: (...args: A) => unknown): void;
  /** Removes a listener. */
  removeListener(listener: (...args: A) => unknown): void;
}

/** Sender of a message, as the browser reports it. */
export interface Sender {
  /** Id of the extension that sent it; absent for pages. */
  readonly id?: string;
  /** Origin of the document; `null` as text for opaque origins. */
  readonly origin?: string;
  /** URL of the document. */
  readonly url?: string;
  /** Frame within the tab; 0 is the page itself. */
  readonly frameId?: number;
  /** Tab of the document; absent for pages of the extension outside of tabs. */
  readonly tab?: { readonly id?: number };
}

/** A port of the browser. */
export interface Port {
  /** Name that the opener of the port chose. */
  readonly name: string;
  /** Opener of the port; undefined on the side that opened it. */
  readonly sender?: Sender;
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Closes the port. */
  disconnect(): void;
  /** Messages of the other side. */
  readonly onMessage: BrowserEvent<[message: unknown]>;
  /** End of the port, caused by the other side. */
  readonly onDisconnect: BrowserEvent<[]>;
}

/** A window of the browser. */
export interface BrowserWindow {
  /** Id of the window. */
  readonly id?: number;
  /** Tabs of a window that was created. */
  readonly tabs?: readonly { readonly id?: number }[];
  /** Position and size in pixels. */
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

/** A script that the browser adds to pages. */
export interface ContentScript {
  readonly id: string;
  readonly js: readonly string[];
  readonly matches: readonly string[];
  readonly allFrames: boolean;
  readonly matchOriginAsFallback?: boolean;
  readonly runAt: "document_start";
  readonly world: "MAIN";
}

/** The interface. */
export interface BrowserApi {
  readonly runtime: {
    readonly id?: string;
    getURL(path: string): string;
    getPlatformInfo(): Promise<unknown>;
    connect(info: { readonly name: string }): Port;
    sendMessage(message: unknown): Promise<unknown>;
    readonly onConnect: BrowserEvent<[port: Port]>;
    readonly onConnectExternal?: BrowserEvent<[port: Port]>;
    readonly onInstalled: BrowserEvent<[]>;
    readonly onMessage: BrowserEvent<
      [message: unknown, sender: Sender, respond: (answer: unknown) => void]
    >;
  };
  readonly storage: {
    readonly local: {
      get(keys: null): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(key: string): Promise<void>;
      setAccessLevel?(level: { readonly accessLevel: "TRUSTED_CONTEXTS" }): Promise<void>;
    };
  };
  readonly windows: {
    create(options: Record<string, unknown>): Promise<BrowserWindow>;
    getLastFocused(): Promise<BrowserWindow>;
    update(id: number, change: { readonly focused: boolean }): Promise<unknown>;
    remove(id: number): Promise<void>;
    readonly onRemoved: BrowserEvent<[id: number]>;
  };
  readonly tabs: {
    query(filter: Record<string, unknown>): Promise<readonly { readonly id?: number }[]>;
    sendMessage(tab: number, message: unknown): Promise<unknown>;
  };
  readonly scripting: {
    getRegisteredContentScripts(): Promise<readonly { readonly id: string }[]>;
    registerContentScripts(scripts: readonly ContentScript[]): Promise<void>;
    unregisterContentScripts(filter: { readonly ids: readonly string[] }): Promise<void>;
  };
  readonly action: {
    setBadgeText(badge: { readonly text: string }): Promise<void>;
  };
}

/** Returns the browser's interface. */
export function browserApi(): BrowserApi {
  const { browser, chrome } = globalThis as unknown as Record<string, BrowserApi | undefined>;
  return (browser?.runtime?.id === undefined ? chrome : browser)!;
}
