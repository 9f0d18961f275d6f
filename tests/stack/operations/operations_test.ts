import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { createKey, ensureProject, findKey } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { openStore } from "../../../service/store/store.ts";
import { prepare, type Reach, rpc, send, settled, sign, user } from "../support/client.ts";
import { servicePermissions, spawnService } from "../support/spawn.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const signer = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const adminToken = "a token of the operator that nobody else has";

/** Request to a node. */
type NodeRequest = { readonly id: number; readonly method: string };

Deno.test("operations: a service with its task's permissions, its log, metrics and alarm", async (t) => {
  await using stack = await startStack();
  await using own = await ownDatabase({ file: true });
  const folder = await Deno.makeTempDir();
  await using bundler = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    bundlerHandler(stack.bundler),
  );
  // A node with the operator's secret in its address that fails on demand.
  let fails = false;
  await using node = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body = await request.text();
      // The service batches concurrent requests.
      const given = JSON.parse(body) as NodeRequest | NodeRequest[];
      if (fails && [given].flat().some(({ method }) => method !== "eth_blockNumber")) {
        const error = { code: -32000, message: `no: ${request.url} ${body} ${stack.apiKey}` };
        const answerTo = ({ id }: NodeRequest) => ({ jsonrpc: "2.0", id, error });
        return Response.json(Array.isArray(given) ? given.map(answerTo) : answerTo(given));
      }
      const answer = await fetch(stack.rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return new Response(answer.body, { headers: { "content-type": "application/json" } });
    },
  );
  const config = join(folder, "config.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      admin: { port: 0 },
      database: own.database,
      chains: [{
        id: stack.chainId,
        name: "Local",
        testnet: true,
        rpcUrl: `http://127.0.0.1:${node.addr.port}/v2/secret-of-the-node`,
        bundlerUrl: `http://127.0.0.1:${bundler.addr.port}`,
        sponsor: {
          paymaster: stack.addresses.sponsor,
          signerKeyEnv: "SIGNER",
          name: "Local",
          lowDeposit: "100000",
        },
        tokenFees: {
          paymaster: stack.addresses.tokenPaymaster,
          signerKeyEnv: "SIGNER",
          lowDeposit: "100000",
          tokens: [
            { address: stack.tokens[0].address, price: { kind: "fixed", tokenPerNative: "2500" } },
            // There is no feed at this address.
            {
              address: stack.tokens[1].address,
              price: { kind: "oracle", native: stack.addresses.factory },
            },
          ],
        },
      }],
    }),
  );
  const store = await openStore(own.database);
  await ensureProject(store, "p", "p");
  const made = (kind: "pk" | "sk") =>
    createKey(store, {
      projectId: "p",
      kind,
      environment: "test",
      host: "localhost:1",
      domains: ["https://app.org"],
      policy: developmentPolicy,
    });
  const [apiKey, secretKey, broken] = [await made("pk"), await made("sk"), await made("sk")];
  // A row that cannot be read is the service's own fault.
  const { id: brokenId } = await findKey(store, broken);
  await store.updateTable("keys").set({ domains: "[" }).where("id", "=", brokenId).execute();
  await store.destroy();
  const service = await spawnService(config, { env: { ADMIN_TOKEN: adminToken } });
  const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
  const signatures: string[] = [];

  await t.step("the task grants no more than it names", async () => {
    const granted = await servicePermissions();
    assertEquals(granted, [
      "--no-prompt",
      "--allow-net",
      "--allow-read",
      "--allow-write",
      "--allow-env",
    ]);
  });

  await t.step("it works", async () => {
    for (const key of [apiKey, secretKey]) {
      const who = user(key === apiKey ? 1700 : 1701);
      const at = { ...reach, apiKey: key };
      const { operation } = await prepare(at, who, [ping]);
      const signed = await sign(at, who, operation);
      signatures.push(signed.signature!.slice(2), operation.paymasterData!.slice(-130));
      const { result } = await send(at, who, signed);
      assertEquals((await settled(at, result!.id)).status, 200);
    }
  });

  await t.step("metrics are on the operator's port only", async () => {
    const { status } = await fetch(`${service.url}/metrics`).then(async (response) => {
      await response.body?.cancel();
      return response;
    });
    assertEquals(status, 404);
    const text = await fetch(`${await service.adminUrl()}/metrics`).then((r) => r.text());
    for (
      const line of [
        `acct_requests_total{method="acct_send",outcome="ok"} 2`,
        `acct_request_seconds_count{method="acct_prepare"} 2`,
        `acct_chain_up{chain="${stack.chainId}"} 1`,
        `acct_database_up 1`,
        `acct_sponsor_deposit_low{chain="${stack.chainId}"} 1`,
        `acct_token_fee_deposit_low{chain="${stack.chainId}"} 1`,
        `acct_token_fee_deposit{chain="${stack.chainId}"} 1000`,
        `acct_token_fee_price{chain="${stack.chainId}",token="TUSD"} 1`,
        `acct_token_fee_price{chain="${stack.chainId}",token="TEST"} 0`,
        `acct_operations_open{chain="${stack.chainId}",state="held"} 0`,
        `acct_settled_total{chain="${stack.chainId}",status="200"} 2`,
      ]
    ) assertStringIncludes(text, line);
    assertMatch(text, /^acct_sponsor_deposit\{chain="31337"\} (1000|999\.\d+)$/m);
    // Prometheus can parse every line.
    for (const line of text.trim().split("\n")) {
      assertMatch(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? -?[\d.e+-]+)$/);
    }
  });

  await t.step("a low deposit is reported in log and readiness", async () => {
    const ready = await fetch(`${await service.adminUrl()}/ready`).then((r) => r.json());
    assertEquals([ready.ok, ready.database, ready.lowDeposits], [true, true, [stack.chainId]]);
    assertStringIncludes(service.output(), '"event":"sponsor_deposit_low"');
    assertStringIncludes(service.output(), '"event":"token_fee_deposit_low"');
  });

  await t.step("no key, signature or address of a node is ever in the log", async () => {
    // All kinds of failures, with secrets in every possible place.
    await rpc({ ...reach, apiKey: `${apiKey}x` }, "wallet_getCapabilities", []);
    await rpc(reach, `acct_send ${apiKey}`, [{ signature: `0x${signatures[0]}` }]);
    await rpc(reach, "acct_send", [{ signature: `0x${signatures[0]}` }]);
    await rpc(reach, "wallet_getCapabilities", [], {
      headers: { origin: `https://${apiKey}.org` },
    });
    for (const path of [`/v1/rpc?key=${apiKey}`, `/${secretKey}`, `/v1/events?key=${secretKey}`]) {
      const response = await fetch(service.url + path, { headers: { "x-api-key": secretKey } });
      await response.body?.cancel();
    }
    fails = true;
    const account = `0x${"11".repeat(20)}`;
    const { result } = await rpc(reach, "wallet_getAssets", [{ account }]);
    assertEquals(result, {});
    const { error: refused } = await rpc(reach, "acct_prepare", [{
      chainId: `0x${reach.chainId.toString(16)}`,
      account: user(1702).account,
      calls: [ping],
    }]);
    assertEquals(refused?.code, 4901);
    fails = false;
    const { error } = await rpc({ ...reach, apiKey: broken }, "wallet_getCapabilities", []);
    assertEquals(error?.code, -32603);
    assertEquals(await service.end("SIGTERM"), 0);
    const output = service.output();
    const lines = output.trim().split("\n").map((line) => JSON.parse(line));
    assertEquals(lines.some(({ event }) => event === "internal"), true);
    assertEquals(lines.filter(({ event }) => event === "request").length > 10, true);
    const secrets = [
      ...[apiKey, secretKey, broken].flatMap((key) => [key, key.slice(8), key.slice(-20)]),
      signer.slice(2),
      adminToken,
      "secret-of-the-node",
      ...signatures,
      ...signatures.map((signature) => signature.slice(-64)),
    ];
    for (const secret of secrets) {
      assertEquals(output.includes(secret), false, `the log holds ${secret.slice(0, 12)}…`);
    }
  });
  await Deno.remove(folder, { recursive: true });
});
