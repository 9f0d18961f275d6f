import { assertEquals } from "@std/assert";
import {
  type Address,
  createTestClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  publicActions,
  walletActions,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import {
  describeGrant,
  type WalletGrantPermissionsResponse,
} from "../../core/permission/details.ts";
import { type Call, isActive, prepareTransaction } from "../../core/permission/mod.ts";
import { NATIVE } from "../../core/chain/native.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
  revokeCall,
} from "../../core/permission/permission.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { sendCalls, settled, user } from "../../tests/stack/support/client.ts";
import type { Plan } from "./plan.ts";
import { createHandler } from "./server.ts";
import { openStore } from "./store.ts";
import { createSubscriptions, type Outcome } from "./subscriptions.ts";

const DAY = 86_400;
const recipient: Address = "0x00000000000000000000000000000000000000cc";

Deno.test("a subscription is charged once per period, and not beyond its grant", async (t) => {
  await using stack = await startStack();
  const [token, other] = stack.tokens;
  const chain = defineChain({
    id: stack.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [stack.rpcUrl] } },
  });
  const spender = privateKeyToAccount(generatePrivateKey());
  await stack.fund(spender.address, 10n ** 18n);
  const client = createTestClient({
    account: spender,
    chain,
    mode: "anvil",
    transport: patientHttp(stack.rpcUrl),
    pollingInterval: 10,
  }).extend(publicActions).extend(walletActions);
  const plan: Plan = {
    chainId: stack.chainId,
    token: token.address,
    amount: 5_000_000n,
    unit: "month",
    multiplier: 1,
    recipient,
  };
  const folder = await Deno.makeTempDir();
  await using _folder = {
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
  const file = `${folder}/subscriptions.json`;
  const open = async (path: string) =>
    createSubscriptions({
      plan,
      chain,
      rpcUrl: stack.rpcUrl,
      spender,
      store: await openStore(path),
    });
  const subscriptions = await open(file);
  await using server = Deno.serve(
    { port: 0, hostname: "localhost", onListen: () => {} },
    createHandler(subscriptions),
  );
  const url = `http://localhost:${server.addr.port}`;

  const post = async (body: unknown) => {
    const response = await fetch(`${url}/subscribe`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return { status: response.status, ...await response.json() };
  };
  const received = () =>
    client.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [recipient],
    });
  const now = async () => Number((await client.getBlock()).timestamp);
  const pass = async (seconds: number) => {
    await client.increaseTime({ seconds });
    await client.mine({ blocks: 1 });
  };
  let salt = 0n;
  /** A subscriber's permission that matches the plan. */
  const wanted = async (account: Address, changes: Partial<Permission> = {}) => {
    const start = await now();
    const spends = [{ token: token.address, allowance: plan.amount, unit: 4, multiplier: 1 }];
    const end = start + 400 * DAY;
    return {
      account,
      spender: spender.address,
      start,
      end,
      salt: ++salt,
      calls: [],
      spends,
      watched: [],
      ...changes,
    };
  };
  /** The response that the page would receive. */
  const described = (permission: Permission): WalletGrantPermissionsResponse =>
    describeGrant(permission, permissionId(permission, stack.chainId), stack.chainId);
  /** Creates a funded user with a grant. */
  const subscriber = async (seed: number, changes: Partial<Permission> = {}, money = 10n ** 9n) => {
    const who = user(seed);
    await stack.mint(token.address, who.account.address, money);
    const permission = await wanted(who.account.address, changes);
    const callData = grantCallData(permission);
    const id = await sendCalls(stack, who, [], { callData, tokens: [token.address, NATIVE] });
    assertEquals((await settled(stack, id)).status, 200);
    return { who, granted: described(permission) };
  };
  const summary = (outcomes: readonly Outcome[]) =>
    outcomes.map((each) => each.outcome === "refused" ? each.reason : each.outcome);
  /** Charges without checking the server's records; returns whether the chain allowed it. */
  const force = async (granted: WalletGrantPermissionsResponse, amount: bigint) => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [recipient, amount],
    });
    const hash = await client.sendTransaction({
      ...prepareTransaction(granted, [{ to: token.address, value: 0n, data }]),
      gas: 1_000_000n,
    });
    return (await client.waitForTransactionReceipt({ hash })).status;
  };

  const first = await subscriber(900);
  const { granted } = first;

  await t.step("subscribing charges the first period", async () => {
    const { status, outcome, id } = await post(granted);
    assertEquals([status, outcome, id], [201, "charged", granted.permissionId]);
    assertEquals(await received(), plan.amount);
    const listed = await (await fetch(`${url}/subscriptions`)).json();
    assertEquals(listed.length, 1);
    assertEquals([listed[0].account, listed[0].charges[0].period], [
      granted.account,
      granted.start,
    ]);
  });

  await t.step("the same period is never charged again: by the server, by the chain", async () => {
    assertEquals((await post(granted)).outcome, "already_charged");
    const rounds = await Promise.all([subscriptions.charge(), subscriptions.charge()]);
    assertEquals(rounds.map(summary), [["already_charged"], ["already_charged"]]);
    assertEquals(await force(granted, plan.amount), "reverted");
    assertEquals(await force(granted, 1n), "reverted");
    const restarted = await open(file);
    assertEquals(summary(await restarted.charge()), ["already_charged"]);
    // A server that lost its records asks the chain, and gets the same result.
    const forgetful = await open(`${folder}/lost.json`);
    assertEquals(summary([await forgetful.subscribe(granted)]), ["over_limit"]);
    assertEquals(await received(), plan.amount);
  });

  await t.step("the next period is charged once, for any number of rounds", async () => {
    await pass(31 * DAY);
    const rounds = await Promise.all([subscriptions.charge(), subscriptions.charge()]);
    assertEquals(rounds.map(summary), [["charged"], ["already_charged"]]);
    assertEquals(await received(), 2n * plan.amount);
    assertEquals(await force(granted, 1n), "reverted");
  });

  await t.step("a server that stopped in the middle sends the same transaction again", async () => {
    await pass(31 * DAY);
    const path = `${folder}/stopped.json`;
    await Deno.copyFile(file, path);
    const store = await openStore(path);
    // All writes after the first one, that of the signed transaction, are lost.
    let writes = 0;
    const stopping = createSubscriptions({
      plan,
      chain,
      rpcUrl: stack.rpcUrl,
      spender,
      store: {
        ...store,
        put: (each) => writes++ === 0 ? store.put(each) : Promise.reject(new Error("stopped")),
      },
    });
    let stopped = false;
    await stopping.subscribe(granted).catch(() => stopped = true);
    assertEquals(stopped, true);
    assertEquals(await received(), 3n * plan.amount);
    const again = await open(path);
    assertEquals(summary(await again.charge()), ["already_charged"]);
    assertEquals(again.list()[0]!.charges.length, 3);
    assertEquals(await received(), 3n * plan.amount);
    await pass(31 * DAY);
  });

  await t.step(
    "a grant that is not for the plan, or not granted, is rejected by name",
    async () => {
      const permission = await wanted(granted.account);
      const [spend] = permission.spends;
      const change = (changes: Partial<typeof spend>) => ({ spends: [{ ...spend!, ...changes }] });
      const forged: [string, Partial<Permission>][] = [
        ["wrong_spender", { spender: recipient }],
        ["wrong_amount", change({ allowance: plan.amount - 1n })],
        ["wrong_amount", change({ allowance: plan.amount * 2n })],
        ["wrong_token", change({ token: other.address })],
        ["wrong_period", change({ unit: 3 })],
        ["wrong_period", change({ multiplier: 2 })],
        ["too_many_rights", {
          calls: [{ target: token.address, selector: "0x095ea7b3", rules: [] }],
        }],
        ["not_granted", {}],
      ];
      for (const [reason, changes] of forged) {
        const { status, error } = await post(described({ ...permission, ...changes }));
        assertEquals([status, error], [422, reason]);
      }
      const words: [string, object][] = [
        ["wrong_amount", { spends: [{ ...granted.spends[0], allowance: "1" }] }],
        ["wrong_spender", { spender: recipient }],
        ["wrong_chain", { chainId: "0x1" }],
        // Fields that are not part of the plan are still bound by the id.
        ["forged", { end: granted.end + 1 }],
        ["forged", { account: recipient }],
        ["forged", { permissionId: `0x${"11".repeat(32)}` }],
        ["malformed", { salt: 1 }],
        ["malformed", { spends: "all" }],
      ];
      for (const [reason, changes] of words) {
        assertEquals((await post({ ...granted, ...changes })).error, reason);
      }
      assertEquals((await post(null)).error, "malformed");
      assertEquals((await post("x".repeat(20_000))).status, 413);
      assertEquals(subscriptions.list().length, 1);
      assertEquals(await received(), 3n * plan.amount);
    },
  );

  await t.step(
    "a subscriber without tokens is rejected and does not prevent others from paying",
    async () => {
      const poor = await subscriber(901, {}, 1n);
      const { status, reason } = await post(poor.granted);
      assertEquals([status, reason], [402, "failed"]);
      assertEquals(summary(await subscriptions.charge()), ["charged", "failed"]);
      await stack.mint(token.address, poor.who.account.address, plan.amount);
      assertEquals(summary(await subscriptions.charge()), ["already_charged", "charged"]);
      assertEquals(await received(), 5n * plan.amount);
    },
  );

  await t.step("an expired permission is rejected", async () => {
    const short = await subscriber(902, { end: await now() + 10 * DAY });
    assertEquals((await post(short.granted)).outcome, "charged");
    await pass(31 * DAY);
    // In the order of arrival; the second subscriber has no tokens left.
    assertEquals(summary(await subscriptions.charge()), ["charged", "failed", "expired"]);
    assertEquals(await force(short.granted, 1n), "reverted");
  });

  await t.step(
    "a thief of the server's key gets one allowance per period, and no right",
    async () => {
      const robbed = await subscriber(903);
      const { account } = robbed.granted;
      const thief: Address = "0x00000000000000000000000000000000000000dd";
      const move = (functionName: "transfer" | "approve", to: Address, amount: bigint) => ({
        to,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName, args: [thief, amount] }),
      });
      const act = async (call: Call) => {
        const hash = await client.sendTransaction({
          ...prepareTransaction(robbed.granted, [call]),
          gas: 1_000_000n,
        });
        return (await client.waitForTransactionReceipt({ hash })).status;
      };
      await stack.mint(other.address, account, 10n);
      await stack.fund(account, 10n ** 18n);
      const refused: Call[] = [
        move("transfer", token.address, plan.amount + 1n),
        move("approve", token.address, 1n),
        move("transfer", other.address, 1n),
        { to: thief, value: 1n, data: "0x" },
        { to: account, value: 0n, data: "0x" },
      ];
      for (const call of refused) assertEquals(await act(call), "reverted");
      // The recipient is not restricted: a thief of the key may take the same amounts as the
      // server.
      assertEquals(await act(move("transfer", token.address, plan.amount)), "success");
      assertEquals(await act(move("transfer", token.address, 1n)), "reverted");
      // The key cannot revoke the permission either: only the account can.
      const { to, data } = revokeCall(robbed.granted.permissionId);
      const hash = await client.sendTransaction({ to, data });
      assertEquals((await client.waitForTransactionReceipt({ hash })).status, "success");
      assertEquals(await isActive(client, robbed.granted), true);
      const calls = [{ to, value: "0x0" as const, data }];
      const id = await sendCalls(stack, robbed.who, calls);
      assertEquals((await settled(stack, id)).status, 200);
      await pass(31 * DAY);
      assertEquals(await act(move("transfer", token.address, 1n)), "reverted");
    },
  );

  await t.step("a revoked permission is rejected, by the server and by the chain", async () => {
    const { to, value, data } = revokeCall(granted.permissionId);
    const calls = [{ to, value: `0x${value.toString(16)}` as Hex, data }];
    assertEquals((await settled(stack, await sendCalls(stack, first.who, calls))).status, 200);
    await pass(31 * DAY);
    const before = await received();
    assertEquals(summary(await subscriptions.charge())[0], "revoked");
    assertEquals(await force(granted, plan.amount), "reverted");
    assertEquals(await received(), before);
    // A server without a record of it does not accept it either.
    const other = await open(`${folder}/new.json`);
    const error = await other.subscribe(granted).catch((error) => error.reason);
    assertEquals(error, "not_granted");
  });
});
