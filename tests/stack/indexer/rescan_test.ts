import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { permissionsAbi } from "../../../core/chain/abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
} from "../../../core/permission/permission.ts";
import type { PermissionJson } from "../../../core/wire/permissions.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { PATIENCE_MS, until } from "../../../scripts/stack/patience.ts";
import { compare } from "../../../service/indexer/rescan.ts";
import { call, prepare, send, sign, status, type User, user } from "../support/client.ts";
import { createReorganise } from "./reorganise.ts";

/** `deno task test all` makes a thousand; the seed of a run that failed is printed. */
const OPERATIONS = Number(Deno.env.get("RESCAN_OPERATIONS") ?? 90);
const REORGANISATIONS = Math.ceil(OPERATIONS / 50);
const SEED = Number(Deno.env.get("RESCAN_SEED") ?? Date.now() % 1_000_000);
const PEOPLE = 6;
/** Milliseconds in which at least one more operation must finish. */
const STILL = PATIENCE_MS;

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Random numbers, reproducible by a seed (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** The next random action of a user. */
function createWork(stack: Stack, who: User, roll: (sides: number) => number) {
  const [token] = stack.tokens;
  const { address } = who.account;
  const now = Math.floor(Date.now() / 1000);
  const given: Hex[] = [];
  let salt = 0n;
  let epoch = 0n;
  const asCall = (data: Hex): CallJson => ({ to: contracts.permissions, value: "0x0", data });
  return (): { calls: CallJson[]; callData?: Hex; tokens?: Hex[] } => {
    switch (roll(8)) {
      case 0:
      case 1: {
        const permission: Permission = {
          account: address,
          spender: user(1500 + roll(3)).account.address,
          start: now,
          end: now + 3_600,
          salt: (epoch << 192n) + ++salt,
          calls: [{ target: token.address, selector: "0xa9059cbb", rules: [] }],
          spends: [{ token: token.address, allowance: 5n, unit: 2, multiplier: 1 }],
          watched: [],
        };
        given.push(permissionId(permission, stack.chainId));
        return { calls: [], callData: grantCallData(permission), tokens: [token.address] };
      }
      case 2: {
        const id = given[roll(Math.max(1, given.length))];
        if (id === undefined) return { calls: [ping] };
        return {
          calls: [asCall(encodeFunctionData({
            abi: permissionsAbi,
            functionName: "revoke",
            args: [id],
          }))],
        };
      }
      case 3:
        // An epoch ends; grants of the old one fail from now on, which is a valid outcome too.
        if (roll(4) !== 0) return { calls: [ping] };
        epoch++;
        return {
          calls: [asCall(encodeFunctionData({ abi: permissionsAbi, functionName: "revokeAll" }))],
        };
      case 4: {
        const args = [user(1500).account.address, BigInt(1 + roll(9))] as const;
        const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
        return { calls: [{ to: token.address, value: "0x0", data }, ping] };
      }
      default:
        return { calls: Array.from({ length: 1 + roll(3) }, () => ping) };
    }
  };
}

Deno.test("rescan: after random work and reorganisations, stored rows equal the chain", async () => {
  console.log(`RESCAN_SEED=${SEED}`);
  const roll = dice(SEED);
  await using own = await ownDatabase({ file: true });
  await using stack = await startStack({ database: own.database });
  const { store, context } = stack.service;
  const chain = context.chains.get(stack.chainId)!;
  const people = Array.from({ length: PEOPLE }, (_, n) => user(1400 + n));
  const [token] = stack.tokens;
  for (const { account } of people) {
    await stack.mint(token.address, account.address, 10n ** 9n);
    await stack.fund(account.address, 10n ** 20n);
  }
  // Reorganisations must not take these back.
  await stack.node.request("anvil_mine", ["0x8"]);

  const reorganise = createReorganise(stack, people.map(({ account }) => account.address));
  const accepted: string[] = [];
  let left = OPERATIONS;
  let takenBack = 0;
  const work = async (who: User) => {
    const next = createWork(stack, who, roll);
    while (left > 0) {
      const { calls, ...options } = next();
      const parallel = roll(3) === 0;
      try {
        const { operation } = await prepare(stack, who, calls, { ...options, parallel });
        const { result } = await send(stack, who, await sign(stack, who, operation));
        if (result === undefined) continue;
        accepted.push(result.id);
        left--;
      } catch {
        // Not possible at this moment, or no longer: another action is tried.
      }
      // The list of permissions is read at times, in the midst of it all.
      if (roll(6) === 0) {
        await call(stack, "acct_getPermissions", [{ account: who.account.address }]);
      }
    }
  };
  const shake = async () => {
    for (let n = 0; n < REORGANISATIONS; n++) {
      const at = OPERATIONS - Math.floor(((n + 1) * OPERATIONS) / (REORGANISATIONS + 1));
      while (left > at) await new Promise((resolve) => setTimeout(resolve, 5));
      takenBack += await reorganise(1 + roll(4));
    }
  };
  await Promise.all([...people.map(work), shake()]);

  // Every accepted operation finishes; the time depends on the machine.
  let least = Infinity;
  for (let end = 0;;) {
    const open = await store.selectFrom("operations").select(["id", "state", "reason"])
      .where("state", "in", ["held", "submitted"]).execute();
    if (open.length === 0) break;
    if (open.length < least) end = Date.now() + STILL;
    least = Math.min(least, open.length);
    if (Date.now() > end) {
      const { address } = stack.bundler;
      const ask = (method: string, ...params: unknown[]) => stack.node.request(method, params);
      const chainSays = await Promise.all([
        ask("txpool_content"),
        ask("eth_getTransactionCount", address, "latest"),
        ask("eth_getTransactionCount", address, "pending"),
      ]);
      throw new Error(`stays pending: ${JSON.stringify([chainSays, open]).slice(0, 4_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // The last reorganisation is detected at one of the next polls.
  let report = await compare(store, chain);
  await until("the index equals the chain", async () => {
    report = await compare(store, chain);
    return report.differences.length === 0;
  }, 500).catch(() => {});
  assertEquals(report.differences, []);
  assertEquals(report.foreign, 0);
  assertEquals(report.operations >= OPERATIONS, true);
  assertEquals(report.permissions > 0, true);

  // A reorganisation loses no accepted operation: it lands again, or another one used its nonce.
  const states: Awaited<ReturnType<typeof status>>[] = [];
  // Maximum number that a client may request.
  for (let first = 0; first < accepted.length; first += 50) {
    const some = accepted.slice(first, first + 50);
    states.push(...await Promise.all(some.map((id) => status(stack, id))));
  }
  const count = (wanted: number) => states.filter(({ status }) => status === wanted).length;
  console.log(
    `${accepted.length} operations, ${takenBack} of them taken back by ${REORGANISATIONS} ` +
      `reorganisations: ${count(200)} done, ` +
      `${count(500)} reverted, ${count(400)} dropped; ${report.permissions} permissions`,
  );
  const dropped = await store.selectFrom("operations").select("reason")
    .where("state", "=", "dropped").execute();
  assertEquals(takenBack > 0, true);
  assertEquals(count(100), 0);
  assertEquals(dropped, []);

  // The same comparison as in the operator's command, which repairs damaged rows.
  const config = join(await Deno.makeTempDir(), "config.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database: own.database,
      chains: [{
        id: stack.chainId,
        name: "Local",
        rpcUrl: stack.rpcUrl,
        bundlerUrl: stack.rpcUrl,
      }],
    }),
  );
  const rescan = async (...args: string[]) => {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "service/main/main.ts",
        "rescan",
        "--config",
        config,
        ...args,
      ],
      cwd: root,
      stderr: "inherit",
    }).output();
    return [code, new TextDecoder().decode(stdout)] as const;
  };
  assertEquals((await rescan())[0], 0);
  await context.watcher.stop();
  const listed = () =>
    call<PermissionJson[]>(stack, "acct_getPermissions", [{
      spender: user(1500).account.address,
    }]);
  // Far enough behind that it is not read again on the way.
  await stack.node.request("anvil_mine", ["0x60"]);
  const kept = await listed();
  const [first, second] = await store.selectFrom("operations").select("id")
    .where("state", "=", "included").limit(2).execute();
  const set = (id: string) => store.updateTable("operations").where("id", "=", id);
  await set(first!.id).set({ state: "dropped", tx_hash: null, block_hash: null }).execute();
  await set(second!.id).set({ block_number: 1, success: 0 }).execute();
  await store.updateTable("operation_data").set({ receipt: "{}" }).where("id", "=", second!.id)
    .execute();
  const gone = await store.selectFrom("permissions").select("id").limit(1)
    .executeTakeFirstOrThrow();
  await store.deleteFrom("permissions").where("id", "=", gone.id).execute();
  const [code, text] = await rescan();
  assertEquals(code, 1);
  for (const { id } of [first!, second!, gone]) assertStringIncludes(text, id);
  const [repaired, output] = await rescan("--fix");
  assertEquals(repaired, 0);
  assertStringIncludes(output, "repaired: 3, left: 0");
  assertEquals((await compare(store, chain)).differences, []);
  assertEquals(await listed(), kept);
});
