import { assertEquals, assertNotEquals } from "@std/assert";
import { createClient } from "viem";
import { createPaymasterClient, getPaymasterData } from "viem/account-abstraction";
import type { Hex } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { startTestStack } from "../support/start.ts";
import { createKey } from "../../../service/keys/keys.ts";
import { gasSum } from "../../../service/entry_point/codec.ts";
import { developmentPolicy, type Policy } from "../../../service/keys/policy.ts";
import {
  foreignDraft,
  prepare,
  type Reach,
  rpc,
  send,
  settled,
  sign,
  tryPrepare,
  user,
} from "../support/client.ts";
import { settle } from "./settle.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

Deno.test("sponsor", async (t) => {
  await using stack = await startTestStack();
  const withPolicy = async (
    policy: Partial<Policy> | null,
    environment: "live" | "test" = "test",
  ): Promise<Reach> => ({
    ...stack,
    apiKey: await createKey(stack.service.store, {
      projectId: "development",
      kind: "pk",
      environment,
      host: new URL(stack.serverUrl).host,
      domains: ["localhost"],
      policy: policy === null ? null : { ...developmentPolicy, ...policy },
    }),
  });

  await t.step("20 parallel operations against a limit of 3 get exactly 3", async () => {
    const reach = await withPolicy({ operationsPerDay: 3 });
    const people = Array.from({ length: 20 }, (_, n) => user(100 + n));
    const prepared = await Promise.all(people.map((who) => prepare(reach, who, [ping])));
    const sponsored = prepared.filter((each) => each.sponsor !== null);
    assertEquals(sponsored.length, 3);
    for (const each of prepared) {
      assertEquals(each.sponsor === null, each.operation.paymaster === undefined);
      assertEquals(each.sponsor === null, each.sponsorFailed !== null);
      assertEquals(each.sponsor === null, each.fee.maximum !== "0x0");
    }
    const sent = await Promise.all(
      prepared.map(async ({ operation }, n) =>
        await send(reach, people[n]!, await sign(reach, people[n]!, operation))
      ),
    );
    const landed = sent.filter((reply) => reply.result !== undefined);
    assertEquals(landed.length, 3);
    for (const { result } of landed) assertEquals((await settled(reach, result!.id)).status, 200);
    // The others cannot pay: they are rejected with a reason, and not sent at the sponsor's cost.
    const causes = new Set(sent.flatMap((reply) => reply.error?.data?.cause ?? []));
    assertEquals([...causes], ["insufficient_funds"]);
  });

  await t.step("the reserved cost becomes the amount charged onchain", async () => {
    const who = user(125);
    const prepared = await prepare(stack, who, [ping]);
    const { result } = await send(stack, who, await sign(stack, who, prepared.operation));
    assertEquals((await settled(stack, result!.id)).status, 200);
    await settle(stack.service.context, stack.chainId);
    const { state, cost_gwei } = await stack.service.store.selectFrom("sponsorships").selectAll()
      .where("sender", "=", who.account.address.toLowerCase()).executeTakeFirstOrThrow();
    const most = gasSum(prepared.operation) * BigInt(prepared.operation.maxFeePerGas);
    assertEquals(state, "settled");
    assertEquals(cost_gwei > 0 && BigInt(cost_gwei) * 1_000_000_000n < most, true);
  });

  await t.step("limits for requests without a page are their own", async () => {
    const reach = await withPolicy({ operationsPerDayWithoutOrigin: 1 });
    assertNotEquals((await prepare(reach, user(130), [ping])).sponsor, null);
    assertEquals((await prepare(reach, user(131), [ping])).sponsor, null);
    const page = await tryPrepare(reach, user(131), [ping], {
      headers: { origin: "http://localhost:5173" },
    });
    assertNotEquals(page.result?.sponsor, null);
  });

  await t.step("a cost above the limit is rejected, and reserves nothing", async () => {
    const reach = await withPolicy({ gweiPerOperation: 1, operationsPerDay: 1 });
    const prepared = await prepare(reach, user(132), [ping]);
    assertEquals(prepared.sponsor, null);
    assertEquals(prepared.sponsorFailed?.includes("costs more"), true);
    const again = await prepare(reach, user(133), [ping]);
    assertEquals(again.sponsorFailed?.includes("costs more"), true);
  });

  await t.step("a key without a policy sponsors nothing, and reports no failure", async () => {
    const prepared = await prepare(await withPolicy(null), user(134), [ping]);
    assertEquals([prepared.sponsor, prepared.sponsorFailed], [null, null]);
  });

  await t.step(
    "a sponsor that the SDK named for a test key is no failure, an app's is",
    async () => {
      const paymaster = { url: `${stack.serverUrl}/v1/paymaster/${stack.chainId}` };
      for (const [environment, failed] of [["test", false], ["live", true]] as const) {
        const reach = await withPolicy(null, environment);
        const { sponsor, sponsorFailed } = await prepare(reach, user(134), [ping], { paymaster });
        assertEquals([sponsor, sponsorFailed !== null], [null, failed], environment);
      }
    },
  );

  await t.step("only named contracts are paid for, by a quote and by ERC-7677", async () => {
    const reach = await withPolicy({ targets: [{ address: ping.to }] });
    const who = user(140);
    assertNotEquals((await prepare(reach, who, [ping])).sponsor, null);
    const to = "0x00000000000000000000000000000000000000bb";
    const stray = await prepare(reach, who, [ping, { ...ping, to }]);
    assertEquals(stray.sponsor, null);
    assertEquals(stray.sponsorFailed?.includes("does not pay for calls of"), true);
    const path = `/v1/paymaster/${stack.chainId}`;
    const asked = [stray.operation, ENTRY_POINT, "0x7a69", {}];
    const raw = await rpc(reach, "pm_getPaymasterData", asked, { path });
    assertEquals(raw.error?.data?.cause, "sponsor_failed");
  });

  await t.step("one network has its own limit, servers do not", async () => {
    const reach = await withPolicy({ operationsPerNetworkPerDay: 1 });
    const asked = { headers: { origin: "http://localhost:5173" } };
    const first = await tryPrepare(reach, user(141), [ping], asked);
    assertNotEquals(first.result?.sponsor, null);
    const second = await tryPrepare(reach, user(142), [ping], asked);
    assertEquals(second.result?.sponsor, null);
    assertEquals(second.result?.sponsorFailed?.includes("this network"), true);
  });

  await t.step("a refreshed quote counts once", async () => {
    const reach = await withPolicy({ operationsPerDay: 1 });
    const who = user(135);
    const first = await prepare(reach, who, [ping], { parallel: true });
    const options = { parallel: true, replaces: first.operation.nonce };
    const second = await prepare(reach, who, [ping], options);
    assertNotEquals(second.sponsor, null);
    assertEquals(second.operation.nonce, first.operation.nonce);
    // An account that is not onchain yet has one open quote: closing and opening the dialog renews
    // it.
    const third = await prepare(reach, who, [ping], { parallel: true });
    assertEquals(third.operation.nonce, first.operation.nonce);
    assertEquals((await prepare(reach, user(139), [ping])).sponsor, null);
  });

  await t.step("ERC-7677 for any client, through viem", async () => {
    const who = user(136);
    const operation = await foreignDraft(stack, who, [ping]);
    const fetchOptions = { headers: { [API_KEY_HEADER]: stack.apiKey } };
    const url = `${stack.serverUrl}/v1/paymaster/${stack.chainId}`;
    const client = createPaymasterClient({ transport: patientHttp(url, { fetchOptions }) });
    const asked = {
      chainId: stack.chainId,
      entryPointAddress: ENTRY_POINT,
      sender: operation.sender,
      nonce: BigInt(operation.nonce),
      factory: operation.factory,
      factoryData: operation.factoryData,
      callData: operation.callData,
      callGasLimit: BigInt(operation.callGasLimit),
      verificationGasLimit: BigInt(operation.verificationGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas) + 5_000n,
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
    };
    const stub = await client.getPaymasterStubData(asked);
    assertEquals(stub.sponsor?.name, "Local sponsor");
    const limits = {
      paymasterVerificationGasLimit: stub.paymasterVerificationGasLimit ?? 0n,
      paymasterPostOpGasLimit: stub.paymasterPostOpGasLimit ?? 0n,
    };
    const raw = createClient({ transport: patientHttp(url, { fetchOptions }) });
    const data = await getPaymasterData(raw, { ...asked, ...limits });
    const signed = await sign(stack, who, {
      ...operation,
      preVerificationGas: `0x${asked.preVerificationGas.toString(16)}`,
      paymaster: data.paymaster as Hex,
      paymasterData: data.paymasterData as Hex,
      paymasterVerificationGasLimit: `0x${limits.paymasterVerificationGasLimit.toString(16)}`,
      paymasterPostOpGasLimit: `0x${limits.paymasterPostOpGasLimit.toString(16)}`,
    });
    const { result, error } = await send(stack, who, signed);
    assertEquals(error, undefined);
    assertEquals((await settled(stack, result!.id)).status, 200);
  });

  await t.step("ERC-7677 rejects other factories, entry points and chains", async () => {
    const who = user(137);
    const operation = await foreignDraft(stack, who, [ping]);
    const path = `/v1/paymaster/${stack.chainId}`;
    const ask = (params: unknown[]) => rpc(stack, "pm_getPaymasterData", params, { path });
    const factory = "0x00000000000000000000000000000000000000ff";
    const foreign = await ask([{ ...operation, factory }, ENTRY_POINT, "0x7a69", {}]);
    assertEquals(foreign.error?.data?.cause, "sponsor_failed");
    const old = await ask([operation, "0x0000000071727De22E5E9d8BAf0edAc6f37da032", "0x7a69"]);
    assertEquals(old.error?.data?.field, "params[1]");
    assertEquals((await ask([operation, ENTRY_POINT, "0x1"])).error?.data?.field, "params[2]");
    const other = await rpc(stack, "eth_chainId", [], { path });
    assertEquals(other.error?.data?.cause, "method_not_found");
  });

  await t.step("a page's own sponsor is called by the service, and takes precedence", async () => {
    const asked: string[] = [];
    await using sponsor = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (request) => {
        const { id, method, params } = await request.json();
        asked.push(`${method} ${JSON.stringify(params[3])}`);
        const { result } = await rpc(stack, method, [params[0], params[1], params[2]], {
          path: `/v1/paymaster/${stack.chainId}`,
        });
        const named = { sponsor: { name: "Ac\u202eme" } };
        return Response.json({ jsonrpc: "2.0", id, result: { ...result as object, ...named } });
      },
    );
    const who = user(138);
    const paymaster = {
      url: `http://localhost:${sponsor.addr.port}/pm`,
      context: { policy: "p1" },
    };
    const prepared = await prepare(stack, who, [ping], { paymaster });
    assertEquals(prepared.sponsor, { name: "Acme", domain: "localhost" });
    assertEquals(asked, [
      'pm_getPaymasterStubData {"policy":"p1"}',
      'pm_getPaymasterData {"policy":"p1"}',
    ]);
    const { result } = await send(stack, who, await sign(stack, who, prepared.operation));
    assertEquals((await settled(stack, result!.id)).status, 200);
  });

  await t.step("a sponsor that fails is named; no other pays in its place", async () => {
    const cases: [string, string][] = [
      ["http://localhost:1/pm", "cannot be reached"],
      ["https://10.0.0.1/pm", "private address"],
      ["http://sponsor.example.org/pm", "refused"],
      ["nonsense", "refused"],
    ];
    for (const [url, reason] of cases) {
      const reply = await tryPrepare(stack, user(139), [ping], { paymaster: { url } });
      if (reason === "refused") {
        assertEquals(
          reply.error?.data?.field,
          "params[0].capabilities.paymasterService.url",
        );
        continue;
      }
      assertEquals(reply.result?.sponsor, null, url);
      assertEquals(reply.result?.sponsorFailed?.includes(reason), true, url);
      assertEquals(reply.result?.operation.paymaster, undefined);
      assertNotEquals(reply.result?.fee.maximum, "0x0");
    }
  });

  await t.step("a sponsor that changes its paymaster half-way is not believed", async () => {
    let asked = 0;
    await using sponsor = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (request) => {
        const { id, method, params } = await request.json();
        const { result } = await rpc(stack, method, params.slice(0, 3), {
          path: `/v1/paymaster/${stack.chainId}`,
        });
        const paymaster = asked++ === 0 ? stack.addresses.sponsor : stack.addresses.factory;
        return Response.json({ jsonrpc: "2.0", id, result: { ...result as object, paymaster } });
      },
    );
    const url = `http://localhost:${sponsor.addr.port}/pm`;
    const prepared = await prepare(stack, user(141), [ping], { paymaster: { url } });
    assertEquals([prepared.sponsor, asked], [null, 2]);
    assertEquals(prepared.sponsorFailed?.includes("another paymaster"), true);
  });

  await t.step("a sponsor's rubbish is not believed", async () => {
    const answers: unknown[] = [
      "rubbish",
      { result: null },
      { result: { paymaster: "0x12", paymasterData: "0x" } },
      { error: { code: 1, message: "no\u202e budget" } },
      { result: { paymaster: "0x" + "77".repeat(20), paymasterData: "0x" } },
    ];
    await using sponsor = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => Response.json(answers[0]),
    );
    const url = `http://localhost:${sponsor.addr.port}/pm`;
    while (answers.length > 0) {
      const prepared = await prepare(stack, user(140), [ping], { paymaster: { url } });
      assertEquals(prepared.sponsor, null);
      assertEquals(typeof prepared.sponsorFailed, "string");
      assertEquals(prepared.sponsorFailed?.includes("\u202e"), false);
      answers.shift();
    }
  });
});
