/**
 * Names below an app's domain: claimed with a passkey, resolved by viem through chain and gateway.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  encodeFunctionData,
  type Hex,
  keccak256,
  namehash,
  parseAbi,
  stringToHex,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { packetToBytes, toCoinType } from "viem/ens";
import { encodeNameAnswer, nameAnswerHash } from "../../../contracts/names.ts";
import { subnameResolverAbi } from "../../../contracts/artifacts/subname_resolver_abi.ts";
import type { NameAvailableResult } from "../../../core/protocol/service/mod.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { call, rpc, sendCalls, settled, user } from "../support/client.ts";
import { claimName, ensClient, signClaim } from "./names.ts";

const zero = `0x${"0".repeat(40)}` as const;

Deno.test("names: claimed, resolved, and by no other answer", async (t) => {
  await using stack = await startStack({ ens: "demo.eth" });
  const client = ensClient(stack);
  const address = (name: string, coinType?: bigint) =>
    client.getEnsAddress({ name, strict: true, ...(coinType !== undefined && { coinType }) });
  const alice = user(1);
  const status = (label: string) =>
    call<NameAvailableResult>(stack, "acct_nameAvailable", [{ domain: "demo.eth", label }]);

  await t.step("a claim by an account that is not deployed", async () => {
    const free = await status("Alice");
    assertEquals(free.status === "free" && [free.label, Number.isSafeInteger(free.now)], [
      "alice",
      true,
    ]);
    const texts = [{ key: "com.github", value: "alice" }, {
      key: "description",
      value: "Grüße 🌱",
    }];
    const { result } = await claimName(stack, alice, "alice", { texts });
    assertEquals(result, { name: "alice.demo.eth" });
    assertEquals(await status("alice"), { status: "taken" });
    assertEquals(await call(stack, "acct_getName", [{ address: alice.account.address }]), {
      name: "alice.demo.eth",
    });
  });

  await t.step("the service resolves it for the wallet, and no other name", async () => {
    const resolve = (name: string, chainId: Hex = toHex(stack.chainId)) =>
      call<{ name: string | null; address: string | null }>(stack, "acct_resolveName", [
        { name, chainId },
      ]);
    assertEquals(await resolve(" Alice.demo.eth "), {
      name: "alice.demo.eth",
      address: alice.account.address,
    });
    // An account has one address on all networks.
    assertEquals((await resolve("alice.demo.eth", "0x2105")).address, alice.account.address);
    assertEquals(await resolve("bob.demo.eth"), { name: "bob.demo.eth", address: null });
    assertEquals(await resolve("nothing.eth"), { name: "nothing.eth", address: null });
    // Not a name, a blank, and mixed scripts.
    for (const name of ["alice", "al ice.demo.eth", "аlice.demo.eth"]) {
      assertEquals(await resolve(name), { name: null, address: null });
    }
  });

  await t.step("resolves for viem: address, coin types, texts", async () => {
    const name = "alice.demo.eth";
    assertEquals(await address(name), alice.account.address);
    assertEquals(
      (await address(name, toCoinType(stack.chainId)))?.toLowerCase(),
      alice.account.address.toLowerCase(),
    );
    assertEquals((await address(name, 60n))?.toLowerCase(), alice.account.address.toLowerCase());
    // A chain without a probe, another kind of coin, and ENSIP-19's default: no address.
    for (const coin of [toCoinType(8453), 0n, 0x8000_0000n]) {
      assertEquals(await address(name, coin), null);
    }
    assertEquals(await client.getEnsText({ name, key: "com.github" }), "alice");
    assertEquals(await client.getEnsText({ name, key: "description" }), "Grüße 🌱");
    assertEquals(await client.getEnsText({ name, key: "url" }), null);
    for (const other of ["bob.demo.eth", "a.alice.demo.eth", "demo.eth"]) {
      assertEquals(await address(other), null);
    }
  });

  await t.step("no other answer passes the chain", async () => {
    const name = "alice.demo.eth";
    const { resolver } = stack.ens!;
    const node = namehash(name);
    const data = encodeFunctionData({
      abi: parseAbi(["function addr(bytes32) view returns (address)"]),
      functionName: "addr",
      args: [node],
    });
    const request = encodeFunctionData({
      abi: parseAbi(["function resolve(address resolver, bytes name, bytes data)"]),
      functionName: "resolve",
      args: [resolver, toHex(packetToBytes(name)), data],
    });
    const answered = await fetch(`${stack.serverUrl}/v1/names/${resolver}/${request}`);
    const { data: good } = await answered.json() as { data: Hex };
    const check = (response: Hex) =>
      client.readContract({
        address: resolver,
        abi: subnameResolverAbi,
        functionName: "resolveWithProof",
        args: [response, request],
      });
    assert((await check(good)).endsWith(alice.account.address.slice(2).toLowerCase()));

    // The address in the answer exchanged for another.
    const own = alice.account.address.slice(2).toLowerCase();
    const tampered = good.replace(own, "ee".repeat(20)) as Hex;
    assert(tampered !== good);
    await assertRejects(() => check(tampered), Error, "InvalidSigner");

    // Well formed, with another signer.
    const stranger = privateKeyToAccount(keccak256(stringToHex("stranger")));
    const result = `0x${"00".repeat(12)}${"ee".repeat(20)}` as Hex;
    const expires = BigInt(Math.floor(Date.now() / 1000) + 300);
    const hash = nameAnswerHash({ resolver, chainId: stack.chainId, request, result, expires });
    const foreign = encodeNameAnswer({
      result,
      expires,
      signature: await stranger.sign({ hash }),
    });
    await assertRejects(() => check(foreign), Error, "InvalidSigner");

    // The service's own, once it is old.
    await stack.node.request("evm_increaseTime", [400]);
    await stack.node.request("evm_mine", []);
    await assertRejects(() => check(good), Error, "AnswerExpired");
  });
});

Deno.test("names: a race of twenty creates one", async () => {
  await using stack = await startStack({ ens: "demo.eth" });
  const people = Array.from({ length: 20 }, (_, index) => user(100 + index));
  const claims = await Promise.all(people.map((who) => signClaim(stack, who, "wanted")));
  const replies = await Promise.all(claims.map((claim) => rpc(stack, "acct_claimName", [claim])));
  const won = replies.filter(({ result }) => result !== undefined);
  assertEquals(won.length, 1);
  for (const { error } of replies.filter(({ error }) => error !== undefined)) {
    assertEquals(error!.data!.cause, "name_taken");
  }
  const winner = people[replies.findIndex(({ result }) => result !== undefined)]!;
  assertEquals(
    await ensClient(stack).getEnsAddress({ name: "wanted.demo.eth" }),
    winner.account.address,
  );
  // The same account requests many names concurrently: it gets one.
  const greedy = user(200);
  const many = await Promise.all(
    ["one", "two", "three", "four", "five"].map((label) => claimName(stack, greedy, `nr-${label}`)),
  );
  assertEquals(many.filter(({ result }) => result !== undefined).length, 1);
});

Deno.test("names: rejected claims", async (t) => {
  await using stack = await startStack({ ens: "demo.eth" });
  const alice = user(1);
  const mallory = user(2);
  const status = async (label: string) =>
    (await call<NameAvailableResult>(stack, "acct_nameAvailable", [{ domain: "demo.eth", label }]))
      .status;
  await claimName(stack, alice, "paloma");

  await t.step("look-alikes, reserved words, names forbidden by ENSIP-15", async () => {
    const table: Record<string, string> = {
      "paloma": "taken",
      "PALOMA": "taken",
      "pal0ma": "similar",
      "pa1oma": "similar",
      "pálómä": "similar",
      "palorna": "similar",
      "pal-oma": "similar",
      // Cyrillic letters that read as Latin ones, alone and mixed in.
      "раӏоmа": "characters",
      "pаloma": "characters",
      "сосо": "characters",
      // ENSIP-15 removes a zero-width space, so this is the name itself.
      "pal\u200boma": "taken",
      "pal oma": "characters",
      "pal\u202eoma": "characters",
      "xn--paloma": "characters",
      "admin": "reserved",
      "Supp0rt": "reserved",
      "ab": "short",
      "": "short",
      ["x".repeat(64)]: "long",
      ["ü".repeat(40)]: "long",
      ["y".repeat(250)]: "long",
      "a.b": "dot",
      "palomino": "free",
      "مرحبا": "free",
      "日本語": "free",
    };
    const found: Record<string, string> = {};
    for (const label of Object.keys(table)) found[label] = await status(label);
    assertEquals(found, table);
    for (const [label, expected] of Object.entries(table)) {
      if (expected === "free") continue;
      const { error } = await claimName(stack, mallory, label);
      assert(error !== undefined, label);
    }
  });

  await t.step("claims of another account, or signed otherwise", async () => {
    const claim = await signClaim(stack, mallory, "mallory");
    const cause = async (changed: object) => {
      const { error } = await rpc(stack, "acct_claimName", [{ ...claim, ...changed }]);
      return [error?.data?.cause, error?.data?.field];
    };
    // Signed by Mallory, for Alice; for another label; with other records; at another time.
    assertEquals(await cause({ account: alice.account }), [
      "invalid_params",
      "params[0].signature",
    ]);
    assertEquals(await cause({ label: "other" }), ["invalid_params", "params[0].signature"]);
    assertEquals(await cause({ texts: [{ key: "url", value: "https://evil" }] }), [
      "invalid_params",
      "params[0].signature",
    ]);
    assertEquals(await cause({ issuedAt: claim.issuedAt - 1 }), [
      "invalid_params",
      "params[0].signature",
    ]);
    assertEquals(await cause({ signature: "0x1234" }), ["invalid_params", "params[0].signature"]);
    const account = { ...mallory.account, address: alice.account.address };
    assertEquals((await cause({ account }))[1], "params[0].account.address");
    const old = await claimName(stack, mallory, "mallory", { issuedAt: claim.issuedAt - 700 });
    assertEquals(old.error?.data?.field, "params[0].issuedAt");
    const early = await claimName(stack, mallory, "mallory", { issuedAt: claim.issuedAt + 700 });
    assertEquals(early.error?.data?.field, "params[0].issuedAt");
    // An account of another chain.
    const far = await claimName(stack, mallory, "mallory", { chainId: 1 });
    assertEquals(far.error?.data?.cause, "chain_unknown");
    assertEquals((await rpc(stack, "acct_claimName", [claim])).result, {
      name: "mallory.demo.eth",
    });
  });

  await t.step("records out of bounds", async () => {
    const who = user(3);
    const field = async (texts: { key: string; value: string }[]) =>
      (await claimName(stack, who, "records", { texts })).error?.data?.field
        ?.replace("params[0].capabilities.subnameTextRecords", "");
    assertEquals(await field([{ key: "a b", value: "x" }]), "[0].key");
    assertEquals(await field([{ key: "url", value: "a\nb" }]), "[0].value");
    assertEquals(await field([{ key: "url", value: "\u202eb" }]), "[0].value");
    assertEquals(
      await field([{ key: "url", value: "a" }, { key: "url", value: "b" }]),
      "[1]",
    );
    assertEquals(await field([{ key: "k".repeat(65), value: "a" }]), "[0].key");
    assertEquals(await field([{ key: "url", value: "v".repeat(513) }]), "[0].value");
    const many = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: "v" }));
    assertEquals(await field(many), "[10]");
  });

  await t.step("a second name; a repeated claim is the same", async () => {
    const again = await signClaim(stack, alice, "paloma");
    for (let turn = 0; turn < 3; turn++) {
      assertEquals((await rpc(stack, "acct_claimName", [again])).result, {
        name: "paloma.demo.eth",
      });
    }
    const second = await claimName(stack, alice, "another");
    assertEquals(second.error?.data?.field, "params[0].account");
    assertEquals(
      await ensClient(stack).getEnsAddress({ name: "paloma.demo.eth" }),
      alice.account.address,
    );
  });

  await t.step("deployed accounts sign by their own code", async () => {
    const bob = user(4);
    const id = await sendCalls(stack, bob, [{ to: zero, value: "0x0", data: "0x" }]);
    assertEquals((await settled(stack, id)).status, 200);
    const { result } = await claimName(stack, bob, "bobby", { undeployed: false });
    assertEquals(result, { name: "bobby.demo.eth" });
  });

  await t.step("gateway: unusual requests are rejected, and cost little", async () => {
    const get = async (data: string) => {
      const response = await fetch(`${stack.serverUrl}/v1/names/${zero}/${data}`);
      await response.body?.cancel();
      return response.status;
    };
    assertEquals(await get("0x"), 400);
    assertEquals(await get("0x12345678"), 400);
    assertEquals(await get("nonsense"), 400);
    assertEquals(await get(`0x${"00".repeat(5_000)}`), 400);
    // Well made, for another resolver: a signature for it is not ours to give.
    const abi = parseAbi([
      "function resolve(address resolver, bytes name, bytes data)",
      "function addr(bytes32 node)",
    ]);
    const asked = (resolver: Hex, node: Hex, name = toHex(packetToBytes("paloma.demo.eth"))) =>
      encodeFunctionData({
        abi,
        functionName: "resolve",
        args: [resolver, name, encodeFunctionData({ abi, functionName: "addr", args: [node] })],
      });
    const node = namehash("paloma.demo.eth");
    assertEquals(await get(asked(stack.ens!.resolver, node)), 200);
    assertEquals(await get(asked(zero, node)), 400);
    assertEquals(await get(asked(stack.ens!.resolver, namehash("demo.eth"))), 400);
    assertEquals(await get(asked(stack.ens!.resolver, node, "0x05616263")), 400);
    const response = await fetch(`${stack.serverUrl}/v1/names`, {
      method: "POST",
      body: JSON.stringify({ sender: zero, data: 7 }),
    });
    assertEquals(response.status, 400);
    await response.body?.cancel();
  });
});
