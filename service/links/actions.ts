/** Reads the requests for a device link's mailbox, and waits for messages. @module */
import { AcctError } from "../../core/ground/errors.ts";
import {
  LINK_WAIT_MS,
  linkId,
  linkToken,
  linkTokenHash,
  MAX_LINK_MESSAGE_LENGTH,
  MAX_LINK_MESSAGES,
  type ReceiveLinkParams,
  type ReceiveLinkResult,
} from "../../core/protocol/service/link.ts";
import { wrong } from "../../core/schema/check.ts";
import { boolean, custom, object, optional, type Schema, whole } from "../../core/schema/schema.ts";
import type { Counts } from "../http/limits.ts";
import { pause } from "../lib/pause.ts";
import type { Mailboxes } from "./mailboxes.ts";

/** Bytes of a request: the longest message, with its tokens. */
export const LINK_BODY_BYTES: number = MAX_LINK_MESSAGE_LENGTH + 1_000;

/** Interval between two looks into the database, in milliseconds. */
const POLL_MS = 400;

/** Action on a mailbox. */
export type LinkAction = "create" | "open" | "send" | "receive" | "end";

/** Parts that an action uses. */
export interface LinkContext {
  readonly mailboxes: Mailboxes;
  /** Requests that wait for a message, per client. */
  readonly waiting: Counts;
  /** Aborts when the service stops. */
  readonly stop: AbortSignal;
}

/** Sender of an action. */
export interface LinkCaller {
  readonly client: string;
  /** Origin that the browser reported, or `null`. */
  readonly origin: string | null;
}

const token = matching(linkToken);
const message = matching(new RegExp(`^[\\w.-]{1,${MAX_LINK_MESSAGE_LENGTH}}$`));
const created = object({
  token,
  message,
  session: token,
  opener: optional(matching(linkTokenHash)),
});
const opened = object({ token, message });
const sent = object({ token, session: token, message, place: whole(0, MAX_LINK_MESSAGES) });
const received = object({
  token,
  session: token,
  after: whole(0, MAX_LINK_MESSAGES),
  wait: optional(boolean),
});
const ended = object({ token, session: token });

/**
 * Runs an action.
 *
 * @throws {AcctError} `invalid_params` with the wrong field
 */
export async function runLinkAction(
  context: LinkContext,
  caller: LinkCaller,
  { id, action, body }: { readonly id: string; readonly action: string; readonly body: unknown },
): Promise<object> {
  if (!linkId.test(id)) throw wrong("id", "is malformed");
  const at = { value: body, path: "body" };
  const { mailboxes } = context;
  switch (action as LinkAction) {
    case "create":
      return await mailboxes.create(id, caller.origin, created.read(at));
    case "open":
      return await mailboxes.open(id, opened.read(at));
    case "send":
      return await mailboxes.send(id, sent.read(at));
    case "receive":
      return await receive(context, caller.client, id, received.read(at));
    case "end":
      return await mailboxes.end(id, ended.read(at));
    default:
      throw new AcctError("invalid_request");
  }
}

/**
 * Returns the other side's messages. Waits for one if it may: a process and a client have a limited
 * number of waiting requests. Further requests are answered immediately.
 */
async function receive(
  { mailboxes, waiting, stop }: LinkContext,
  client: string,
  id: string,
  params: ReceiveLinkParams,
): Promise<ReceiveLinkResult> {
  const first = await mailboxes.receive(id, params);
  if (!params.wait || waiting.isFull(client)) return first;
  waiting.add(client, 1);
  try {
    let last = first;
    for (let waited = 0; waited < LINK_WAIT_MS && !stop.aborted; waited += POLL_MS) {
      if (last.state === "ended" || last.messages.length > 0) break;
      await pause(POLL_MS, stop);
      last = await mailboxes.receive(id, params);
    }
    return last;
  } finally {
    waiting.add(client, -1);
  }
}

function matching(pattern: RegExp): Schema<string> {
  return custom("text", ({ value, path }) => {
    if (typeof value === "string" && pattern.test(value)) return value;
    throw wrong(path, "is malformed");
  });
}
