/** Every screen in every state that all of them share, made from the screen as it is when ready. @module */
import type { DialogMethod, DialogRequest } from "../../core/dialog/request.ts";
import { type Writable, writable } from "../../core/lib/readable.ts";
import {
  account,
  claim,
  connect,
  freeLabel,
  message,
  never,
  operation,
  own,
  owners,
  permission,
  refuse,
  request,
  secondPasskey,
  send,
  status,
  typed,
} from "./fixtures.ts";
import type { Story } from "./story.ts";

/** A screen when it is ready. */
interface Ready {
  /** Makes the request. */
  readonly request: () => DialogRequest;
  /** What its preview lacks until it is ready. */
  readonly unknown?: Readonly<Record<string, unknown>>;
  /** The button that says yes, where the yes needs a passkey. */
  readonly yes?: string;
  /** Whether what is shown is renewed while it is read. */
  readonly renewed?: boolean;
}

const unpriced = { changes: null, fee: null };

const screens: Readonly<Record<string, Ready>> = {
  connect: { request: () => connect(), yes: "sdk-create" },
  name: { request: () => claim(freeLabel), yes: "sdk-claim" },
  "owners-add": {
    request: () => request("acct_addPasskey", { status: "ready", offered: false }),
    yes: "sdk-confirm",
  },
  owners: { request: () => owners("add", secondPasskey), yes: "sdk-confirm" },
  message: {
    request: () => message({ text: "Welcome to Meadow.", bytes: "0x57656c636f6d65" }),
    yes: "sdk-confirm",
  },
  typed: { request: () => typed({}), yes: "sdk-confirm" },
  send: {
    request: () => send({ fee: own }),
    unknown: unpriced,
    yes: "sdk-confirm",
    renewed: true,
  },
  grant: {
    request: () => request("wallet_grantPermissions", { ...operation, permission }),
    unknown: unpriced,
    yes: "sdk-confirm",
    renewed: true,
  },
  revoke: {
    request: () =>
      request("wallet_revokePermissions", { ...operation, id: `0x${"3d".repeat(32)}`, permission }),
    unknown: unpriced,
    yes: "sdk-confirm",
    renewed: true,
  },
  account: {
    request: () => account(),
    unknown: { holdings: null },
  },
  status: {
    request: () => status({ code: 100, chainName: "Base" }),
    unknown: { bundle: null },
  },
};

const error = { cause: "service_down", message: "No answer." } as const;

/** The methods that have a screen here; a test compares them with those that there are. */
export const shownMethods: ReadonlySet<DialogMethod> = new Set(
  Object.values(screens).map(({ request }) => request().method),
);

/** The stories: `<screen>-<state>`. */
export const states: Readonly<Record<string, Story>> = Object.fromEntries(
  Object.entries(screens).flatMap(([name, screen]) =>
    Object.entries(statesOf(screen)).map(([state, story]) => [`${name}-${state}`, story])
  ),
);

function statesOf({ request, unknown = {}, yes, renewed }: Ready): Record<string, Story> {
  const shown = (changes: Readonly<Record<string, unknown>>) => (): DialogRequest => {
    const ready = request();
    return { ...ready, preview: writable({ ...ready.preview.get(), ...changes }) } as typeof ready;
  };
  const loading = shown({ ...unknown, status: "loading" });
  const failed = shown({ ...unknown, status: "error", error, retry: () => {} });
  const answering = (approve: typeof never) => () => ({ ...request(), approve });
  return {
    loading: { request: loading },
    arriving: {
      request: loading,
      becomes: ({ preview }) => (preview as Writable<unknown>).set(request().preview.get()),
    },
    slow: { request: loading, late: true },
    error: { request: failed },
    offline: { request: failed, offline: true },
    ...(renewed && {
      stale: { request: shown({ status: "refreshing" }) },
      "stale-slow": { request: shown({ status: "refreshing" }), late: true },
    }),
    ...(yes !== undefined && {
      busy: { request: answering(never), press: [yes] },
      "busy-slow": { request: answering(never), press: [yes], late: true },
      failed: { request: answering(refuse("passkey_cancelled")), press: [yes] },
    }),
  };
}
