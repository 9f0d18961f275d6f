import { assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { encodeFunctionData, type Hex, recoverTypedDataAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { permissionsAbi as contractAbi } from "../../contracts/artifacts/permissions_abi.ts";
import {
  batchExecution,
  contextOf,
  direct,
  mode,
  redeemData,
  redemptionData,
  singleExecution,
} from "../../contracts/testing/redemption.ts";
import { contracts } from "../chain/contracts.ts";
import { AcctError } from "../ground/errors.ts";
import { describeGrant } from "./details.ts";
import type { Permission } from "./mod.ts";
import {
  cancelRedemption,
  delegationManager,
  prepareRedemption,
  redeemTransaction,
  signRedemption,
} from "./redeem.ts";
import { isSpenderOnly, permissionId, permissionSalt } from "./permission.ts";
import { nameOfContext } from "./context.ts";
import { decodeContext } from "./redemption.ts";

const token = `0x${"11".repeat(20)}` as const;
const key = privateKeyToAccount(`0x${"77".repeat(32)}`);
const chainId = 31337;
const permission: Permission = {
  account: `0x${"33".repeat(20)}`,
  spender: key.address,
  start: 1,
  end: 2 ** 48 - 1,
  salt: 2n ** 200n + 7n,
  calls: [{
    target: token,
    selector: "0xa9059cbb",
    rules: [{ word: 0, kind: 0, values: [`0x${"44".repeat(32)}`] }],
  }],
  spends: [{ token, allowance: 5n, unit: 2, multiplier: 1 }],
  watched: [token],
};
const granted = describeGrant(permission, permissionId(permission, chainId), chainId);
const calls = [{ to: token, value: 1n, data: "0x1234" }, {
  to: token,
  value: 0n,
  data: "0x",
}] as const;
const asContracts = calls.map(({ to, value, data }) => ({ target: to, value, data }));

Deno.test("redemption: the spender's transaction decodes as the contract reads it", () => {
  const [first] = calls;
  const named = { nonce: BigInt(granted.permissionId), validUntil: chainId };
  const context = contextOf({ ...direct(permission), ...named });
  assertEquals(prepareRedemption(granted, [first]), {
    context,
    mode: mode.single,
    execution: singleExecution(asContracts[0]!),
  });
  const batch = prepareRedemption(granted, calls);
  assertEquals(batch, { context, mode: mode.batch, execution: batchExecution(asContracts) });
  assertEquals(delegationManager, contracts.permissions);
  assertEquals(redeemTransaction([batch, batch]), {
    to: delegationManager,
    value: 0n,
    data: redeemData([batch, batch]),
  });
  const signature: Hex = "0x01";
  assertEquals(
    prepareRedemption({ ...granted, signature }, [first]).context,
    contextOf({ ...direct(permission), ...named, grantSignature: signature }),
  );
  assertThrows(() => prepareRedemption(granted, []), AcctError);
});

Deno.test("redemption: a signature covers exactly these calls and terms, once", async () => {
  const terms = { redeemers: [token], nonce: 5n, validUntil: 2 ** 47 } as const;
  const signed = await signRedemption(key, granted, calls, terms);
  const redemption = { ...direct(permission), ...terms };
  const data = redemptionData(redemption, {
    mode: mode.batch,
    execution: batchExecution(asContracts),
  });
  const signature = await key.signTypedData(data);
  assertEquals(signed.context, contextOf({ ...redemption, signature }));
  assertEquals(await recoverTypedDataAddress({ ...data, signature }), key.address);
  const nonces = await Promise.all(
    [1, 2].map(() => signRedemption(key, granted, calls, { validUntil: 2 ** 47 })),
  );
  assertNotEquals(nonces[0]!.context, nonces[1]!.context);
  assertEquals(
    cancelRedemption(5n).data,
    encodeFunctionData({ abi: contractAbi, functionName: "cancelRedemption", args: [5n] }),
  );
  await assertRejects(
    async () => await signRedemption(key, { ...granted, end: 5 }, calls, terms),
    AcctError,
  );
});

Deno.test("redemption: a context alone identifies its permission", () => {
  const { context } = prepareRedemption(granted, calls);
  assertEquals(nameOfContext(context), {
    id: granted.permissionId,
    chainId,
    address: permission.account,
  });
  const other = contextOf(direct(permission));
  for (const wrong of ["0x", "0x20", granted.permissionId, context.slice(0, 500), other] as Hex[]) {
    assertEquals(nameOfContext(wrong), undefined);
  }
});

Deno.test("redemption: one bit of the salt restricts it to the spender", () => {
  const random: Hex = `0x${"ff".repeat(22)}`;
  const salt = (only?: boolean): Hex => `0x${permissionSalt(3n, 2, random, only).toString(16)}`;
  assertEquals([isSpenderOnly(salt()), isSpenderOnly(salt(true))], [false, true]);
  assertEquals(BigInt(salt(true)) >> 176n, 3n << 16n | 2n);
});

Deno.test("redemption: a context that names another permission is not read", () => {
  const { context } = prepareRedemption(granted, calls);
  assertEquals(decodeContext(context, chainId)?.id, granted.permissionId);
  assertEquals(
    decodeContext(context.toUpperCase().replace("0X", "0x") as Hex, chainId)?.chainId,
    chainId,
  );
  // The contract ignores these words if the spender submits, so it redeems these too.
  const named = { ...direct(permission), nonce: BigInt(granted.permissionId), validUntil: chainId };
  for (
    const foreign of [
      contextOf({ ...named, nonce: 5n }),
      contextOf({ ...named, permission: { ...permission, end: permission.end - 1 } }),
      contextOf({ ...named, redeemers: [token] }),
      contextOf({ ...named, signature: "0x01" }),
      `${context}00` as Hex,
    ]
  ) {
    assertEquals(decodeContext(foreign, chainId), undefined);
  }
  assertEquals(decodeContext(context, chainId + 1), undefined);
});
