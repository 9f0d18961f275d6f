/** Domains of projects: linked by their owners, and only as long as they own them. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  encodeFunctionData,
  hashMessage,
  type Hex,
  keccak256,
  namehash,
  parseAbi,
  stringToHex,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { packetToBytes } from "viem/ens";
import { ensRegistryAbi } from "../../../contracts/ens_registry.ts";
import {
  createKey,
  ensureProject,
  linkDomain,
  linkStatement,
  openRegistry,
} from "../../../service/mod.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { createNames } from "../../../service/names/names.ts";
import { call, rpc, sendCalls, settled, user } from "../support/client.ts";
import { claimName, ensClient, signClaim } from "./names.ts";

Deno.test("names: a domain is linked by its owner, and only as long", async (t) => {
  await using stack = await startStack({ ens: "demo.eth", nameRecheck: 0 });
  const { config, ownerKey, registry: registryAddress, resolver } = stack.ens!;
  const { store } = stack.service;
  const registry = openRegistry(config);
  const owner = privateKeyToAccount(ownerKey);
  const stranger = privateKeyToAccount(keccak256(stringToHex("stranger")));
  const host = "localhost";
  const policy = {
    claims: "open",
    claimsPerDay: 10,
    claimsPerNetworkPerDay: 10,
    percentPerNetworkBlock: 100,
    texts: 1,
  } as const;
  await ensureProject(store, "other", "Other");
  const own = async (label: string, to: `0x${string}`) => {
    const data = encodeFunctionData({
      abi: ensRegistryAbi,
      functionName: "setSubnodeOwner",
      args: [namehash("eth"), keccak256(stringToHex(label)), to],
    });
    const hash = await stack.node.request<Hex>("eth_sendTransaction", [
      { from: owner.address, to: registryAddress, data },
    ]);
    await ensClient(stack).waitForTransactionReceipt({ hash, pollingInterval: 20 });
  };
  await own("shop", owner.address);
  const statement = linkStatement({ domain: "shop.eth", projectId: "other", host });
  const link = (signature: Hex | null, domain = "shop.eth", projectId = "other") =>
    linkDomain(store, registry, { projectId, domain, host, signature, resolver, policy });

  await t.step("another account cannot", async () => {
    await assertRejects(
      async () => await link(await stranger.signMessage({ message: statement })),
      Error,
      "It is not by",
    );
    // Another project's statement, another domain, and a domain without an owner.
    const theirs = await owner.signMessage({ message: statement });
    await assertRejects(() => link(theirs, "shop.eth", "development"), Error, "It is not by");
    await assertRejects(() => link(theirs, "nobody.eth"), Error, "has no owner");
    await assertRejects(() => link(null), Error, "The resolver of shop.eth is not");
    await assertRejects(() => link(theirs, "not a domain"), Error, "not an ENS domain");
    // A domain that another project has.
    const mine = linkStatement({ domain: "demo.eth", projectId: "other", host });
    await assertRejects(
      async () => await link(await owner.signMessage({ message: mine }), "demo.eth"),
      Error,
      "linked to another project",
    );
    assertEquals(hashMessage(mine) === hashMessage(statement), false);
  });

  await t.step("its owner can, until the domain has another owner", async () => {
    const linked = await link(await owner.signMessage({ message: statement }), "Shop.eth");
    assertEquals([linked.domain, linked.projectId], ["shop.eth", "other"]);
    const apiKey = await createKey(store, {
      projectId: "other",
      kind: "pk",
      environment: "test",
      host: "localhost:1",
      domains: [],
      policy: null,
    });
    const shop = { ...stack, apiKey };
    const domain = () => call(shop, "acct_getDomain", [{ domain: "shop.eth" }]);
    // Names would not resolve yet: the resolver is not ours.
    assertEquals(await domain(), { domain: "shop.eth", open: false });
    const data = encodeFunctionData({
      abi: ensRegistryAbi,
      functionName: "setResolver",
      args: [namehash("shop.eth"), resolver],
    });
    const hash = await stack.node.request<Hex>("eth_sendTransaction", [
      { from: owner.address, to: registryAddress, data },
    ]);
    await ensClient(stack).waitForTransactionReceipt({ hash, pollingInterval: 20 });
    assertEquals(await domain(), { domain: "shop.eth", open: true });
    const who = user(7);
    const claimed = await claimName(shop, who, "seven", { domain: "shop.eth" });
    assertEquals(claimed.result, { name: "seven.shop.eth" });
    const resolve = () => ensClient(stack).getEnsAddress({ name: "seven.shop.eth" });
    assertEquals(await resolve(), who.account.address);

    // The key of another project cannot assign any of them.
    const foreign = await claimName(stack, user(8), "eight", { domain: "shop.eth" });
    assertEquals(foreign.error?.data?.field, "ens");

    await own("shop", stranger.address);
    assertEquals(await resolve(), null);
    assertEquals(await domain(), { domain: "shop.eth", open: false });
    const late = await claimName(shop, user(9), "nine", { domain: "shop.eth" });
    assertEquals(late.error?.data?.field, "ens");
    // After it is returned, it stays disabled until it is linked again; then its names exist again.
    await own("shop", owner.address);
    assertEquals(await domain(), { domain: "shop.eth", open: false });
    await link(await owner.signMessage({ message: statement }));
    assertEquals(await resolve(), who.account.address);
  });

  await t.step("an unreachable node removes no names", async () => {
    let up = true;
    await using proxy = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) =>
        up
          ? fetch(config.rpcUrl, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: request.body,
          })
          : new Response("down", { status: 502 }),
    );
    const options = {
      config: { ...config, rpcUrl: `http://127.0.0.1:${proxy.addr.port}` },
      store,
      chains: stack.service.context.chains,
    };
    const names = createNames(options);
    const abi = parseAbi([
      "function resolve(address resolver, bytes name, bytes data)",
      "function addr(bytes32 node)",
    ]);
    const data = encodeFunctionData({
      abi,
      functionName: "addr",
      args: [namehash("seven.shop.eth")],
    });
    const request = encodeFunctionData({
      abi,
      functionName: "resolve",
      args: [resolver, toHex(packetToBytes("seven.shop.eth")), data],
    });
    const own = user(7).account.address.slice(2).toLowerCase();
    assert((await names.answer(request)).includes(own));
    up = false;
    assert((await names.answer(request)).includes(own));
    // A service that never looked cannot vouch for anything.
    await assertRejects(() => createNames(options).answer(request), Error, "cannot be reached");
  });

  const key = (kind: "pk" | "sk") =>
    createKey(store, {
      projectId: "other",
      kind,
      environment: "test",
      host: "localhost:1",
      domains: [],
      policy: null,
    });

  await t.step("a project can restrict its names to its server", async () => {
    await linkDomain(store, registry, {
      projectId: "other",
      domain: "shop.eth",
      host,
      signature: await owner.signMessage({ message: statement }),
      resolver,
      policy: { ...policy, claims: "server" },
    });
    const page = { ...stack, apiKey: await key("pk") };
    const server = { ...stack, apiKey: await key("sk") };
    const claim = await signClaim(page, user(10), "tenth", { domain: "shop.eth" });
    const refused = await rpc(page, "acct_claimName", [claim]);
    assertEquals(refused.error?.data?.cause, "unauthorized");
    assertEquals((await rpc(server, "acct_claimName", [claim])).result, { name: "tenth.shop.eth" });
    // Names per day: two were assigned, and the limit is reached.
    await linkDomain(store, registry, {
      projectId: "other",
      domain: "shop.eth",
      host,
      signature: await owner.signMessage({ message: statement }),
      resolver,
      policy: { ...policy, claimsPerDay: 2 },
    });
    const third = await claimName(page, user(11), "eleventh", { domain: "shop.eth" });
    assertEquals(third.error?.data?.cause, "limit_exceeded");
  });

  await t.step("one network, its block and new accounts have their daily shares", async () => {
    const page = { ...stack, apiKey: await key("pk") };
    const limited = async (limits: object, seed: number, label: string) => {
      await linkDomain(store, registry, {
        projectId: "other",
        domain: "shop.eth",
        host,
        signature: await owner.signMessage({ message: statement }),
        resolver,
        policy: { ...policy, claimsPerDay: 1_000, claimsPerNetworkPerDay: 1_000, ...limits },
      });
      const { result, error } = await claimName(page, user(seed), label, { domain: "shop.eth" });
      return result === undefined ? error?.message : "given";
    };
    assertMatch(
      (await limited({ claimsPerNetworkPerDay: 0 }, 12, "twelfth"))!,
      /for this network today/,
    );
    assertMatch(
      (await limited({ claimsPerDay: 100, percentPerNetworkBlock: 1 }, 12, "twelfth"))!,
      /networks near this one today/,
    );
    assertMatch((await limited({ claimsPerDayByNewAccounts: 0 }, 12, "twelfth"))!, /new accounts/);
    // A rejected claim used neither the name nor the limit.
    assertEquals(await limited({}, 12, "twelfth"), "given");
    // An account that is on a chain is not new.
    const old = user(13);
    await settled(
      stack,
      await sendCalls(stack, old, [{ to: old.account.address, value: "0x0", data: "0x" }]),
    );
    assertEquals(await limited({ claimsPerDayByNewAccounts: 0 }, 13, "thirteenth"), "given");
  });
});

Deno.test("names: kept over a restart of the service", async () => {
  const state = await Deno.makeTempDir();
  try {
    const alice = user(1);
    const ports = { service: 0, chain: 0 };
    {
      await using stack = await startStack({ ens: "demo.eth", state });
      ports.service = Number(new URL(stack.serverUrl).port);
      await claimName(stack, alice, "alice");
    }
    await using stack = await startStack({ ens: "demo.eth", state, ports });
    assertEquals(
      await ensClient(stack).getEnsAddress({ name: "alice.demo.eth" }),
      alice.account.address,
    );
    const { error } = await claimName(stack, user(2), "alice");
    assertEquals(error?.data?.cause, "name_taken");
  } finally {
    await Deno.remove(state, { recursive: true });
  }
});

Deno.test("names: linked, listed and unlinked from the command line", async () => {
  await using stack = await startStack({ ens: "demo.eth" });
  const { config, ownerKey } = stack.ens!;
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "config.json");
    await Deno.writeTextFile(
      file,
      JSON.stringify({
        host: "example.com",
        port: 0,
        database: join(folder, "service.sqlite"),
        chains: [{ id: 1, name: "A", rpcUrl: "http://node", bundlerUrl: "http://bundler" }],
        names: {
          chainId: stack.chainId,
          rpcUrl: config.rpcUrl,
          resolver: config.resolver,
          signerKeyEnv: "NAMES_KEY",
        },
      }),
    );
    const names = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          "service/main/names_command.ts",
          "--config",
          file,
          ...args,
        ],
        cwd: fileURLToPath(new URL("../../../", import.meta.url)),
      }).output();
      const text = new TextDecoder();
      return { code, out: text.decode(stdout).trim(), error: text.decode(stderr) };
    };
    const link = ["link", "--project", "shop", "--domain", "Demo.eth"];
    const { out: message } = await names(...link);
    assertEquals(
      message,
      linkStatement({ domain: "demo.eth", projectId: "shop", host: "example.com" }),
    );
    const stranger = privateKeyToAccount(keccak256(stringToHex("stranger")));
    const refused = await names(...link, "--signature", await stranger.signMessage({ message }));
    assertEquals(refused.code, 2);
    assert(refused.error.includes("It is not by"));
    const signature = await privateKeyToAccount(ownerKey).signMessage({ message });
    assertEquals((await names(...link, "--signature", signature)).code, 0);
    assert((await names("list", "--project", "shop")).out.startsWith("demo.eth  works  signed by"));
    assertEquals((await names("unlink", "--project", "shop", "--domain", "demo.eth")).code, 0);
    assert((await names("list", "--project", "shop")).out.startsWith("demo.eth  ended"));
    assertEquals((await names(...link, "--resolver")).code, 0);
    assert((await names("list", "--project", "shop")).out.includes("by its resolver"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
