/** Opens a device link on the wallet's side: the handshake, before anything is shown. @module */
import { fromBase64Url, toBase64Url } from "../../lib/base64url.ts";
import { LinkBroken } from "../../link/broken.ts";
import { type Channel, openAlone, openChannel, sealAlone } from "../../link/channel.ts";
import {
  commitTo,
  createPair,
  deriveSession,
  introductionKey,
  type LinkSecret,
  mailboxId,
  randomBytes,
  redeemTicket,
  type SessionKeys,
} from "../../link/keys.ts";
import { type Mailbox, openMailbox } from "../../link/mailbox.ts";
import { openOutbox, type Outbox } from "../../link/outbox.ts";
import {
  type AppIntroduction,
  readAppIntroduction,
  writeWalletIntroduction,
} from "../../link/messages.ts";
import { readReturnAddress, withTicket } from "../../protocol/return_address.ts";
import { isLoopbackHost } from "../../lib/url.ts";
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

/** How a new link returns to an app on this device. */
export interface Returning {
  readonly address: string;
  /** The address with the ticket, for the browser alone. */
  readonly ticketed: string;
  /** Encrypts the answer to the connection, so that only the holder of the ticket can read it. */
  readonly key: CryptoKey;
}

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
  /** `null` for another device, and in later sessions. */
  readonly returning: Returning | null;
  /** Messages of the other side that were sent before. */
  readonly received: number;
}

/**
 * Opens a new link, or the next session of a known one. A new link with a return address gets a ticket:
 * its connection can only be used by the app that the browser opens with this address.
 *
 * @param known the connection's record; absent for a new link
 * @throws {LinkBroken} if the service or another holder of the link changed something
 * @throws {AcctError} `service_down`
 */
export async function openLink(
  reach: ServiceOptions,
  { secret, commitment, returnTo }: LinkSecret,
  known?: LinkRecord,
  signal?: AbortSignal,
): Promise<OpenedLink | LinkFailure> {
  if (known === undefined && commitment === null) return "unknown";
  const isLocal = isLoopbackHost(new URL(reach.serverUrl).host);
  if (returnTo !== null && readReturnAddress(returnTo, isLocal) === null) {
    throw new LinkBroken("The return address is not an address of an app.");
  }
  const resume = known === undefined ? null : fromBase64Url(known.resume);
  const [id, key, { point, privateKey }] = await Promise.all([
    mailboxId(resume ?? secret),
    introductionKey(resume ?? secret),
    createPair(),
  ]);
  const token = known?.token ?? toBase64Url(randomBytes());
  const own = await sealAlone(key, "wallet", writeWalletIntroduction(point));
  const mailbox = openMailbox(reach, id);
  const opened = await mailbox.open({ token, message: own }, signal);
  if (opened.state !== "open") return opened.state === "used" ? "used" : "ended";
  const { message, origin, next } = opened;
  const introduction = readAppIntroduction(await openAlone(key, "app", message));
  const commits = async () =>
    toBase64Url(await commitTo(introduction.point, returnTo)) === toBase64Url(commitment!);
  if (known === undefined && !await commits()) {
    throw new LinkBroken(
      "The other side's key or the return address does not belong to this link.",
    );
  }
  // The page and the service name the origin independently: neither of them can change it alone.
  if (introduction.origin !== origin || known !== undefined && known.origin !== origin) {
    throw new LinkBroken(
      `The page reports the origin ${introduction.origin}, and the service received ${origin}.`,
    );
  }
  // A page has a window of this wallet.
  if (returnTo !== null && origin !== null) throw new LinkBroken("A page has no return address.");
  const session = await deriveSession({
    side: "wallet",
    secret,
    resume,
    privateKey,
    points: { app: introduction.point, wallet: point },
    introductions: { app: message, wallet: own },
  });
  const { keys, returning } = known === undefined && returnTo !== null
    ? await bindToTicket(session, returnTo)
    : { keys: session, returning: null };
  const outbox = openOutbox({ mailbox, token, place: opened.own });
  const channel = openChannel(keys);
  return { mailbox, token, secret, keys, channel, outbox, introduction, returning, received: next };
}

/** Creates the ticket of a new link. */
async function bindToTicket(
  session: SessionKeys,
  address: string,
): Promise<{ readonly keys: SessionKeys; readonly returning: Returning }> {
  const ticket = randomBytes();
  const { resume, key } = await redeemTicket(session.resume, ticket);
  const ticketed = withTicket(address, toBase64Url(ticket));
  return { keys: { ...session, resume }, returning: { address, ticketed, key } };
}
