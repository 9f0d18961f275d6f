/** Sends messages to a mailbox in their order. @module */
import { AcctError } from "../ground/errors.ts";
import type { Channel } from "./channel.ts";
import type { Mailbox } from "./mailbox.ts";

/** Time without the service after which a session ends. */
const UNREACHABLE_MS = 30_000;
/** Pause before a message is sent again. */
const PAUSE_MS = 1_000;

/** Messages to the other side. */
export interface Outbox {
  /**
   * Encrypts a message and sends it after earlier messages. Resolves with `false` if the session is
   * over: the mailbox is gone or full, or the service was unreachable for too long.
   */
  send(channel: Channel, message: object): Promise<boolean>;
}

/**
 * Opens the outbox of one side of a mailbox.
 *
 * @param place number of messages that this side has sent before
 */
export function openOutbox(
  { mailbox, token, place }: {
    readonly mailbox: Mailbox;
    readonly token: string;
    readonly place: number;
  },
): Outbox {
  let next = place;
  let isOver = false;
  let last: Promise<boolean> = Promise.resolve(true);
  const sendAll = async (channel: Channel, message: object): Promise<boolean> => {
    if (isOver) return false;
    for (const text of await channel.seal(message)) {
      const at = next++;
      // A repeated message has the same place, so that it counts once.
      const isSent = await insist(async () => {
        const { state } = await mailbox.send({ token, place: at, message: text });
        // The other side learns only from a closed mailbox that a new session has to begin.
        if (state === "full") await mailbox.end(token);
        return state === "open";
      });
      if (isSent) continue;
      isOver = true;
      return false;
    }
    return true;
  };
  return { send: (channel, message) => last = last.then(() => sendAll(channel, message)) };
}

/** Repeats a call while the service is unreachable. */
async function insist(call: () => Promise<boolean>): Promise<boolean> {
  for (const begin = Date.now(); Date.now() - begin < UNREACHABLE_MS;) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) return false;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return false;
}

/** Returns true for an error after which the same call may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof AcctError &&
    (error.data.cause === "service_down" || error.data.cause === "limit_exceeded");
}
