/** Ends of links between an app and a wallet on one device, for tests. */
import { assertEquals } from "@std/assert";
import { toBase64Url } from "../../core/lib/base64url.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { openAlone, openChannel, sealAlone } from "../../core/link/channel.ts";
import {
  commitTo,
  createPair,
  deriveSession,
  formatSecret,
  introductionKey,
  mailboxId,
  randomBytes,
} from "../../core/link/keys.ts";
import { openMailbox } from "../../core/link/mailbox.ts";
import { readWalletIntroduction, writeAppIntroduction } from "../../core/link/messages.ts";
import { type BrowserResult, systemBrowser } from "../../core/page/link/system_browser.ts";
import { LINK_PATH } from "../../core/protocol/link_view.ts";
import type { OpenedLink } from "../../core/wallet/host/open_link.ts";
import {
  ACCOUNT,
  type App,
  createApp,
  createPhone,
  KEYS,
  open,
  openScene,
  type Phone,
  type Scene,
  SERVER,
  until,
} from "./scene.ts";

export const RETURN = "com.example.app://acct";

/** A browser that a test closes. */
export interface Browser {
  /** URLs that were opened. */
  readonly opened: string[];
  readonly onLink: ReturnType<typeof systemBrowser>;
  /** Waits until the browser opens for the nth time, and returns its URL. */
  at(count: number): Promise<string>;
  /** Closes the browser. */
  close(result: BrowserResult): void;
  fail(error: Error): void;
}

export function createBrowser({ canDismiss = true, returnUrl = RETURN } = {}): Browser {
  const opened: string[] = [];
  let closing = Promise.withResolvers<BrowserResult>();
  const onLink = systemBrowser({
    open(url) {
      opened.push(url);
      closing = Promise.withResolvers();
      return closing.promise;
    },
    dismiss() {
      if (!canDismiss) throw new Error("unavailable");
      closing.resolve({ type: "dismiss" });
    },
    returnUrl,
  });
  return {
    opened,
    onLink,
    async at(count) {
      await until(`the browser opens (${count})`, () => opened.length === count);
      return opened[count - 1]!;
    },
    close: (result) => closing.resolve(result),
    fail: (error) => closing.reject(error),
  };
}

/** Connects an app, and returns the link that its wallet opened. */
export async function connect(
  app: App,
  browser: Browser,
  phone: Phone,
): Promise<{ opened: OpenedLink; returned: string; url: string }> {
  const connecting = app.connect();
  const url = await browser.at(1);
  const opened = await open(phone, url);
  await using serving = phone.accept(opened);
  assertEquals(await serving.end, "answered");
  const returned = phone.back(opened);
  browser.close({ type: "success", url: returned });
  assertEquals(await connecting, { account: { address: ACCOUNT } });
  return { opened, returned, url };
}

/** Creates a scene whose wallet approves each request. */
export async function openNative(options: { canDismiss?: boolean } = {}) {
  const scene = await openScene();
  const phone = createPhone(scene);
  phone.answer = ({ method, params }) =>
    Promise.resolve(
      method === "wallet_connect" ? { account: { address: ACCOUNT } } : params.message,
    );
  const browser = createBrowser(options);
  const storage = memoryStorage();
  const app = createApp(scene, { origin: null, storage, onLink: browser.onLink });
  return { scene, phone, browser, storage, app };
}

/** An attacker's own link, with everything that its creator knows. */
export async function ownLink(
  scene: Scene,
  { returnTo = RETURN, origin = null }: { returnTo?: string; origin?: string | null } = {},
) {
  const secret = randomBytes();
  const token = toBase64Url(randomBytes());
  const [key, { point, privateKey }] = await Promise.all([introductionKey(secret), createPair()]);
  const { apiKey } = scene;
  const app = { name: "Meadow", logoUrl: null };
  const own = await sealAlone(
    key,
    "app",
    writeAppIntroduction({ point, apiKey, app, origin, ttl: 3_600 }),
  );
  const reach = { serverUrl: SERVER, apiKey, fetch: scene.fetchOf("app", origin) };
  const mailbox = openMailbox(reach, await mailboxId(secret));
  await mailbox.create({ token, message: own });
  const commitment = await commitTo(point, returnTo);
  let received = 0;
  const receive = async () => {
    const { messages } = await mailbox.receive({ token, after: received });
    received += messages.length;
    return messages;
  };
  return {
    url: `${KEYS}${LINK_PATH}#${formatSecret({ secret, commitment, returnTo })}`,
    /** Continues after the victim opened the link, with all keys of the session. */
    async follow() {
      const [wallet, ...early] = await receive();
      const keys = await deriveSession({
        side: "app",
        secret,
        resume: null,
        privateKey,
        points: {
          app: point,
          wallet: readWalletIntroduction(await openAlone(key, "wallet", wallet!)),
        },
        introductions: { app: own, wallet: wallet! },
      });
      const channel = openChannel(keys);
      let place = 1;
      return {
        keys,
        async send(message: object) {
          for (const text of await channel.seal(message)) {
            await mailbox.send({ token, place: place++, message: text });
          }
        },
        /** Decrypts the next messages of the wallet. */
        async read(): Promise<Record<string, unknown>[]> {
          const opened = [];
          for (const text of [...early.splice(0), ...await receive()]) {
            opened.push(await channel.open(text));
          }
          return opened.filter((each) => each !== null)
            .map(({ message }) => message as Record<string, unknown>);
        },
        /** The connection as its own app would store it, with any secret. */
        stored: (resume: Uint8Array, opener: string) =>
          JSON.stringify({
            secret: toBase64Url(secret),
            resume: toBase64Url(resume),
            token,
            opener,
            until: Date.now() + 3_600_000,
          }),
      };
    },
  };
}
