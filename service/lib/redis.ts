/**
 * Shares request rates between the processes of a service over the Redis protocol (Redis, Valkey).
 * While Redis is unreachable, each process counts on its own.
 *
 * @module
 */
import type { Redis } from "ioredis";
import type { Log } from "./log.ts";

/** Timeout of a command, in milliseconds. */
const ANSWER_MS = 200;
/** Milliseconds without commands after a failed one. */
const PAUSE_MS = 1_000;
/** Maximum milliseconds between attempts to connect. */
const TRY_MS = 1_000;

/** A connection to Redis. */
export interface SharedRedis {
  /** Prefix of each key: several services can share a server. */
  readonly prefix: string;
  /** Connection, for commands within {@linkcode SharedRedis.ask}. */
  readonly client: Redis;
  /** Runs a command; `null` if it fails or times out, and for a second after that. */
  ask<T>(command: () => Promise<T>): Promise<T | null>;
  /** Calls a function every second until the connection is closed. */
  eachSecond(work: () => Promise<void>): void;
  /** Closes the connection. */
  close(): void;
}

/**
 * Connects to Redis in the background, and reconnects after each loss of the connection. Loads the
 * client on demand.
 */
export async function openRedis(url: string, prefix: string, log: Log): Promise<SharedRedis> {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    // A request must not wait until Redis is reachable again.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: TRY_MS,
    retryStrategy: (tries) => Math.min(50 * tries, TRY_MS),
  });
  // Logged once per outage.
  let isUp = true;
  const onUp = () => {
    if (!isUp) log("info", "redis_up");
    isUp = true;
  };
  const onDown = (error: unknown) => {
    if (isUp) log("warn", "redis_down", {}, error);
    isUp = false;
  };
  client.on("ready", onUp);
  client.on("error", onDown);
  const timers: ReturnType<typeof setInterval>[] = [];
  let asksAgain = 0;
  return {
    prefix,
    client,
    async ask(command) {
      // Sequential commands must not wait for a timeout each.
      if (performance.now() < asksAgain) return null;
      try {
        const answer = await command();
        onUp();
        return answer;
      } catch (error) {
        asksAgain = performance.now() + PAUSE_MS;
        onDown(error);
        return null;
      }
    },
    eachSecond: (work) => void timers.push(setInterval(() => void work(), 1_000)),
    close() {
      for (const timer of timers) clearInterval(timer);
      client.disconnect();
    },
  };
}
