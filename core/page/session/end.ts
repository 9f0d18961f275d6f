/** Checks for the end of a session, which no event of the browser reports. @module */
import type { Subscriber } from "../account_subscription.ts";

/** Longest pause: clocks jump, devices sleep, and pages clear their own storage. */
const CHECK_MS = 60_000;

/**
 * Watches a session that lasts `ttl` seconds after its last passkey use. Reading the session emits
 * its end. The timer exists only while a page listens.
 *
 * @returns checks now: the session or the listeners may have changed
 */
export function watchEnd(
  { emitter, session }: Pick<Subscriber, "emitter" | "session">,
  ttl: number,
): () => void {
  if (typeof document === "undefined" || ttl === 0) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    removeEventListener("visibilitychange", check);
    const current = session();
    if (current === null || !(emitter.has("accountsChanged") || emitter.has("disconnect"))) return;
    const left = current.at + ttl * 1000 + 1 - Date.now();
    timer = setTimeout(check, Math.min(left, CHECK_MS));
    addEventListener("visibilitychange", check);
  };
  return check;
}
