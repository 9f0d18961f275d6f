/** Checks for the expiry of a session, for which browsers emit no event. @module */
import type { Subscriber } from "./account_subscription.ts";

/** Maximum pause, because clocks jump, devices sleep, and pages clear their own storage. */
const CHECK_MS = 60_000;

/**
 * Watches a session that expires `ttl` seconds after its last passkey use. Reading an expired
 * session emits its end. The timer exists only while a page listens.
 *
 * @returns checks now, after a change of the session or the listeners
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
