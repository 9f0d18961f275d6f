/** Agents that pay under difficulties: rising fees, wrong clocks, a shared journal. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { createClient, custom, numberToHex, parseGwei, parseTransaction } from "viem";
import {
  memoryJournal,
  payingFetch,
  type PayingFetchOptions,
  PaymentError,
} from "../../../pay/mod.ts";
import { type Agent, openPayingScene, shop } from "./paying.ts";
import { startTestStack } from "../support/start.ts";

const DAY_MS = 86_400_000;
const transfers = ["erc7710", "eip3009", "permit2"] as const;

Deno.test("agents in trouble: rising fees, wrong clocks, a journal for two", async (t) => {
  await using stack = await startTestStack();
  const scene = await openPayingScene(stack);
  const { client, cash, balance } = scene;
  const limits = [{ token: cash, perRequest: 500n }];
  const open = ({ granted, key }: Agent, more: Partial<PayingFetchOptions> = {}) =>
    payingFetch({ granted, key, client, limits, interval: 20, ...more });
  const refused = async (work: Promise<unknown>) =>
    await assertRejects(() => work, PaymentError) as PaymentError;
  const setBaseFee = async (gwei: number) => {
    const fee = numberToHex(parseGwei(String(gwei)));
    await stack.node.request("anvil_setNextBlockBaseFeePerGas", [fee]);
    await stack.node.request("anvil_mine", ["0x1"]);
  };

  await t.step(
    "a transaction with an insufficient fee is replaced, and paid once",
    async () => {
      const agent = await scene.grant();
      await using api = scene.serve({ methods: ["eip3009"] });
      const journal = memoryJournal();
      const url = `${api.url}/forecast/a`;
      const before = await balance(shop);
      // The fee rises between its estimate and the block.
      let sent = 0;
      const rising = createClient({
        chain: client.chain,
        transport: custom({
          async request({ method, params }) {
            if (method === "eth_sendRawTransaction" && sent++ === 0) {
              await setBaseFee(20);
            }
            return await client.request({ method, params });
          },
        }, { retryCount: 0 }),
      });
      const error = await refused(open(agent, { journal, client: rising, timeout: 100 })(url));
      assertEquals([error.reason, sent], ["pending", 1]);
      const [stuck] = await journal.list();
      assertEquals([stuck?.status, stuck?.transactions.length], ["signed", 1]);

      // Another request finds it too: a waiting payment would otherwise block every later payment.
      const later = open(agent, { journal, client: rising });
      const other = await later(`${api.url}/forecast/b`);
      assertEquals([other.status, (await other.json()).city], [200, "b"]);
      const response = await later(url);
      assertEquals([response.status, (await response.json()).city], [200, "a"]);
      assertEquals(await balance(shop) - before, 20n);
      assertEquals(await balance(agent.key.address), 0n);
      const [paid, ...others] = await journal.list();
      assertEquals([paid?.status, others.length], ["paid", 1]);
      const [first, second, ...more] = paid!.transactions.map(({ signed }) =>
        parseTransaction(signed)
      );
      assertEquals([more.length, first?.nonce, first?.data], [0, second?.nonce, second?.data]);
      assert(second!.maxFeePerGas! > first!.maxFeePerGas!);
      await setBaseFee(1);
    },
  );

  for (const [name, skew] of [["behind", -DAY_MS], ["ahead", DAY_MS]] as const) {
    await t.step(`a clock that is a day ${name} pays in every way`, async () => {
      for (const method of transfers) {
        const agent = await scene.grant();
        await using api = scene.serve({ methods: [method] });
        const journal = memoryJournal();
        const fetch = open(agent, { journal, now: () => Date.now() + skew });
        const before = await balance(shop);
        for (const city of ["a", "b"]) {
          const response = await fetch(`${api.url}/forecast/${city}`);
          assertEquals([method, response.status, (await response.json()).city], [
            method,
            200,
            city,
          ]);
        }
        assertEquals(await balance(shop) - before, 20n);
        assertEquals(await balance(agent.key.address), 0n);
        assertEquals((await journal.list()).map(({ status }) => status), ["paid", "paid"]);
      }
    });
  }

  await t.step(
    "two keys with one journal: one daily limit, and neither ends the other's payments",
    async () => {
      const [one, two] = [await scene.grant(), await scene.grant()];
      await using api = scene.serve({ methods: ["eip3009"] });
      const journal = memoryJournal();
      const perDay = [{ token: cash, perRequest: 10n, perDay: 40n }];
      const lossy: typeof fetch = async (input, init) => {
        const asked = new Request(input, init);
        if (!asked.headers.has("payment-signature")) return await fetch(asked);
        throw new TypeError("connection reset");
      };
      const lost = await refused(
        open(one, { journal, limits: perDay, fetch: lossy })(`${api.url}/forecast/lost`),
      );
      assertEquals(lost.reason, "answer_lost");
      const before = await balance(shop);
      const ended = await Promise.allSettled(
        [one, two, one, two, one, two].map(async (agent, index) => {
          const response = await open(agent, { journal, limits: perDay })(
            `${api.url}/forecast/${index}`,
          );
          await response.body?.cancel();
        }),
      );
      // The lost one still counts: its server may collect it.
      assertEquals(ended.filter(({ status }) => status === "fulfilled").length, 3);
      for (const each of ended) {
        if (each.status === "rejected") assertEquals(each.reason.field, "limits.perDay");
      }
      assertEquals(await balance(shop) - before, 30n);
      const first = (await journal.list())[0];
      assertEquals([first?.key, first?.status], [one.key.address, "signed"]);
      // The same address, requested with the other key, is another payment.
      const error = await refused(
        open(two, { journal, limits: perDay })(`${api.url}/forecast/lost`),
      );
      assertEquals(error.field, "limits.perDay");
      const response = await open(one, { journal, limits: perDay })(`${api.url}/forecast/lost`);
      assertEquals((await response.json()).city, "lost");
      assertEquals(await balance(shop) - before, 40n);
    },
  );
});
