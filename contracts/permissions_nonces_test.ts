import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, pad } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { permissions } from "./addresses.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { errorName } from "./testing/asserts.ts";
import { daily, fresh, grant, receiver, transfer } from "./testing/grant.ts";
import { now, type Permission, saltOf, sendAs } from "./testing/permission.ts";
import {
  batchExecution,
  contextOf,
  direct,
  mode,
  redeemData,
  type Redeemed,
  type Redemption,
  redemptionData,
  singleExecution,
} from "./testing/redemption.ts";
import { type Stack, startStack } from "./testing/stack.ts";
import { balanceOf } from "./testing/token.ts";

const key = privateKeyToAccount(pad("0x7711"));
const carrier: Address = "0x00000000000000000000000000000000000ca771";

/** Signs an execution for anyone to submit. */
async function signed(
  permission: Permission,
  terms: Pick<Redemption, "nonce" | "validUntil"> & Partial<Redemption>,
  execution: { mode: Hex; execution: Hex },
): Promise<Redeemed> {
  const redemption = { ...direct(permission), ...terms };
  const signature = await key.signTypedData(redemptionData(redemption, execution));
  return { context: contextOf({ ...redemption, signature }), ...execution };
}

const redeem = (stack: Stack, ...list: Redeemed[]) => sendAs(stack, carrier, redeemData(list));

Deno.test("a spender's signature is used once, until its last second", async (t) => {
  await using stack = await startStack();
  const [token] = stack.tokens;
  const { account, owner } = await fresh(stack, 820);
  const base = await daily(stack, account, { spender: key.address });
  const permission = { ...base, spends: [{ ...base.spends[0]!, allowance: 1000n }] };
  assertEquals(await grant(stack, owner, permission), null);
  const one = { mode: mode.single, execution: singleExecution(transfer(token, 1n)) };
  const validUntil = permission.end;
  const isUsed = (nonce: bigint) =>
    stack.client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "isNonceUsed",
      args: [key.address, nonce],
    });

  await t.step("every nonce stays used when others are used after it", async () => {
    const top = 2n ** 256n;
    const nonces = [0n, 1n, 2n, 255n, 256n, 511n, 2n ** 64n, 2n ** 64n + 1n, 2n ** 200n, top - 1n];
    const all: Redeemed[] = [];
    for (const nonce of nonces) all.push(await signed(permission, { nonce, validUntil }, one));
    for (const [index, each] of all.entries()) {
      assertEquals(await isUsed(nonces[index]!), false);
      assertEquals(await redeem(stack, each), null);
      for (const before of all.slice(0, index + 1)) {
        assertEquals(await redeem(stack, before), "NonceUsed", `${nonces[index]}`);
      }
    }
    // A cancelled nonce counts as used.
    const data = encodeFunctionData({
      abi: permissionsAbi,
      functionName: "cancelRedemption",
      args: [3n],
    });
    assertEquals(await sendAs(stack, key.address, data), null);
    const cancelled = await signed(permission, { nonce: 3n, validUntil }, one);
    for (const each of [cancelled, ...all]) assertEquals(await redeem(stack, each), "NonceUsed");
    for (const nonce of nonces) assertEquals(await isUsed(nonce), true);
    for (const nonce of [4n, 254n, 257n, 2n ** 64n + 2n, top - 2n]) {
      assertEquals(await isUsed(nonce), false);
    }
    assertEquals(await balanceOf(stack, token, receiver), BigInt(nonces.length));
    // The same signature twice in one transaction reverts.
    const twice = await signed(permission, { nonce: 5n, validUntil }, one);
    assertEquals(await redeem(stack, twice, cancelled), "NonceUsed");
    const other = await signed(permission, { nonce: 6n, validUntil }, one);
    assertEquals(await redeem(stack, twice, other, twice), "NonceUsed");
    assertEquals(await isUsed(5n), false);
  });

  await t.step("its last second counts", async () => {
    const time = await now(stack) + 100;
    const data = redeemData([await signed(permission, { nonce: 20n, validUntil: time }, one)]);
    const at = async (second: number) => {
      try {
        await stack.client.call({
          account: carrier,
          to: permissions,
          data,
          blockOverrides: { time: BigInt(second) },
        });
        return null;
      } catch (error) {
        const revert = /0x[0-9a-f]{8,}/.exec(String((error as Error).message))?.[0];
        return errorName((revert ?? "0x") as Hex, permissionsAbi);
      }
    };
    assertEquals(await at(time - 1), null);
    assertEquals(await at(time), null);
    assertEquals(await at(time + 1), "RedemptionExpired");
  });

  await t.step("several have their own permissions, modes and calls", async () => {
    const others = [2, 3].map((number) => ({ ...permission, salt: saltOf(number) }));
    for (const each of others) assertEquals(await grant(stack, owner, each), null);
    const batch = {
      mode: mode.batch,
      execution: batchExecution([
        transfer(token, 1n),
        transfer(token, 2n),
        transfer(token, 3n),
      ]),
    };
    const before = await balanceOf(stack, token, receiver);
    const list = [
      await signed(permission, { nonce: 30n, validUntil }, one),
      await signed(others[0]!, { nonce: 31n, validUntil }, one),
      await signed(others[1]!, { nonce: 32n, validUntil }, batch),
    ];
    assertEquals(await redeem(stack, ...list), null);
    assertEquals(await balanceOf(stack, token, receiver), before + 8n);
    const last = [
      await signed(permission, { nonce: 33n, validUntil }, one),
      await signed(permission, { nonce: 34n, validUntil }, batch),
      await signed(permission, { nonce: 35n, validUntil }, batch),
    ];
    const bent = { ...last[2]!, execution: batchExecution([transfer(token, 7n)]) };
    assertEquals(await redeem(stack, last[0]!, last[1]!, bent), "InvalidRedemption");
    const chosen = await signed(permission, {
      nonce: 36n,
      validUntil,
      redeemers: [receiver, key.address, permissions, carrier],
    }, one);
    assertEquals(await sendAs(stack, account, redeemData([chosen])), "NotRedeemer");
    assertEquals(await redeem(stack, chosen), null);
    assertEquals(await redeem(stack, ...last), null);
  });
});
