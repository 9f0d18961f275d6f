/** An agent pays an API of the examples within its budget, with our own facilitator. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { createWalletClient, type Hex } from "viem";
import { transferOf } from "../../../pay/payer/chain.ts";
import {
  memoryJournal,
  payingFetch,
  type PayingFetchOptions,
  PaymentError,
  type PaymentRecord,
} from "../../../pay/mod.ts";
import { prepareTransaction } from "../../../core/permission/mod.ts";
import { prepareRedemption, redeemTransaction } from "../../../core/execution_permissions.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { type Agent, openPayingScene, shop } from "./paying.ts";
import { startTestStack } from "../support/start.ts";
import { viemChain } from "../support/viem_chain.ts";

Deno.test("agents pay by ERC-7710, EIP-3009 and Permit2, within their budget", async (t) => {
  await using stack = await startTestStack();
  const scene = await openPayingScene(stack);
  const { client, cash, balance } = scene;
  const limits = [{ token: cash, perRequest: 500n }];
  const open = ({ granted, key }: Agent, more: Partial<PayingFetchOptions> = {}) =>
    payingFetch({ granted, key, client, limits, interval: 20, ...more });
  const refused = async (work: Promise<unknown>) =>
    await assertRejects(() => work, PaymentError) as PaymentError;

  await t.step("by ERC-7710, without gas, even right after the first grant", async () => {
    const agent = await scene.grant({ gas: 0n });
    const paid: PaymentRecord[] = [];
    await using api = scene.serve();
    const fetch = open(agent, { onPayment: (payment) => void paid.push(payment) });
    const before = await balance(shop);
    const response = await fetch(`${api.url}/forecast/oslo`);
    assertEquals([response.status, await response.json()], [200, { city: "oslo", sky: "clear" }]);
    assertEquals(await balance(shop) - before, 10n);
    assertEquals(paid.length, 1);
    assertEquals(fetch.receipt(response), paid[0]);
    const { transfer, status, amount, transaction } = paid[0]!;
    assertEquals([transfer, status, amount], ["erc7710", "paid", "10"]);
    assertEquals((await client.getTransactionReceipt({ hash: transaction! })).status, "success");
    assertEquals((await fetch(`${api.url}/`)).status, 200, "what is free stays free");
    assertEquals(paid.length, 1);
  });

  for (const method of ["eip3009", "permit2"] as const) {
    await t.step(`by ${method}, topped up with exactly the missing amount`, async () => {
      const agent = await scene.grant();
      await using api = scene.serve({ methods: [method] });
      const fetch = open(agent);
      const before = await balance(shop);
      const [account, key] = [agent.granted.account, agent.key.address];
      const had = await balance(account);
      for (const city of ["oslo", "bergen"]) {
        const response = await fetch(`${api.url}/forecast/${city}`);
        assertEquals([response.status, (await response.json()).city], [200, city]);
      }
      assertEquals(await balance(shop) - before, 20n);
      assertEquals([had - await balance(account), await balance(key)], [20n, 0n]);
      assertEquals((await fetch.payments()).map(({ transfer, status }) => [transfer, status]), [
        [method, "paid"],
        [method, "paid"],
      ]);
    });

    await t.step(`by ${method}, ten concurrent: each is paid once, and none left`, async () => {
      const agent = await scene.grant();
      await using api = scene.serve({ methods: [method] });
      const fetch = open(agent);
      const before = await balance(shop);
      const statuses = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const response = await fetch(`${api.url}/forecast/oslo`);
          await response.body?.cancel();
          return response.status;
        }),
      );
      assertEquals(statuses, Array(10).fill(200));
      assertEquals(await balance(shop) - before, 100n);
      assertEquals(await balance(agent.key.address), 0n);
    });
  }

  await t.step("a payment above the permission is rejected here, and on the chain", async () => {
    const agent = await scene.grant({ perDay: 25n });
    await using api = scene.serve();
    const fetch = open(agent);
    for (const city of ["a", "b"]) {
      const response = await fetch(`${api.url}/forecast/${city}`);
      assertEquals(response.status, 200);
      await response.body?.cancel();
    }
    const error = await refused(fetch(`${api.url}/forecast/c`));
    assertEquals([error.reason, error.field], ["over_permission", "granted.spends"]);
    const wallet = createWalletClient({
      account: agent.key,
      chain: viemChain(stack),
      transport: patientHttp(stack.rpcUrl),
    });
    const calls = [transferOf(cash, shop, 10n)];
    for (
      const transaction of [
        prepareTransaction(agent.granted, calls),
        redeemTransaction([prepareRedemption(agent.granted, calls)]),
      ]
    ) {
      const hash = await wallet.sendTransaction({ ...transaction, gas: 1_000_000n });
      assertEquals((await client.waitForTransactionReceipt({ hash })).status, "reverted");
    }
  });

  await t.step("a lost answer: the same bytes again, and one payment", async () => {
    for (const method of ["erc7710", "eip3009"] as const) {
      const agent = await scene.grant();
      await using api = scene.serve({ methods: [method] });
      const journal = memoryJournal();
      const sent: (string | null)[] = [];
      let broken = true;
      const lossy: typeof fetch = async (input, init) => {
        const asked = new Request(input, init);
        const header = asked.headers.get("payment-signature");
        const response = await fetch(asked);
        if (header === null) return response;
        sent.push(header);
        if (!broken) return response;
        await response.body?.cancel();
        throw new TypeError("connection reset");
      };
      const before = await balance(shop);
      const error = await refused(open(agent, { journal, fetch: lossy })(`${api.url}/forecast/a`));
      assertEquals(error.reason, "answer_lost");
      assertEquals(sent.length, 2, "sent again once by itself");
      broken = false;
      // Another process with the same journal.
      const later = open(agent, { journal, fetch: lossy });
      const response = await later(`${api.url}/forecast/a`);
      assertEquals((await response.json()).city, "a");
      assertEquals([new Set(sent).size, await balance(shop) - before], [1, 10n]);
      assertEquals(later.receipt(response)?.status, "paid");
      const next = await later(`${api.url}/forecast/a`);
      await next.body?.cancel();
      assertEquals([next.status, await balance(shop) - before], [200, 20n], "a new one is paid");
    }
  });

  await t.step("paid, and the server lost it: reported once, never paid again", async () => {
    const agent = await scene.grant();
    const journal = memoryJournal();
    const before = await balance(shop);
    await using first = scene.serve({ methods: ["eip3009"] });
    await using second = scene.serve({ methods: ["eip3009"] });
    // The same address; the server behind it is replaced by one without any state.
    let behind = first.url;
    await using front = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (asked) => {
        const { pathname } = new URL(asked.url);
        return fetch(`${behind}${pathname}`, { headers: asked.headers });
      },
    );
    const url = `http://127.0.0.1:${front.addr.port}/forecast/a`;
    const dying: typeof fetch = async (input, init) => {
      const asked = new Request(input, init);
      const response = await fetch(asked);
      if (!asked.headers.has("payment-signature")) return response;
      await response.body?.cancel();
      throw new TypeError("connection reset");
    };
    const lost = await refused(open(agent, { journal, fetch: dying })(url));
    assertEquals(lost.reason, "answer_lost");
    behind = second.url;
    const later = open(agent, { journal });
    const error = await refused(later(url));
    assertEquals([error.reason, error.payment?.status], ["paid_without_answer", "paid"]);
    assertEquals(await balance(shop) - before, 10n);
    const next = await later(url);
    await next.body?.cancel();
    assertEquals([next.status, await balance(shop) - before], [200, 20n]);
  });

  await t.step("an aborted request pays no other amount, and continues later", async () => {
    for (const method of ["erc7710", "eip3009"] as const) {
      const agent = await scene.grant();
      await using api = scene.serve({ methods: [method] });
      const journal = memoryJournal();
      const url = `${api.url}/forecast/a`;
      const before = await balance(shop);
      const early = AbortSignal.abort(new Error("too early"));
      await assertRejects(() => open(agent, { journal })(url, { signal: early }), Error, "early");
      assertEquals(await journal.list(), []);
      const controller = new AbortController();
      const stopping: typeof fetch = async (input, init) => {
        const asked = new Request(input, init);
        if (asked.headers.has("payment-signature")) controller.abort(new Error("aborted"));
        return await fetch(asked);
      };
      const stopped = open(agent, { journal, fetch: stopping });
      await assertRejects(() => stopped(url, { signal: controller.signal }), Error, "aborted");
      const [record, ...others] = await journal.list();
      assertEquals([record?.status, others.length], ["signed", 0]);
      const response = await open(agent, { journal })(url);
      assertEquals((await response.json()).city, "a");
      const [paid, ...more] = await journal.list();
      assertEquals([paid?.status, paid?.header, more.length], ["paid", record?.header, 0]);
      assertEquals(await balance(shop) - before, 10n);
      assertEquals(await balance(agent.key.address), 0n);
    }
  });

  await t.step("limits of a host and a day apply across restarts, and to all", async () => {
    const agent = await scene.grant();
    await using api = scene.serve();
    const journal = memoryJournal();
    const limited = () =>
      open(agent, { journal, limits: [{ token: cash, perRequest: 10n, perDay: 40n }] });
    const before = await balance(shop);
    const first = limited();
    const ended = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => {
        const response = await first(`${api.url}/forecast/${index}`);
        await response.body?.cancel();
      }),
    );
    assertEquals(ended.filter(({ status }) => status === "fulfilled").length, 4);
    for (const each of ended) {
      if (each.status === "rejected") assertEquals(each.reason.field, "limits.perDay");
    }
    const error = await refused(limited()(`${api.url}/forecast/more`));
    assertEquals([error.reason, error.field], ["over_limit", "limits.perDay"]);
    assertEquals(await balance(shop) - before, 40n);
    const elsewhere = open(agent, { hosts: ["api.example.com"] });
    assertEquals((await refused(elsewhere(`${api.url}/forecast/a`))).reason, "host_not_allowed");
  });

  await t.step("a transfer is made once for its id", async () => {
    const agent = await scene.grant();
    const fetch = open(agent);
    const to: Hex = `0x${"7d".repeat(20)}`;
    const payment = { token: cash, to, amount: 30n, id: "rent" };
    const first = await fetch.send(payment);
    assertEquals([first.status, first.transfer], ["paid", "direct"]);
    assertEquals((await fetch.send(payment)).transaction, first.transaction);
    await assertRejects(() => fetch.send({ ...payment, amount: 31n }), Error, "id");
    assertEquals(await balance(to), 30n);
    assertEquals(
      (await refused(fetch.send({ ...payment, amount: 501n, id: "more" }))).field,
      "limits.perRequest",
    );
    assert((await fetch.payments()).length === 1);
  });
});
