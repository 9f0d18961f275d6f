import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AcctError } from "../../ground/errors.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import { type Behaviour, type Scene, scene } from "../../testing/wallet_scene.ts";

const never = new AbortController().signal;
const friend = `0x${"22".repeat(20)}` as const;
const calls = [{ to: friend, value: "0x5", data: "0x" }] as const;
const skews = {
  "a day slow": -86_400_000,
  exact: 0,
  "130 s fast": 130_000,
  "10 min fast": 600_000,
  "a day fast": 86_400_000,
};

const methods = {
  wallet_sendCalls: (at: Scene) =>
    at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, {
      signal: never,
    }),
  wallet_revokePermissions: (at: Scene) =>
    at.wallet.ask("wallet_revokePermissions", { account: at.account, chainId: 1, id: null }, {
      signal: never,
    }),
};

const prepares = (at: Behaviour) => at.log.filter((method) => method === "acct_prepare").length;

/** Advances every clock of a device, step by step. */
async function pass(at: Behaviour, time: FakeTime, ms: number, step = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    at.clock += step;
    at.monotonic += step;
    await time.tickAsync(step);
  }
}

for (const [name, skew] of Object.entries(skews)) {
  for (const [method, ask] of Object.entries(methods)) {
    Deno.test(`clocks: ${method} with a device clock that is ${name}`, async () => {
      const at = await scene();
      at.skew = skew;
      at.act = async (request) => {
        await whenSettled(request);
        return await request.approve({});
      };
      await ask(at);
      assertEquals([at.prompts, prepares(at)], [["get"], 1]);
    });
  }

  Deno.test(`clocks: an open dialog renews its quote rarely, ${name}`, async () => {
    using time = new FakeTime();
    const at = await scene();
    at.skew = skew;
    at.act = async (request) => {
      await pass(at, time, 590_000, 5_000);
      request.reject();
    };
    await assertRejects(() => methods.wallet_sendCalls(at), AcctError);
    assertEquals(prepares(at), 6, "every 100 seconds");
  });
}

Deno.test("clocks: a quote expires by the clock that advanced further", async () => {
  for (
    const [move, renewed] of [
      [{ clock: 0, monotonic: 121_000 }, true],
      [{ clock: -86_400_000, monotonic: 121_000 }, true],
      // The device slept: its monotonic clock may have stopped.
      [{ clock: 121_000, monotonic: 0 }, true],
      [{ clock: -86_400_000, monotonic: 60_000 }, false],
    ] as const
  ) {
    const at = await scene();
    at.act = async (request) => {
      await whenSettled(request);
      at.skew += move.clock;
      at.monotonic += move.monotonic;
      if (renewed) {
        const error = await assertRejects(() => request.approve({}), AcctError);
        assertEquals([error.data.cause, at.prompts], ["quote_changed", []]);
        await whenSettled(request);
      }
      return await request.approve({});
    };
    await methods.wallet_sendCalls(at);
    assertEquals([move, prepares(at)], [move, renewed ? 2 : 1]);
  }
});

Deno.test("clocks: quotes with a short lifetime are renewed with increasing pauses", async () => {
  for (const validFor of [0.001, 1, 5, 20]) {
    using time = new FakeTime();
    const at = await scene();
    at.tamper = (result) => ({ ...result, validFor });
    at.act = async (request) => {
      await pass(at, time, 60_000, 5_000);
      const soon = prepares(at);
      assert(soon <= 5, `${soon} requests in the first minute`);
      await pass(at, time, 600_000, 5_000);
      const later = prepares(at) - soon;
      assert(later <= 11, `${later} requests in the ten minutes after`);
      assert(later >= 8, "the quote is still renewed");
      request.reject();
    };
    await assertRejects(() => methods.wallet_sendCalls(at), AcctError);
  }
});

Deno.test("clocks: an invalid lifetime is rejected, and only the user can retry", async () => {
  for (const validFor of [0, -5, NaN, Infinity, "120", null, undefined]) {
    using time = new FakeTime();
    const at = await scene();
    at.tamper = (result) => ({ ...result, validFor: validFor as number });
    at.act = async (request) => {
      const { error } = await whenSettled(request);
      assertEquals([validFor, error?.cause], [validFor, "service_mismatch"]);
      await pass(at, time, 60_000);
      assertEquals(prepares(at), 1);
      request.reject();
    };
    await assertRejects(() => methods.wallet_sendCalls(at), AcctError);
  }
});
