/** Opens a device link on the wallet's side: the handshake, before anything is shown. @module */
import { fromBase64Url, toBase64Url } from "../../lib/base64url.ts";
import { LinkBroken } from "../../link/broken.ts";
import {
  type Channel,
  openChannel,
  openIntroduction,
  sealIntroduction,
} from "../../link/channel.ts";
import {
  commitTo,
  createPair,
  deriveSession,
  introductionKey,
  type LinkSecret,
  mailboxId,
  randomBytes,
  type SessionKeys,
} from "../../link/keys.ts";
import { type Mailbox, openMailbox } from "../../link/mailbox.ts";
import { openOutbox, type Outbox } from "../../link/outbox.ts";
import {
  type AppIntroduction,
  readAppIntroduction,
  writeWalletIntroduction,
} from "../../link/messages.ts";
import type { ServiceOptions } from "../../client/client.ts";
import type { LinkRecord } from "../device/links.ts";

/** Why a link cannot be opened. */
export type LinkFailure =
  /** Another device opened it. */
  | "used"
  /** It expired, was closed, or never existed. */
  | "ended"
  /** It belongs to a connection that this device does not know. */
  | "unknown";

/** An opened link. */
export interface OpenedLink {
  readonly mailbox: Mailbox;
  /** Own secret for the mailbox. */
  readonly token: string;
  readonly secret: LinkSecret["secret"];
  readonly keys: SessionKeys;
  readonly channel: Channel;
  readonly outbox: Outbox;
  readonly introduction: AppIntroduction;
  /** Messages of the other side that were sent before. */
  readonly received: number;
}

/**
 * Opens a new link, or the next session of a known one.
 *
 * @param known the connection's record; absent for a new link
 * @throws {LinkBroken} if the service or another holder of the link changed something
 * @throws {AcctError} `service_down`
 */
export async function openLink(
  reach: ServiceOptions,
  { secret, commitment }: LinkSecret,
  known?: LinkRecord,
  signal?: AbortSignal,
): Promise<OpenedLink | LinkFailure> {
  if (known === undefined && commitment === null) return "unknown";
  const [id, key, { point, privateKey }] = await Promise.all([
    mailboxId(secret),
    introductionKey(secret),
    createPair(),
  ]);
  const token = known?.token ?? toBase64Url(randomBytes());
  const own = await sealIntroduction(key, "wallet", writeWalletIntroduction(point));
  const mailbox = openMailbox(reach, id);
  const opened = await mailbox.open({ token, message: own }, signal);
  if (opened.state !== "open") return opened.state === "used" ? "used" : "ended";
  const { message, origin, next } = opened;
  const introduction = readAppIntroduction(await openIntroduction(key, "app", message));
  const commits = async () =>
    toBase64Url(await commitTo(introduction.point)) === toBase64Url(commitment!);
  if (known === undefined && !await commits()) {
    throw new LinkBroken("The other side's key is not the one of this link.");
  }
  // The page and the service name the origin independently: neither of them can change it alone.
  if (introduction.origin !== origin || known !== undefined && known.origin !== origin) {
    throw new LinkBroken(
      `The page reports the origin ${introduction.origin}, and the service received ${origin}.`,
    );
  }
  const keys = await deriveSession({
    side: "wallet",
    secret,
    resume: known === undefined ? null : fromBase64Url(known.resume),
    privateKey,
    points: { app: introduction.point, wallet: point },
    introductions: { app: message, wallet: own },
  });
  const outbox = openOutbox({ mailbox, token, place: opened.own });
  const channel = openChannel(keys);
  return { mailbox, token, secret, keys, channel, outbox, introduction, received: next };
}
