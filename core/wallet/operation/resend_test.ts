import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { operationHash } from "../../client/prepared_operation.ts";
import { AcctError, type Cause } from "../../ground/errors.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import { type Scene, scene, type Send } from "../../testing/wallet_scene.ts";

const never = new AbortController().signal;
/** A quote is valid for 120 s and renewed 20 s before its end. */
const REFRESHED_AFTER_MS = 100_000;
const calls = [{ to: `0x${"22".repeat(20)}`, value: "0x5", data: "0x" }] as const;
const paymaster = { url: "https://pm.example" };
const ask = (at: Scene) =>
  at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls, paymaster }, {
    signal: never,
  });
const askWithOwnFee = (at: Scene) =>
  at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, { signal: never });
const approve = async (request: Send, choice: Parameters<Send["approve"]>[0] = {}) =>
  (await assertRejects(() => request.approve(choice), AcctError)).data.cause;
const warned = (request: Send) =>
  request.preview.get().warnings.some(({ code }) => code === "may_be_sent");

/** Connects a wallet to a service that accepts operations, but whose answers fail at first. */
async function lossy(failures: readonly Cause[]) {
  const at = await scene();
  const left = [...failures];
  const accepted = new Set<string>();
  at.send = (operation) => {
    const id = operationHash(operation, 1);
    accepted.add(id);
    const cause = left.shift();
    if (cause !== undefined) throw new AcctError(cause);
    return Promise.resolve({ id });
  };
  // The next quote has the next nonce, like from a service that accepted the first operation.
  at.tamper = (result) => ({
    ...result,
    operation: { ...result.operation, nonce: accepted.size === 0 ? "0x0" : "0x1" },
  });
  return { at, accepted };
}

for (const wait of [0, 200_000]) {
  Deno.test(`resend: an operation whose response was lost is sent again ${wait / 1000} s later, never a second one`, async () => {
    const { at, accepted } = await lossy(["service_down"]);
    at.act = async (request) => {
      await whenSettled(request);
      assertEquals([await approve(request), warned(request)], ["service_down", true]);
      at.clock += wait;
      at.monotonic += wait;
      return await request.approve({});
    };
    const { id } = await ask(at);
    assertEquals([[...accepted], at.prompts], [[id], ["get"]]);
    assertEquals(at.log, ["acct_prepare", "acct_send", "acct_send"]);
  });
}

Deno.test("resend: after any failure that does not reject the operation, no other one is sent", async () => {
  const causes: Cause[] = ["chain_down", "limit_exceeded", "storage_down", "internal"];
  const { at, accepted } = await lossy(causes);
  at.act = async (request) => {
    await whenSettled(request);
    for (const cause of causes) {
      assertEquals([await approve(request), warned(request)], [cause, true]);
      at.clock += 200_000;
    }
    return await request.approve({});
  };
  const { id } = await ask(at);
  assertEquals([[...accepted], at.prompts], [[id], ["get"]]);
});

Deno.test("resend: no other fee or payer replaces an operation that may land", async () => {
  const { at, accepted } = await lossy(["service_down", "service_down"]);
  at.act = async (request) => {
    const { fee, chooseFee } = await whenSettled(request);
    assert(fee?.payer === "account" && fee.options !== undefined && chooseFee !== undefined);
    const other = fee.options.find(({ token }) => token.address !== null)!.token.address;
    await approve(request);
    const shown = request.preview.get();
    assertEquals([shown.fee, shown.chooseFee], [fee, undefined]);
    chooseFee(other);
    assertEquals(request.preview.get(), shown);
    assertEquals(await approve(request, { feeToken: other }), "service_down");
    return await request.approve({ payFromAccount: true });
  };
  const { id } = await askWithOwnFee(at);
  assertEquals([[...accepted], at.prompts], [[id], ["get"]]);
  assertEquals(at.log, ["acct_prepare", "acct_send", "acct_send", "acct_send"]);
});

Deno.test("resend: a refresh requested before the passkey prompt replaces nothing after it", async () => {
  using time = new FakeTime();
  const { at, accepted } = await lossy(["service_down"]);
  const { tamper } = at;
  const refresh = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  at.act = async (request) => {
    await whenSettled(request);
    at.tamper = async (result, params) => {
      asked.resolve();
      await refresh.promise;
      return tamper(result, params);
    };
    await time.tickAsync(REFRESHED_AFTER_MS);
    await asked.promise;
    assertEquals(request.preview.get().status, "refreshing");
    assertEquals(await approve(request), "service_down");
    refresh.resolve();
    await time.tickAsync(20);
    assertEquals(request.preview.get().status, "ready");
    return await request.approve({});
  };
  const { id } = await ask(at);
  assertEquals([[...accepted], at.prompts], [[id], ["get"]]);
});

Deno.test("resend: a refresh that the passkey prompt interrupted restarts if the prompt is closed", async () => {
  using time = new FakeTime();
  const at = await scene();
  const { tamper } = at;
  const first = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  at.act = async (request) => {
    await whenSettled(request);
    at.tamper = async (result) => {
      asked.resolve();
      await first.promise;
      return result;
    };
    await time.tickAsync(REFRESHED_AFTER_MS);
    await asked.promise;
    at.tamper = tamper;
    at.lies.reject = new AcctError("passkey_cancelled");
    assertEquals(await approve(request), "passkey_cancelled");
    delete at.lies.reject;
    await whenSettled(request);
    first.resolve();
    return await request.approve({});
  };
  await ask(at);
  assertEquals(at.log, ["acct_prepare", "acct_prepare", "acct_prepare", "acct_send"]);
});

Deno.test("resend: an operation that the service finally rejects is prepared and signed again", async () => {
  const { at } = await lossy(["service_down", "quote_changed"]);
  at.act = async (request) => {
    await whenSettled(request);
    assertEquals(await approve(request), "service_down");
    assertEquals(await approve(request), "quote_changed");
    await whenSettled(request);
    assertEquals(warned(request), false);
    return await request.approve({});
  };
  await ask(at);
  assertEquals(at.prompts, ["get", "get"]);
});

Deno.test("resend: a user who leaves while an operation may land gets no report that nothing was sent", async () => {
  for (const own of [undefined, "order-7"]) {
    for (const leave of ["cancel", "close", "withdraw"] as const) {
      const { at, accepted } = await lossy(["chain_down"]);
      const abort = new AbortController();
      const told: (string | null)[] = [];
      at.act = async (request) => {
        await whenSettled(request);
        assertEquals(await approve(request), "chain_down");
        if (leave === "cancel") request.reject();
        if (leave === "withdraw") abort.abort();
      };
      const params = { account: at.account, chainId: 1, calls, ...(own && { id: own }) };
      const error = await assertRejects(
        () =>
          at.wallet.ask("wallet_sendCalls", params, {
            signal: abort.signal,
            onSent: (id) => told.push(id),
          }),
        AcctError,
      );
      const id = own ?? [...accepted][0]!;
      assertEquals([error.code, error.data.cause, error.data.id], [4900, "may_be_sent", id]);
      assert(!/nothing/i.test(error.message), error.message);
      assertEquals([told, accepted.size], [[id], 1]);
    }
  }
});

Deno.test("resend: after a rejection nothing was sent, and the old quote cannot be confirmed", async () => {
  const { at } = await lossy(["service_down", "operation_refused"]);
  const told: (string | null)[] = [];
  at.act = async (request) => {
    await whenSettled(request);
    assertEquals(await approve(request), "service_down");
    assertEquals(await approve(request), "operation_refused");
    assertEquals(request.preview.get().status, "loading");
    assertEquals(await approve(request), "not_ready");
    await whenSettled(request);
    request.reject();
  };
  const params = { account: at.account, chainId: 1, calls };
  const error = await assertRejects(
    () =>
      at.wallet.ask("wallet_sendCalls", params, { signal: never, onSent: (id) => told.push(id) }),
    AcctError,
  );
  assertEquals([error.data.cause, error.data.id], ["user_rejected", undefined]);
  assertEquals([typeof told[0], told.slice(1), at.prompts], ["string", [null], ["get"]]);
});

Deno.test("resend: a revocation that is withdrawn while the chain has it may have been sent", async () => {
  const at = await scene();
  at.status = 100;
  at.read = (method) => method === "eth_call" ? `0x${"ab".repeat(32)}` : "0x";
  const abort = new AbortController();
  let sent: string | null = null;
  at.act = async (request) => {
    await whenSettled(request);
    return await request.approve({});
  };
  const params = { account: at.account, chainId: 1, id: `0x${"55".repeat(32)}` } as const;
  const answer = at.wallet.ask("wallet_revokePermissions", params, {
    signal: abort.signal,
    onSent(id) {
      sent = id;
      setTimeout(() => abort.abort(), 50);
    },
  });
  const error = await assertRejects(() => answer, AcctError);
  assert(sent !== null);
  assertEquals([error.data.cause, error.data.id], ["may_be_sent", sent]);
});

Deno.test("send: nothing is sent for a user who closes the dialog before the signature is checked", async () => {
  const at = await scene();
  at.act = async (request) => {
    await whenSettled(request);
    at.lies.clientData = (usual) => {
      request.reject();
      return `{${usual}}`;
    };
    return await request.approve({});
  };
  const error = await assertRejects(() => askWithOwnFee(at), AcctError);
  assertEquals([error.data.cause, at.log], ["user_rejected", ["acct_prepare"]]);
});
