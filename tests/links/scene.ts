/** Two ends of device links, with the real mailboxes and a relay between them that a test controls. */
import { connectionStore } from "../../core/link/connection.ts";
import { createLinkWallet } from "../../core/link/link_wallet.ts";
import type { LinkView, ShowLink } from "../../core/protocol/link_view.ts";
import { memoryStorage, type Storage } from "../../core/lib/storage.ts";
import { type AskOptions, CONNECT, type Wallet } from "../../core/dialog/requests.ts";
import type { AppView, DialogMethod } from "../../core/dialog/types.ts";
import { parseSecret } from "../../core/link/keys.ts";
import { fromBase64Url, toBase64Url } from "../../core/lib/base64url.ts";
import { type LinkBook, linkBook, type LinkRecord } from "../../core/wallet/device/links.ts";
import { type LinkFailure, type OpenedLink, openLink } from "../../core/wallet/host/open_link.ts";
import { type LinkEnd, recordOf, serveLink } from "../../core/wallet/host/serve_link.ts";
import type { DappRequest } from "../../core/wallet/host/params.ts";
import { createService, type Service } from "../../service/mod.ts";
import { createTestKey } from "../../service/testing/small_service.ts";
import { until } from "../../scripts/stack/patience.ts";

export { until };

export const SERVER = "http://localhost:1";
export const KEYS = "http://keys.localhost:1";
export const PAGE = "http://shop.localhost:2";

/** A call of the mailbox on its way through the relay. */
export interface Call {
  readonly side: "app" | "wallet" | "thief";
  readonly id: string;
  readonly action: "create" | "open" | "send" | "receive" | "end";
  body: Record<string, unknown>;
}

/** Decides about a call; `forward` asks the real mailbox. */
export type Relay = (
  call: Call,
  forward: (call: Call) => Promise<Record<string, unknown>>,
) => Promise<Record<string, unknown>>;

/** Everything that the tests of one file share. */
export interface Scene extends AsyncDisposable {
  readonly service: Service;
  readonly apiKey: string;
  /** The relay; honest by default. */
  relay: Relay;
  /** Every text that passed the relay. */
  readonly seen: string[];
  /** `fetch` of one side. */
  fetchOf(side: Call["side"], origin: string | null): typeof fetch;
}

/** Starts a service in this process. */
export async function openScene(): Promise<Scene> {
  const service = await createService({ host: "localhost:1", database: ":memory:", chains: [] });
  const apiKey = await createTestKey(service.store);
  const scene: Scene = {
    service,
    apiKey,
    relay: (call, forward) => forward(call),
    seen: [],
    fetchOf: (side, origin) => async (input, init) => {
      const url = new URL(String(input));
      const [id, action = "create"] = url.pathname.split("/").slice(3);
      const headers = new Headers(init?.headers);
      if (origin !== null) headers.set("origin", origin);
      const forward = async (call: Call) => {
        const path = call.action === "create" ? call.id : `${call.id}/${call.action}`;
        const request = new Request(`${SERVER}/v1/link/${path}`, {
          method: "POST",
          headers,
          body: JSON.stringify(call.body),
        });
        const response = await service.fetch(request, side);
        return await response.json() as Record<string, unknown>;
      };
      const text = String(init?.body);
      scene.seen.push(url.pathname, text);
      const call: Call = {
        side,
        id: id!,
        action: action as Call["action"],
        body: JSON.parse(text),
      };
      const relayed = async () => {
        // A request that waits passes the relay of the time at which it is answered.
        const real = call.action === "receive" ? await forward(call) : undefined;
        const reply = await scene.relay(
          call,
          (call) => real ? Promise.resolve(real) : forward(call),
        );
        scene.seen.push(JSON.stringify(reply));
        return Response.json(reply);
      };
      const work = relayed();
      const { signal } = init ?? {};
      if (!signal) return await work;
      const { promise: ended, reject } = Promise.withResolvers<never>();
      const end = () => reject(signal.reason);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
      work.catch(() => {});
      return await Promise.race([work, ended]).finally(() =>
        signal.removeEventListener("abort", end)
      );
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
    },
  };
  return scene;
}

/** The requesting side. */
export interface App {
  readonly wallet: Wallet;
  readonly views: (LinkView | null)[];
  /** The newest view that is in a state. */
  view(state: LinkView["state"]): Promise<LinkView>;
  /** Asks for a connection. */
  connect(): Promise<unknown>;
  /** Asks for a signature of a message. */
  sign(message: string, options?: Partial<AskOptions>): Promise<unknown>;
}

/** Creates a requesting side. */
export function createApp(
  scene: Scene,
  { origin = PAGE, storage = memoryStorage(), ttl = 3_600, onLink }: {
    origin?: string | null;
    storage?: Storage;
    ttl?: number;
    onLink?: ShowLink;
  } = {},
): App {
  const views: (LinkView | null)[] = [];
  const wallet = createLinkWallet({
    reach: { serverUrl: SERVER, apiKey: scene.apiKey, fetch: scene.fetchOf("app", origin) },
    keysUrl: KEYS,
    app: { name: "Meadow", logoUrl: null },
    origin,
    ttl,
    connection: connectionStore({ storage, key: "link", ttl, now: Date.now }),
    returnTo: onLink?.returnUrl,
    show(view) {
      views.push(view);
      onLink?.(view);
    },
  });
  const { signal } = new AbortController();
  return {
    wallet,
    views,
    async view(state) {
      await until(`the view is ${state}`, () => views.at(-1)?.state === state);
      return views.at(-1)!;
    },
    connect: () => wallet.ask(CONNECT, { chainId: 1 }, { signal }),
    sign: (message, options) =>
      wallet.ask(
        "personal_sign",
        { account: ACCOUNT, chainId: 1, message: message as "0x" },
        { signal, ...options },
      ),
  };
}

export const ACCOUNT = `0x${"11".repeat(20)}` as const;

/** A request that the wallet shows. */
export interface Asked {
  readonly app: AppView;
  readonly method: DialogMethod;
  readonly params: { readonly message: string };
}

/** The device with the wallet. */
export interface Phone {
  readonly asked: Asked[];
  readonly links: LinkBook;
  /** Answers a request; by default with its message. */
  answer: (asked: Asked, options: AskOptions) => Promise<unknown>;
  /** Opens the link of a view. */
  open(url: string): Promise<OpenedLink | LinkFailure>;
  /** Accepts an opened link and serves it until the scene ends. */
  accept(opened: OpenedLink): Serving;
  /** Address at which the page of an opened link returns. */
  back(opened: OpenedLink): string;
  /** Serves a known link, as after a reload of the page. */
  resume(): Serving;
}

/** A link that is served. */
export interface Serving extends AsyncDisposable {
  readonly record: LinkRecord;
  readonly end: Promise<LinkEnd>;
}

/** Creates a device with the wallet. */
export function createPhone(scene: Scene, side: Call["side"] = "wallet"): Phone {
  const reach = { serverUrl: SERVER, apiKey: scene.apiKey, fetch: scene.fetchOf(side, KEYS) };
  const links = linkBook(memoryStorage());
  const asked: Asked[] = [];
  const serve = (record: LinkRecord, opened: OpenedLink | null): Serving => {
    const stop = new AbortController();
    let isKept = !opened?.returning;
    const end = serveLink(
      {
        host: "localhost:1",
        reach,
        record,
        isEnded: () => isKept && links.find(record.secret)?.ended !== false,
        onConnected() {
          isKept = true;
          links.put(record);
        },
        onRequest: () => links.touch(record.secret),
        read: (method, params) => Promise.resolve({ method, params } as DappRequest),
        wallet: (app) => ({
          ask(method, params, options) {
            const each = { app, method, params: params as unknown as Asked["params"] };
            asked.push(each);
            return phone.answer(each, options) as Promise<never>;
          },
          dispose() {},
        }),
        visible: () => Promise.resolve(),
        onState() {},
      },
      opened,
      stop.signal,
    );
    return {
      record,
      end,
      async [Symbol.asyncDispose]() {
        stop.abort();
        await end;
      },
    };
  };
  const phone: Phone = {
    asked,
    links,
    answer: ({ params }) => Promise.resolve(params.message),
    open(url) {
      const secret = parseSecret(new URL(url).hash)!;
      const known = links.find(toBase64Url(secret.secret));
      return openLink(reach, secret, known);
    },
    accept(opened) {
      const record = recordOf(opened, { name: "Meadow", ttl: 3_600, now: Date.now() });
      if (opened.returning === null) links.put(record);
      return serve(record, opened);
    },
    back({ returning, secret }) {
      const isConnected = links.find(toBase64Url(secret)) !== undefined;
      return isConnected ? returning!.ticketed : returning!.address;
    },
    resume: () => serve(links.list()[0]!, null),
  };
  return phone;
}

/** Links an app to a phone, and returns the request that did it. */
export async function connect(
  app: App,
  phone: Phone,
): Promise<{ readonly serving: Serving; readonly answer: unknown }> {
  const answer = app.sign("0x00");
  const { url } = await app.view("open");
  const opened = await phone.open(url);
  if (typeof opened === "string") throw new Error(`the link is ${opened}`);
  await app.view("compare");
  const serving = phone.accept(opened);
  return { serving, answer: await answer };
}

/** Opens a link, which must be possible. */
export async function open(phone: Phone, url: string): Promise<OpenedLink> {
  const opened = await phone.open(url);
  if (typeof opened === "string") throw new Error(`the link is ${opened}`);
  return opened;
}

/** Changes one bit in the ciphertext of a message. */
export function damage(message: string): string {
  const at = message.lastIndexOf(".") + 1;
  const bytes = fromBase64Url(message.slice(at))!;
  bytes[bytes.length >> 1]! ^= 1;
  return message.slice(0, at) + toBase64Url(bytes);
}

/**
 * Lets the relay lead a side to the mailbox that has not been opened, for any token. Returns a function
 * that counts how often the side has opened it.
 */
export async function leadToUnopened(scene: Scene, side: Call["side"]): Promise<() => number> {
  const { id } = await scene.service.store.updateTable("links").set({ opener: null })
    .where("opened", "=", 0).returning("id").executeTakeFirstOrThrow();
  let count = 0;
  scene.relay = async (call, forward) => {
    const reply = await forward(call.side === side ? { ...call, id } : call);
    if (call.side === side && reply.state === "open") count++;
    return reply;
  };
  return () => count;
}
