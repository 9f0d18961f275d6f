/** Carries the messages between processes over Redis. @module */
import { type Bus, type BusListener, encodeMessage, readMessage } from "../events/bus.ts";
import type { SharedRedis } from "./redis.ts";

/** Milliseconds between heartbeats. */
const PULSE_MS = 10_000;

/**
 * Creates a bus on a channel of Redis. `otherwise` sends a message that Redis did not take in time; it
 * may then arrive twice.
 */
export function redisBus(
  redis: SharedRedis,
  listener: BusListener,
  otherwise: Bus["post"],
): Bus {
  const self = crypto.randomUUID();
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
      else if (message !== null) listener.receive(message);
    } catch (error) {
      listener.fail(error);
    }
  });
  // Detects a connection whose other side vanished silently.
  const pulse = setInterval(() => {
    if (ears.status === "ready") ears.ping().catch(again);
  }, PULSE_MS);

  let posting: Promise<unknown> = Promise.resolve();
  return {
    post(message) {
      posting = posting.then(() => redis.publish(encodeMessage(self, message)))
        .catch(() => otherwise(message));
    },
    async stop() {
      clearInterval(pulse);
      ears.disconnect();
      await posting;
    },
  };
}
