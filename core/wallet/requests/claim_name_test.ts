import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AcctError, type Cause } from "../../ground/errors.ts";
import type { ClaimNameParams, NameAvailableResult } from "../../protocol/service/mod.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import {
  fakeUser,
  localService,
  localWallet,
  origin,
  until,
  whenSettled,
} from "../../testing/local_wallet.ts";
import type { DialogRequest, UIHandler } from "../../dialog/types.ts";
import type { ConnectedAccount, NameRequest } from "../../dialog/requests.ts";

/** The service's clock in Unix seconds, far from the local clock. */
const SERVICE_NOW = 1_000_000_000;

type Claim = DialogRequest<"acct_claimName">;

/** Options of a test. */
interface Scene {
  /** Performs the user's action in the name dialog. */
  act(request: Claim): Promise<unknown>;
  available?(label: string): Promise<NameAvailableResult>;
  claim?(params: ClaimNameParams): Promise<{ name: string }>;
  domain?(): Promise<{ domain: string; open: boolean }>;
  /** False for a handler without a dialog for names. */
  handles?: boolean;
  /** The device's clock. */
  now?(): number;
  monotonic?(): number;
}

/** Connects with a new account and a domain. */
function connect(scene: Scene, ens: NameRequest = { domain: "demo.eth", texts: [] }): {
  readonly result: Promise<ConnectedAccount>;
  readonly prompts: readonly string[];
  readonly asked: string[];
} {
  const ceremony = softwareAuthenticator(origin);
  const asked: string[] = [];
  const service = localService({
    async call(method, params) {
      asked.push(method);
      if (method === "acct_getDomain") {
        return await (scene.domain?.() ?? { domain: "demo.eth", open: true });
      }
      if (method === "acct_nameAvailable") {
        return await (scene.available ?? free)((params as { label: string }).label);
      }
      if (method === "acct_claimName") {
        return await (scene.claim ?? given)(params as ClaimNameParams);
      }
      return true;
    },
  });
  const ui: UIHandler = {
    ...fakeUser(async (request: Claim) => {
      await whenSettled(request);
      return await scene.act(request);
    }),
    canHandle: (method) => method !== "acct_claimName" || scene.handles !== false,
  };
  const { now, monotonic } = scene;
  const clocks = { ...(now && { now }), ...(monotonic && { monotonic }) };
  const wallet = localWallet(ui, { service, ceremony, ...clocks });
  const { signal } = new AbortController();
  const result = wallet.ask("wallet_connect", { chainId: 1, ens }, { signal });
  result.catch(() => {});
  return { result, prompts: ceremony.prompts, asked };
}

const free = (label: string): Promise<NameAvailableResult> =>
  Promise.resolve({ status: "free", label: label.toLowerCase(), now: SERVICE_NOW });
const given = ({ label, domain }: ClaimNameParams) =>
  Promise.resolve({ name: `${label}.${domain}` });

const state = (request: Claim, wanted: string) =>
  until(request, ({ label }) => label.state === wanted);

Deno.test("name: looked up when typing pauses, signed with one prompt", async () => {
  const looked: string[] = [];
  const others: unknown[] = [];
  const { result, prompts } = connect({
    available: (label) => {
      looked.push(label);
      return free(label);
    },
    async act(request) {
      const { check } = request.preview.get();
      for (const typed of ["A", "Al", "Ali", "Alic", "Alice"]) check(typed);
      await state(request, "free");
      // A label that is no longer in the field cannot be claimed.
      others.push(await request.approve({ kind: "claim", typed: "Alic" }).catch(() => "refused"));
      return await request.approve({ kind: "claim", typed: "Alice" });
    },
  });
  assertEquals((await result).ens, "alice.demo.eth");
  assertEquals([looked, others], [["Alice"], ["refused"]]);
  assertEquals(prompts.length, 2);
});

Deno.test("name: skipping needs no passkey; closing ends the request", async () => {
  const skipped = connect({ act: (request) => request.approve({ kind: "skip" }) });
  assertEquals((await skipped.result).ens, undefined);
  assertEquals(skipped.prompts.length, 1);
  const closed = connect({
    act: (request) => {
      request.reject();
      return Promise.resolve();
    },
  });
  const error = await assertRejects(() => closed.result, AcctError);
  assertEquals(error.data.cause, "user_rejected");
});

Deno.test("name: no step if there is nothing to choose", async () => {
  const never = () => Promise.reject(new Error("the user should not be prompted"));
  const down = () => Promise.reject(new AcctError("chain_down"));
  const closed = () => Promise.resolve({ domain: "demo.eth", open: false });
  for (const scene of [{ domain: closed }, { domain: down }, { handles: false }]) {
    const { result, prompts, asked } = connect({ act: never, ...scene });
    assertEquals((await result).ens, undefined);
    assertEquals([prompts.length, asked.includes("acct_claimName")], [1, false]);
  }
});

Deno.test("name: a signed claim is sent again without a second prompt", async () => {
  const signatures: string[] = [];
  const failures: (Cause | null)[] = ["service_down", "chain_down", null];
  const { result, prompts } = connect({
    claim(params) {
      signatures.push(params.signature);
      const failure = failures.shift();
      return failure === null || failure === undefined
        ? given(params)
        : Promise.reject(new AcctError(failure));
    },
    async act(request) {
      request.preview.get().check("alice");
      await state(request, "free");
      for (let turn = 0; turn < 2; turn++) {
        await assertRejects(() => request.approve({ kind: "claim", typed: "alice" }), AcctError);
      }
      return await request.approve({ kind: "claim", typed: "alice" });
    },
  });
  assertEquals((await result).ens, "alice.demo.eth");
  assertEquals(new Set(signatures).size, 1);
  assertEquals(prompts.length, 2);
});

Deno.test("name: a claim is dated by the service's clock, regardless of the device's", async () => {
  const dates: number[] = [];
  let passed = 0;
  const { result } = connect({
    now: () => (SERVICE_NOW + 86_400) * 1_000,
    monotonic: () => passed,
    claim(params) {
      dates.push(params.issuedAt);
      return dates.length > 1 ? given(params) : Promise.reject(
        new AcctError("invalid_params", { field: "params[0].issuedAt", detail: "Too old." }),
      );
    },
    available: (label) =>
      Promise.resolve({ status: "free", label, now: SERVICE_NOW + Math.floor(passed / 1_000) }),
    async act(request) {
      request.preview.get().check("alice");
      await state(request, "free");
      passed += 90_000;
      await assertRejects(() => request.approve({ kind: "claim", typed: "alice" }), AcctError);
      // Reads the service's clock again.
      await state(request, "free");
      return await request.approve({ kind: "claim", typed: "alice" });
    },
  });
  assertEquals((await result).ens, "alice.demo.eth");
  assertEquals(dates, [SERVICE_NOW + 90, SERVICE_NOW + 90]);
});

Deno.test("name: a service that returns another name is rejected", async () => {
  const causes: unknown[] = [];
  const { result } = connect({
    claim: () => Promise.resolve({ name: "mallory.demo.eth" }),
    async act(request) {
      request.preview.get().check("alice");
      await state(request, "free");
      causes.push(
        await request.approve({ kind: "claim", typed: "alice" }).catch((error) => error.data.cause),
      );
      return await request.approve({ kind: "skip" });
    },
  });
  assertEquals([(await result).ens, causes], [undefined, ["service_mismatch"]]);
});

Deno.test("name: if the name was claimed in the meantime, another one is chosen", async () => {
  const { result } = connect({
    claim: (params) =>
      params.label === "alice" ? Promise.reject(new AcctError("name_taken")) : given(params),
    async act(request) {
      request.preview.get().check("alice");
      await state(request, "free");
      const error = await assertRejects(
        () => request.approve({ kind: "claim", typed: "alice" }),
        AcctError,
      );
      assertEquals(error.data.cause, "name_taken");
      assertEquals(request.preview.get().label.state, "taken");
      request.preview.get().check("alice2");
      await state(request, "free");
      return await request.approve({ kind: "claim", typed: "alice2" });
    },
  });
  assertEquals((await result).ens, "alice2.demo.eth");
});

Deno.test("name: slow, offline and rate-limited checks are shown, and late answers are ignored", async () => {
  const time = new FakeTime();
  try {
    const answers = new Map<string, PromiseWithResolvers<NameAvailableResult>>();
    const shown: Claim[] = [];
    const done = Promise.withResolvers<void>();
    const { result } = connect({
      available(label) {
        const answer = Promise.withResolvers<NameAvailableResult>();
        answers.set(label, answer);
        return answer.promise;
      },
      async act(request) {
        shown.push(request);
        await done.promise;
        return await request.approve({ kind: "skip" });
      },
    });
    while (shown.length === 0) await time.tickAsync(1);
    const { preview } = shown[0]!;
    const label = () => preview.get().label;
    preview.get().check("first");
    assertEquals(label().state, "checking");
    await time.tickAsync(300);
    preview.get().check("second");
    await time.tickAsync(300);
    answers.get("first")!.resolve({ status: "free", label: "first", now: SERVICE_NOW });
    await time.tickAsync(1);
    assertEquals([label().typed, label().state], ["second", "checking"]);
    await time.tickAsync(2_000);
    assertEquals(label().state, "slow");
    answers.get("second")!.reject(new AcctError("service_down"));
    await time.tickAsync(1);
    assertEquals(label().state, "offline");
    preview.get().check("third");
    await time.tickAsync(300);
    answers.get("third")!.reject(new AcctError("limit_exceeded", { retryAfter: 5 }));
    await time.tickAsync(1);
    assertEquals(label().state, "slow");
    answers.delete("third");
    await time.tickAsync(5_000);
    answers.get("third")!.resolve({ status: "taken" });
    await time.tickAsync(1);
    assertEquals(label().state, "taken");
    done.resolve();
    await time.tickAsync(1);
    assertEquals((await result).ens, undefined);
    // The dialog makes no checks after it is closed.
    answers.clear();
    preview.get().check("fourth");
    await time.tickAsync(1_000);
    assert(answers.size === 0);
  } finally {
    time.restore();
  }
});

Deno.test("name: others are suggested once a name is taken, and are claimed only by choice", async () => {
  const looked: string[] = [];
  const seen: unknown[] = [];
  const { result } = connect({
    available: (label) => {
      looked.push(label);
      return label === "rose" || label === "my-rose"
        ? Promise.resolve({ status: "taken" })
        : free(label);
    },
    async act(request) {
      const { check } = request.preview.get();
      check("rose");
      await until(request, ({ label }) => label.suggestions !== undefined);
      const { typed, state: found, suggestions = [] } = request.preview.get().label;
      seen.push(typed, found, suggestions.map((each) => each.replace(/\d+/, "N")));
      assertEquals(looked.length, 4);
      // A suggestion is checked like any other label.
      const refused = request.approve({ kind: "claim", typed: suggestions[1]! });
      seen.push(await refused.catch(() => "refused"));
      check(suggestions[1]!);
      await state(request, "free");
      assertEquals(request.preview.get().label.suggestions, undefined);
      return await request.approve({ kind: "claim", typed: suggestions[1]! });
    },
  });
  assertEquals((await result).ens, "the-rose.demo.eth");
  assertEquals(seen, ["rose", "taken", ["roseN", "the-rose"], "refused"]);
  assertEquals(looked.length, 5);
});

Deno.test("name: suggestions that cannot be checked are no failure", async () => {
  let asked = 0;
  const { result } = connect({
    available: () =>
      ++asked === 1
        ? Promise.resolve({ status: "taken" })
        : Promise.reject(new AcctError("limit_exceeded")),
    async act(request) {
      request.preview.get().check("rose");
      await state(request, "taken");
      await new Promise((resolve) => setTimeout(resolve, 20));
      assertEquals(request.preview.get().label, { typed: "rose", state: "taken" });
      return await request.approve({ kind: "skip" });
    },
  });
  assertEquals([(await result).ens, asked], [undefined, 4]);
});
