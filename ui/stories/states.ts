/** Stories of every screen in every shared state, derived from the ready screen. @module */
import type { DialogMethod, DialogRequest } from "../../core/dialog/types.ts";
import { type Writable, writable } from "../../core/lib/readable.ts";
import {
  account,
  claim,
  connect,
  freeLabel,
  message,
  operation,
  own,
  owners,
  permission,
  refuse,
  request,
  secondPasskey,
  send,
  status,
  token,
  typed,
  upgrade,
} from "./fixtures.ts";
import { type Answer, never, reopen } from "./requests.ts";
import type { Story } from "./story.ts";

/** A ready screen. */
interface Ready {
  /** Creates the request. */
  readonly request: () => DialogRequest;
  /** Parts that are missing in its preview until it is ready. */
  readonly unknown?: Readonly<Record<string, unknown>>;
  /** Cause of a failed attempt. Default: the user cancels the passkey prompt. */
  readonly failure?: Parameters<typeof refuse>[0];
  /** Test id of the button that opens the passkey prompt, if any. */
  readonly yes?: string;
  /** True if the preview refreshes while it is shown. */
  readonly renewed?: boolean;
}

const unpriced = { changes: null, fee: null };

const screens: Readonly<Record<string, Ready>> = {
  connect: { request: () => connect(), yes: "sdk-create", failure: "service_down" },
  name: { request: () => claim(freeLabel), yes: "sdk-claim", failure: "service_down" },
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
  upgrade: {
    request: () => upgrade({ fee: own }),
    unknown: unpriced,
    yes: "sdk-confirm",
    renewed: true,
  },
  token: { request: () => token(), unknown: { asset: null } },
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

/** Methods with a screen here; a test compares them with all methods. */
export const shownMethods: ReadonlySet<DialogMethod> = new Set(
  Object.values(screens).map(({ request }) => request().method),
);

/** Stories by name: `<screen>-<state>`. */
export const states: Readonly<Record<string, Story>> = Object.fromEntries(
  Object.entries(screens).flatMap(([name, screen]) =>
    Object.entries(deriveStates(screen)).map(([state, story]) => [`${name}-${state}`, story])
  ),
);

function deriveStates(
  { request, unknown = {}, yes, renewed, failure = "passkey_cancelled" }: Ready,
): Record<string, Story> {
  const shown = (changes: Readonly<Record<string, unknown>>) => (): DialogRequest => {
    const ready = request();
    return reopen(ready, { preview: writable({ ...ready.preview.get(), ...changes }) });
  };
  const loading = shown({ ...unknown, status: "loading" });
  const failed = shown({ ...unknown, status: "error", error, retry: () => {} });
  const answering = (approve: Answer) => () => reopen(request(), { approve });
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
      failed: { request: answering(refuse(failure)), press: [yes] },
    }),
  };
}
