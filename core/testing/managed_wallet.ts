/**
 * Creates a wallet whose page has a fake password manager, in the app's page or behind a window of the
 * wallet host, and the flows that use a passkey.
 *
 * @module
 */
import { concat, encodeFunctionData, type Hex, pad } from "viem";
import { acctAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import { operationHash } from "../client/prepared_operation.ts";
import type { ConnectPreview, DialogMethod, DialogRequest, UIHandler } from "../dialog/types.ts";
import { memoryStorage } from "../lib/storage.ts";
import { browserCeremony } from "../passkey/browser/ceremony.ts";
import { AcctError } from "../ground/errors.ts";
import { fromErrorJson } from "../ground/error_json.ts";
import type { ChoiceOf, ParamsOf, Wallet } from "../dialog/requests.ts";
import type { PrepareParams } from "../protocol/service/mod.ts";
import type { OperationJson } from "../wire/values.ts";
import { accountBook } from "../wallet/device/accounts.ts";
import { readRequest } from "../wallet/host/params.ts";
import { serveOpener } from "../wallet/host/serve_opener.ts";
import { type SoftwareAuthenticator, softwareAuthenticator } from "./authenticator.ts";
import { type FakeManager, fakeManager, type Realm } from "./fake_manager.ts";
import { chain, localService, localWallet, origin, whenSettled } from "./local_wallet.ts";
import { enterPasskeyPage } from "./page_credentials.ts";
import { prepared } from "./wallet_scene.ts";
import { enterPage, fakeWindow } from "./windows.ts";

/** Places where the wallet runs. */
export const sides = ["AppSpecific", "wallet host"] as const;

/** Acts in a dialog: `approve` confirms it with the usual choice. */
export type Act = (request: DialogRequest, approve: () => Promise<unknown>) => Promise<unknown>;

/** A name of 120 bytes, which some authenticators reject. */
export const LONG_NAME = "口座".repeat(20);

/** A wallet with its page. */
export interface ManagedWallet extends Disposable {
  readonly manager: FakeManager;
  readonly authenticator: SoftwareAuthenticator;
  /** Calls of the service so far. */
  readonly log: string[];
  /** Acts as the user; approves by default. */
  act: Act;
  /** The user's choice when connecting. */
  choose: (preview: ConnectPreview) => ChoiceOf["wallet_connect"];
  /** Credential ids of the device's accounts. */
  known(): string[];
  /** Sends a request like an app. */
  ask<M extends DialogMethod>(
    method: M,
    params: ParamsOf[M],
    signal?: AbortSignal,
  ): Promise<unknown>;
}

/** Creates a wallet. */
export function managedWallet(side: (typeof sides)[number], realm: Realm): ManagedWallet {
  const stack = new DisposableStack();
  const authenticator = softwareAuthenticator(origin);
  stack.use(enterPasskeyPage(authenticator));
  const manager = fakeManager(null, () => realm);
  const storage = memoryStorage();
  const log: string[] = [];
  const self: ManagedWallet = {
    manager,
    authenticator,
    log,
    act: (_request, approve) => approve(),
    choose: () => ({ kind: "create", name: LONG_NAME }),
    known: () => accountBook(storage).list().map(({ credentialId }) => credentialId),
    ask: (method, params, signal = new AbortController().signal) =>
      wallet.ask(method, params, { signal }),
    [Symbol.dispose]: () => stack.dispose(),
  };
  const ui: UIHandler = {
    init() {},
    cleanup() {},
    canHandle: () => true,
    async request(method, params) {
      const request = params as DialogRequest;
      await whenSettled<{ readonly status: string }>(request);
      return await self.act(request, () => request.approve(choiceOf(method, request)));
    },
  };
  const choiceOf = (method: string, request: DialogRequest): ChoiceOf[DialogMethod] => {
    if (method === "wallet_connect") return self.choose(request.preview.get() as ConnectPreview);
    return method === "acct_addPasskey" ? { kind: "create", name: LONG_NAME } : {};
  };
  const wallet = localWallet(ui, { storage, ceremony: browserCeremony(), service: service(log) });
  stack.defer(() => wallet.dispose());
  if (side === "wallet host") self.ask = askThroughWindow(stack, wallet);
  return self;
}

/** Serves a wallet to the window that opened it, and returns the function that its page calls. */
function askThroughWindow(stack: DisposableStack, wallet: Wallet): ManagedWallet["ask"] {
  const page = "https://shop.example";
  const host = fakeWindow(origin, () => opener);
  const opener = fakeWindow(page, () => host);
  stack.use(enterPage(host, () => null));
  const end = serveOpener({
    opener: opener as unknown as Window,
    hash: `#origin=${encodeURIComponent(page)}`,
    host: "example",
    read: readRequest,
    wallet: () => wallet,
  });
  stack.defer(() => end?.());
  const say = (message: unknown) => host.deliver(message, page, opener);
  say({ acct: "init", version: 1, key: "", app: { name: "Shop", logoUrl: null } });
  const answers = new Map<unknown, (answer: { result?: unknown; error?: unknown }) => void>();
  opener.listeners.add(({ data }) => answers.get(data.id)?.(data));
  return (method, params, signal) => {
    const id = crypto.randomUUID();
    const answer = new Promise((resolve, reject) => {
      answers.set(id, (message) => {
        if (message.error !== undefined) reject(fromErrorJson(message.error));
        else if ("result" in message) resolve(message.result);
      });
    });
    signal?.addEventListener("abort", () => say({ acct: "cancel", id }));
    say({ acct: "request", id, method, params });
    return answer;
  };
}

/** Fakes a service that stores the data it receives. */
function service(log: string[]) {
  const changes: unknown[] = [];
  const keys: unknown[] = [];
  const state = encodeFunctionData({
    abi: acctAbi,
    functionName: "permissionState",
    args: [0n],
  });
  return localService({
    rpc: (method) =>
      method === "wallet_getCallsStatus"
        ? Promise.reject(new AcctError("unknown_bundle"))
        : Promise.resolve(null),
    chain(_id, method, params) {
      if (method === "eth_getBlockByNumber") return Promise.resolve({ timestamp: "0x1" });
      const [{ data }] = method === "eth_call" ? params as [{ data: Hex }] : [{ data: "0x" }];
      if (data === state) {
        return Promise.resolve(
          concat([pad(contracts.permissions), pad("0xffffffffffff"), pad("0x00"), pad("0x01")]),
        );
      }
      return Promise.resolve(method === "eth_call" ? pad("0x00") : "0x");
    },
    call(method, params) {
      log.push(method);
      switch (method) {
        case "acct_prepare":
          return prepared(params as PrepareParams, Date.now(), chain);
        case "acct_send":
          return { id: operationHash((params as { operation: OperationJson }).operation, 1) };
        case "acct_putCredential":
          keys.push(params);
          return true;
        case "acct_getCredential":
          return { keys };
        case "acct_putOwnerChange":
          changes.push((params as { readonly change: unknown }).change);
          return { changes, chains: [] };
        case "acct_getOwners":
          return { changes, chains: [] };
        case "acct_getTokens":
          return [];
        default:
          return true;
      }
    },
  });
}

/** A flow that uses a passkey. */
export interface Flow {
  readonly name: string;
  /** Kind of its first prompt. */
  readonly kind: "create" | "get";
  /** False for methods that only the wallet's own pages request. */
  readonly inHost: boolean;
  /** Prepares the device; returns the flow. */
  begin(at: ManagedWallet): Promise<(signal?: AbortSignal) => Promise<unknown>>;
}

const connect = (at: ManagedWallet, signal?: AbortSignal) =>
  at.ask("wallet_connect", { chainId: chain.id }, signal);

/** Connects, and returns the account. */
async function connected(at: ManagedWallet): Promise<{ account: Hex; chainId: number }> {
  const { account } = await connect(at) as { account: { address: Hex } };
  return { account: account.address, chainId: chain.id };
}

const spender: Hex = `0x${"22".repeat(20)}`;

/** Every flow with a passkey. */
export const flows: readonly Flow[] = [
  {
    name: "connect with a new passkey",
    kind: "create",
    inHost: true,
    begin: (at) => Promise.resolve((signal) => connect(at, signal)),
  },
  {
    name: "connect with an existing passkey",
    kind: "get",
    inHost: true,
    async begin(at) {
      await connected(at);
      at.choose = () => ({ kind: "existing" });
      return (signal) => connect(at, signal);
    },
  },
  {
    name: "sign in with a known account",
    kind: "get",
    inHost: true,
    async begin(at) {
      await connected(at);
      at.choose = ({ known }) => ({ kind: "continue", credentialId: known[0]!.credentialId });
      const siwe = { nonce: "12345678", chainId: chain.id };
      return (signal) => at.ask("wallet_connect", { chainId: chain.id, siwe }, signal);
    },
  },
  {
    name: "sign a message",
    kind: "get",
    inHost: true,
    async begin(at) {
      const of = await connected(at);
      return (signal) => at.ask("personal_sign", { ...of, message: "0x68690a" }, signal);
    },
  },
  {
    name: "send calls",
    kind: "get",
    inHost: true,
    async begin(at) {
      const of = await connected(at);
      const calls = [{ to: spender, value: "0x1", data: "0x" }] as const;
      return (signal) => at.ask("wallet_sendCalls", { ...of, calls }, signal);
    },
  },
  {
    name: "grant a permission",
    kind: "get",
    inHost: true,
    async begin(at) {
      const of = await connected(at);
      const token: Hex = `0x${"33".repeat(20)}`;
      const grant = {
        spender,
        expiry: 4_000_000_000,
        deferred: true,
        calls: [],
        spends: [{ token, allowance: "0x1", unit: 3, multiplier: 1 }],
      } as const;
      return (signal) => at.ask("wallet_grantPermissions", { ...of, ...grant }, signal);
    },
  },
  {
    name: "add a passkey",
    kind: "create",
    inHost: false,
    async begin(at) {
      const of = await connected(at);
      return (signal) => at.ask("acct_addPasskey", of, signal);
    },
  },
];
