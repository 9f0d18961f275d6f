/**
 * A script that runs before an app's page and counts its live objects: listeners, timers,
 * observers, channels, elements, styles.
 *
 * @module
 */

/** A listener. */
interface Entry {
  readonly target: EventTarget;
  readonly type: string;
  readonly listener: unknown;
  readonly capture: boolean;
}

const listeners = new Set<Entry>();
const timers = new Map<number, string>();
const observers = new Set<object>();
const channels = new Set<object>();

const { addEventListener, removeEventListener } = EventTarget.prototype;

function find(entry: Entry): Entry | undefined {
  return [...listeners].find((each) =>
    each.target === entry.target && each.type === entry.type &&
    each.listener === entry.listener && each.capture === entry.capture
  );
}

function captureOf(options: unknown): boolean {
  return typeof options === "boolean"
    ? options
    : (options as AddEventListenerOptions | undefined)?.capture === true;
}

EventTarget.prototype.addEventListener = function (type, listener, options) {
  const target = this ?? globalThis;
  const entry = { target, type, listener, capture: captureOf(options) };
  const { once, signal } = (typeof options === "object" ? options : {}) as AddEventListenerOptions;
  if (listener !== null && signal?.aborted !== true && find(entry) === undefined) {
    listeners.add(entry);
    const forget = () => void listeners.delete(entry);
    if (once) addEventListener.call(target, type, forget, { once, capture: entry.capture });
    if (signal) addEventListener.call(signal, "abort", forget, { once: true });
  }
  return addEventListener.call(target, type, listener, options);
};

EventTarget.prototype.removeEventListener = function (type, listener, options) {
  const target = this ?? globalThis;
  const entry = find({ target, type, listener, capture: captureOf(options) });
  if (entry !== undefined) listeners.delete(entry);
  return removeEventListener.call(target, type, listener, options);
};

const realSetTimeout = globalThis.setTimeout;
const realSetInterval = globalThis.setInterval;
for (
  const [name, real] of [["setTimeout", realSetTimeout], ["setInterval", realSetInterval]] as const
) {
  Object.assign(globalThis, {
    [name](run: unknown, ms?: number, ...more: unknown[]) {
      const id = real(
        () => {
          if (name === "setTimeout") timers.delete(id);
          if (typeof run === "function") run(...more);
        },
        ms,
      ) as unknown as number;
      timers.set(id, `${name} ${ms}`);
      return id;
    },
  });
}
for (const name of ["clearTimeout", "clearInterval"] as const) {
  const real = globalThis[name];
  Object.assign(globalThis, {
    [name](id: number) {
      timers.delete(id);
      real(id);
    },
  });
}

for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver"] as const) {
  const { observe, disconnect } = globalThis[name].prototype;
  Object.assign(globalThis[name].prototype, {
    observe(this: object, ...what: unknown[]) {
      observers.add(this);
      return Reflect.apply(observe, this, what);
    },
    disconnect(this: object) {
      observers.delete(this);
      return Reflect.apply(disconnect, this, []);
    },
  });
}

const Channel = BroadcastChannel;
Object.assign(globalThis, {
  BroadcastChannel: class extends Channel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close() {
      channels.delete(this);
      super.close();
    }
  },
});

/**
 * Returns true for targets with the lifetime of the page; other listeners disappear with theirs.
 */
function lasts({ target }: Entry): boolean {
  return target === globalThis || target === document || target === globalThis.visualViewport ||
    target instanceof MediaQueryList || target instanceof Node && target.isConnected;
}

/** Everything that is alive, the list of answers apart. */
function alive(): unknown {
  const attributes = ({ attributes }: Element) =>
    [...attributes].map(({ name, value }) => `${name}=${value}`);
  return {
    listeners: [...listeners].filter(lasts).map(({ target, type }) =>
      `${target instanceof Node ? target.nodeName : target.constructor.name} ${type}`
    ).sort(),
    timers: [...timers.values()].sort(),
    observers: observers.size,
    channels: channels.size,
    elements: document.querySelectorAll("*:not(#answers *)").length,
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    attributes: [...attributes(document.documentElement), ...attributes(document.body)],
    focus: document.activeElement?.nodeName,
  };
}

Object.assign(globalThis, { alive });
