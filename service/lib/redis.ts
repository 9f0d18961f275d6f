/**
 * Shares rates of requests and messages between the processes of one service, over the Redis protocol
 * (Redis, Valkey). It holds nothing that must last; while it is away, each process goes on alone.
 *
 * @module
 */
import { Redis } from "ioredis";
import type { Log } from "../telemetry/log.ts";

/** Milliseconds after which an answer is given up. */
const ANSWER_MS = 200;
/** Milliseconds for which it is not asked again after that. */
const PAUSE_MS = 1_000;
/** Milliseconds between two tries to connect, at most. */
const TRY_MS = 1_000;

/** A connection to Redis. */
export interface SharedRedis {
  /** Begins each key and names the channel: several services can share a server. */
  readonly prefix: string;
  /** Connection, for commands within {@linkcode SharedRedis.ask}. */
  readonly client: Redis;
  /** Runs a command; `null` if there is no answer in time, or soon after there was none. */
  ask<T>(command: () => Promise<T>): Promise<T | null>;
  /** Sends a message to the other processes; rejects if that is not known to have succeeded. */
  publish(message: string): Promise<void>;
  /** Does something each second, until the connection is closed. */
  eachSecond(work: () => Promise<void>): void;
  /** Opens a second connection, which only listens. */
  listen(): Redis;
  /** Closes the connection. */
  close(): void;
}

/** Connects to Redis, and again whenever the connection is lost; it is never waited for. */
export function openRedis(url: string, prefix: string, log: Log): SharedRedis {
  const client = new Redis(url, {
    // A request must not wait for Redis to come back.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: TRY_MS,
    retryStrategy: (tries) => Math.min(50 * tries, TRY_MS),
  });
  // Told once for each outage.
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
  const ask = async <T>(command: () => Promise<T>): Promise<T> => {
    // A caller that waits for each answer in turn would wait for longer and longer.
    if (performance.now() < asksAgain) throw new Error("Redis rests.");
    try {
      const answer = await command();
      onUp();
      return answer;
    } catch (error) {
      asksAgain = performance.now() + PAUSE_MS;
      onDown(error);
      throw error;
    }
  };
  return {
    prefix,
    client,
    ask: (command) => ask(command).catch(() => null),
    publish: async (message) => void await ask(() => client.publish(prefix, message)),
    eachSecond: (work) => void timers.push(setInterval(() => void work(), 1_000)),
    listen: () => client.duplicate({ autoResubscribe: false }),
    close() {
      for (const timer of timers) clearInterval(timer);
      client.disconnect();
    },
  };
}
