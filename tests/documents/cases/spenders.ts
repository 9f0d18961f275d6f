/** Examples about permissions, and the agents and servers that use them. @module */
import { assertEquals, assertRejects } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  toFunctionSelector,
} from "viem";
import { generatePrivateKey } from "viem/accounts";
import {
  prepareTransaction,
  type WalletGrantPermissionsResponse,
} from "../../../core/permission/mod.ts";
import type { CallPermissionDetail } from "../../../core/permission/details.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { openPayingScene } from "../../stack/agents/paying.ts";
import { type Case, type Example, fn } from "../example.ts";
import { runProgram } from "../programs.ts";
import { FRIEND, keyOf, openWallet, readerOf, type Wallet } from "../wallet.ts";
import { USDC, type World } from "../world.ts";

const shop: Address = `0x${"50".repeat(20)}`;

/** A grant as an example returns it. */
interface Granted {
  readonly permissionId: Hex;
  readonly spender: Address;
  readonly account: Address;
  readonly spends: readonly { readonly token: Address; readonly allowance: string }[];
  readonly calls: readonly { readonly target: Address; readonly selector: Hex }[];
}

/** A user who lets a spender move USDC, and has some. */
async function grantIn(
  world: World,
  spender: Address,
): Promise<Wallet & { readonly granted: Granted }> {
  const wallet = await openWallet(world);
  await world.base.mint(USDC, wallet.address, 1_000n);
  const granted = await wallet.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      spender,
      expiry: Math.floor(Date.now() / 1000) + 86_400,
      permissions: { spends: [{ token: USDC, allowance: "500", unit: "day" }] },
    }],
  });
  return { ...wallet, granted: granted as unknown as Granted };
}

function transferOf(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
}

async function usdcOf(world: World, owner: Address): Promise<bigint> {
  return await readerOf(world).readContract({
    address: USDC,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
  });
}

/** Waits until the first transaction of a key is in a block. */
async function landed(world: World, address: Address): Promise<void> {
  const client = readerOf(world);
  await until("it is in a block", async () => await client.getTransactionCount({ address }) > 0);
}

/** A use by a key: the account's USDC must move as described in the call. */
async function useByKey({ world, load }: Example, given: Readonly<Record<string, unknown>>) {
  const { key, wallet } = await keyOf(world);
  await using user = await grantIn(world, key.address);
  const to: Address = `0x${generatePrivateKey().slice(2, 42)}`;
  const data = transferOf(to, 6n);
  const { granted } = user;
  await load({ client: readerOf(world), granted, wallet, data, transferData: data, ...given });
  await landed(world, key.address);
  assertEquals([await usdcOf(world, to), await usdcOf(world, user.address)], [6n, 994n]);
}

/** Examples by the names of their blocks. */
export const spenderCases: Readonly<Record<string, Case>> = {
  "docs/agents.md#give-an-agent-a-budget 2": {
    async run(example) {
      const { stack } = example.world;
      const scene = await openPayingScene(stack);
      await using api = scene.serve();
      const { granted, privateKey } = await scene.grant({ gas: 0n });
      const file = await Deno.makeTempFile();
      try {
        await Deno.writeTextFile(file, JSON.stringify(granted));
        const { out } = await runProgram(example, {
          args: [`${api.url}/forecast/oslo`],
          env: { GRANT: file, AGENT_KEY: privateKey, RPC_URL: stack.rpcUrl },
        });
        assertEquals(JSON.parse(out), { city: "oslo", sky: "clear" });
      } finally {
        await Deno.remove(file);
      }
    },
  },
  "docs/permissions.md#grant": {
    stands: () => ({ "0x…": FRIEND }),
    given: ["provider", "shop", "usdc"],
    gives: ["granted"],
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const { granted } = await load({ provider: wallet.provider, shop, usdc: USDC });
      const { account, spender, calls, spends } = granted as Granted;
      assertEquals([account, spender], [wallet.address, FRIEND]);
      assertEquals(calls[0]!.selector, toFunctionSelector("order(uint256)"));
      assertEquals(spends[0]!.allowance, "50000000");
    },
  },
  "docs/permissions.md#rules-on-arguments": {
    gives: ["call"],
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const { call } = await load({}) as { readonly call: CallPermissionDetail };
      const { calls } = await wallet.provider.request({
        method: "wallet_grantPermissions",
        params: [{
          spender: FRIEND,
          expiry: Math.floor(Date.now() / 1000) + 86_400,
          permissions: { calls: [call], spends: [{ token: USDC, allowance: "50", unit: "day" }] },
        }],
      });
      const word = (value: number) => numberToHex(value, { size: 32 });
      assertEquals(calls[0]!.rules, [
        { word: 0, kind: "equal", values: [word(32)] },
        { word: 2, argument: "params.recipient", kind: "account" },
        { word: 3, argument: "params.amountIn", kind: "atMost", values: [word(50_000_000)] },
      ]);
    },
  },
  "docs/permissions.md#list": {
    given: ["provider"],
    gives: ["first"],
    async run({ world, load }) {
      await using user = await grantIn(world, FRIEND);
      const { first } = await load({ provider: user.provider }) as {
        readonly first: { readonly id: Hex; readonly spends: readonly { remaining: string }[] };
      };
      assertEquals(first.id, user.granted.permissionId);
      assertEquals(BigInt(first.spends[0]!.remaining), 500n);
    },
  },
  "docs/permissions.md#with-a-key": {
    given: ["client", "granted", "wallet", "usdc", "transferData"],
    run: async (example) => await useByKey(example, { usdc: USDC }),
  },
  "docs/permissions.md#with-a-key 2": {
    async run({ world, load }) {
      const { key, wallet } = await keyOf(world);
      await using user = await grantIn(world, key.address);
      const call = { to: USDC, value: 0n, data: transferOf(FRIEND, 501n) };
      const granted = user.granted as unknown as WalletGrantPermissionsResponse;
      const refusalOf = fn(await load(), "refusalOf");
      const error = await assertRejects(() =>
        wallet.sendTransaction(prepareTransaction(granted, [call]))
      );
      const { errorName, args } = refusalOf(error) as { errorName: string; args: unknown };
      assertEquals([errorName, args], ["AllowanceExceeded", [0n, 501n, 500n]]);
    },
  },
  "docs/permissions.md#with-another-account": {
    given: ["provider", "calls", "granted"],
    async run({ world, load }) {
      await using spender = await openWallet(world);
      await using user = await grantIn(world, spender.address);
      const to: Address = `0x${generatePrivateKey().slice(2, 42)}`;
      const calls = [{ to: USDC, data: transferOf(to, 3n) }];
      await load({ provider: spender.provider, calls, granted: user.granted });
      await until("it moved", async () => await usdcOf(world, to) === 3n);
      assertEquals(await usdcOf(world, user.address), 997n);
    },
  },
  "docs/permissions.md#with-erc-7710": {
    given: ["key", "granted", "call", "facilitator", "wallet"],
    async run({ world, load }) {
      const [{ key }, { key: { address: facilitator }, wallet }] = await Promise.all([
        keyOf(world),
        keyOf(world),
      ]);
      await using user = await grantIn(world, key.address);
      const to: Address = `0x${generatePrivateKey().slice(2, 42)}`;
      const call = { to: USDC, value: 0n, data: transferOf(to, 4n) };
      await load({ key, granted: user.granted, call, facilitator, wallet });
      await landed(world, facilitator);
      assertEquals(await usdcOf(world, to), 4n);
    },
  },
  "docs/permissions.md#end": {
    given: ["provider", "id"],
    async run({ world, load }) {
      await using user = await grantIn(world, FRIEND);
      await load({ provider: user.provider, id: user.granted.permissionId });
      const left = await user.provider.request({ method: "wallet_getPermissions" });
      assertEquals(left, []);
    },
  },
};
