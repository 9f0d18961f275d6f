/** The relayer spends no more than its budget, pays no more than its ceiling, and sends once. */
import { assertEquals } from "@std/assert";
import { type Address, type Hex, numberToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { AcctError } from "../../../core/ground/errors.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import type { RelayerConfig } from "../../../service/chain/config.ts";
import { NodeError } from "../../../service/chain/node/node.ts";
import { createNodes } from "../../../service/chain/node/nodes.ts";
import { carry } from "../../../service/accounts/carry.ts";
import { takeLease } from "../../../service/store/leases.ts";

/** A chain with a relayer that sends ether to an unused address, and its remaining budget. */
async function openScene(limits: Partial<RelayerConfig>) {
  const stack = await startStack();
  const { context } = stack.service;
  const own = context.chains.get(stack.chainId)!;
  const relayer = { ...own.config.relayer!, ...limits };
  const chain = { ...own, config: { ...own.config, relayer } };
  const { address } = privateKeyToAccount(relayer.key);
  return {
    stack,
    address,
    send: (keyId: string, to: Address = "0x00000000000000000000000000000000000000aa") =>
      carry(context, chain, { to, data: "0x", keyId }),
    sendFor: (keyId: string, account: Address) =>
      carry(context, chain, { to: account, data: "0x", keyId, account }),
    balance: async () =>
      BigInt(await stack.node.request<Hex>("eth_getBalance", [address, "latest"])),
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

Deno.test("relayer: a key's daily budget runs out, another key's does not", async () => {
  await using at = await openScene({ gweiPerKeyPerDay: 200_000 });
  const before = await at.balance();
  let sent = 0;
  while (await at.send("flood") === null) {
    if (++sent > 1_000) throw new Error("no end");
  }
  assertEquals(await at.send("flood"), "budget");
  const spent = before - await at.balance();
  assertEquals(sent > 0 && spent <= 200_000n * 1_000_000_000n, true, `${sent}: ${spent}`);
  assertEquals(await at.send("calm"), null);
});

Deno.test("relayer: an account cannot use up the budget of the key that all accounts of an app have", async () => {
  await using at = await openScene({ gweiPerKeyPerDay: 800_000 });
  const account = (n: number): Address => numberToHex(0xaa00 + n, { size: 20 });
  const before = await at.balance();
  let sent = 0;
  while (await at.sendFor("app", account(0)) === null) {
    if (++sent > 1_000) throw new Error("no end");
  }
  const spent = before - await at.balance();
  assertEquals(sent > 0 && spent <= 200_000n * 1_000_000_000n, true, `${sent}: ${spent}`);
  assertEquals(await at.sendFor("app", account(1)), null);
  assertEquals(await at.sendFor("app", account(0)), "budget");
});

Deno.test("relayer: above the fee ceiling nothing is sent or counted", async () => {
  await using at = await openScene({ maxFeeGwei: 5, gweiPerKeyPerDay: 10_000_000 });
  const fee = (gwei: bigint) =>
    at.stack.node.request("anvil_setNextBlockBaseFeePerGas", [numberToHex(gwei * 1_000_000_000n)])
      .then(() => at.stack.node.request("evm_mine"));
  await fee(50n);
  const before = await at.balance();
  assertEquals(await at.send("k"), "fee");
  assertEquals(await at.balance(), before);
  const rows = await at.stack.service.store.selectFrom("counters").selectAll()
    .where("owner", "=", "k").execute();
  assertEquals(rows, []);
  await fee(1n);
  assertEquals(await at.send("k"), null);
});

Deno.test("relayer: of several processes only one sends", async () => {
  await using at = await openScene({});
  const { store } = at.stack.service;
  const name = `relayer ${at.stack.chainId} ${at.address}`;
  assertEquals(await takeLease(store, name, 60_000, "another process"), true);
  assertEquals(await at.send("k"), "busy");
  await store.deleteFrom("leases").execute();
  assertEquals(await at.send("k"), null);
});

Deno.test("relayer: sends through another node if the first is unreachable, and once if its answer is lost", async () => {
  await using at = await openScene({});
  const { context } = at.stack.service;
  const own = context.chains.get(at.stack.chainId)!;
  const carryOn = (chain: typeof own) =>
    carry(context, chain, { to: at.address, data: "0x", keyId: "any" });
  const nonce = async () =>
    Number(await at.stack.node.request<Hex>("eth_getTransactionCount", [at.address, "latest"]));
  const before = await nonce();
  // No process listens there.
  const dead = "http://127.0.0.1:9";
  const config = { ...own.config, rpcUrl: dead, fallbackRpcUrls: [own.config.rpcUrl] };
  assertEquals(
    await carryOn({ ...own, config, node: createNodes([dead, own.config.rpcUrl]) }),
    null,
  );
  assertEquals(await nonce(), before + 1);
  // Two nodes received it: the second one reports it, or the answer of the only one is lost.
  for (
    const error of [
      new NodeError(-32000, "already known", undefined),
      new AcctError("chain_down", { detail: "The node did not answer in time." }),
    ]
  ) {
    const sent: string[] = [];
    const node = {
      ...own.node,
      async request<T>(method: string, params?: readonly unknown[]): Promise<T> {
        const result = await own.node.request<T>(method, params);
        if (method !== "eth_sendRawTransaction") return result;
        sent.push(method);
        throw error;
      },
    };
    assertEquals(await carryOn({ ...own, node }), null);
    assertEquals(sent.length, 1);
  }
  assertEquals(await nonce(), before + 3);
});
