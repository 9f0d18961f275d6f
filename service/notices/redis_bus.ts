/** Carries the messages between processes over Redis. @module */
import { type Bus, type BusListener, encodeMessage, type Message, readMessage } from "./bus.ts";
import type { SharedRedis } from "../lib/redis.ts";

/** Milliseconds between heartbeats. */
const PULSE_MS = 10_000;
/** Milliseconds between words of a process that hears nothing, and for which each counts. */
const DEAF_MS = { every: 2_000, counts: 8_000 } as const;
/** Deaf processes that are remembered. */
const MAX_DEAF = 1_000;

/** Bus on Redis, and on the database for processes that Redis does not reach. */
export interface RedisBus extends Bus {
  /** Receives what a deaf process, or one that answers it, says over the database. */
  receive(message: Extract<Message, { deaf: string } | { again: string }>): void;
}

/**
 * Creates a bus on a channel of Redis. `otherwise` sends over the database: what Redis did not take in
 * time, which may then arrive twice; and everything while a process says there that it hears nothing.
 */
export function redisBus(
  redis: SharedRedis,
  listener: BusListener,
  otherwise: Bus["post"],
): RedisBus {
  const self = crypto.randomUUID();
  /** When the last word of a deaf process ends, by process. */
  const deaf = new Map<string, number>();
  const isAnyDeaf = () => {
    const now = performance.now();
    for (const [id, until] of deaf) if (until < now) deaf.delete(id);
    return deaf.size > 0;
  };
  const ears = redis.listen();
  // Also after each loss of the connection: what was said in between was missed.
  const again = () => ears.disconnect(true);
  ears.on("ready", () => void ears.subscribe(redis.prefix).then(listener.begin, again));
  // The connection that speaks tells of it.
  ears.on("error", () => {});
  ears.on("message", (_channel: string, text: string) => {
    // An exception here would end the process.
    try {
      const message = readMessage(text, self);
      if (message === "begin") listener.begin();
      else if (message !== null && !isOfDeaf(message)) listener.receive(message);
    } catch (error) {
      listener.fail(error);
    }
  });
  let hears = false;
  ears.on("ready", () => hears = true);
  ears.on("close", () => {
    if (hears) otherwise({ deaf: self });
    hears = false;
  });
  const word = setInterval(() => {
    if (!hears) otherwise({ deaf: self });
  }, DEAF_MS.every);
  // Detects a connection whose other side vanished silently.
  const pulse = setInterval(() => {
    if (ears.status === "ready") ears.ping().catch(again);
  }, PULSE_MS);

  let posting: Promise<unknown> = Promise.resolve();
  return {
    post(message) {
      posting = posting.then(() => redis.publish(encodeMessage(self, message))).then(() => {
        if (isAnyDeaf()) otherwise(message);
      }, () => otherwise(message));
    },
    receive(message) {
      if ("again" in message) {
        if (message.again === self) listener.begin();
        return;
      }
      const isNew = !deaf.has(message.deaf);
      if (isNew && deaf.size >= MAX_DEAF) return;
      deaf.set(message.deaf, performance.now() + DEAF_MS.counts);
      // It missed what Redis took until now. What Redis does not take went over the database.
      if (isNew) {
        redis.publish(JSON.stringify({ from: self })).then(
          () => otherwise({ again: message.deaf }),
          () => {},
        );
      }
    },
    async stop() {
      clearInterval(pulse);
      clearInterval(word);
      hears = false;
      ears.disconnect();
      await posting;
    },
  };
}

/** Returns whether a message is by, or for, a process that Redis does not reach. */
export function isOfDeaf(
  message: Message,
): message is Extract<Message, { deaf: string } | { again: string }> {
  return "deaf" in message || "again" in message;
}
