/** Observable values. @module */

/** A value that can be read and subscribed to. */
export interface Readable<T> {
  /** Returns the current value. */
  get(): T;
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** A readable value that its owner can set. */
export interface Writable<T> extends Readable<T> {
  /** Sets the value and calls the listeners; errors that they throw are only reported. */
  set(value: T): void;
}

/** Creates a writable value. */
export function writable<T>(initial: T): Writable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) {
        try {
          listener();
        } catch (error) {
          console.error("A listener of a request failed.", error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Derives a value from another; it is computed once per change. */
export function derived<S, T>(source: Readable<S>, compute: (value: S) => T): Readable<T> {
  let last: { readonly of: S; readonly value: T } | undefined;
  return {
    get() {
      const of = source.get();
      if (last?.of !== of) last = { of, value: compute(of) };
      return last!.value;
    },
    subscribe: source.subscribe,
  };
}

/** Derives a value from several others; it is computed once per change. */
export function combined<T>(sources: readonly Readable<unknown>[], compute: () => T): Readable<T> {
  let last: { readonly of: readonly unknown[]; readonly value: T } | undefined;
  return {
    get() {
      const of = sources.map((source) => source.get());
      if (last === undefined || of.some((value, index) => value !== last!.of[index])) {
        last = { of, value: compute() };
      }
      return last.value;
    },
    subscribe(listener) {
      const ends = sources.map((source) => source.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
  };
}

/** Copies a preview without its last error. */
export function withoutError<T extends object>(preview: T): Omit<T, "error" | "retry"> {
  const { error: _error, retry: _retry, ...rest } = preview as T & {
    error?: unknown;
    retry?: unknown;
  };
  return rest;
}
