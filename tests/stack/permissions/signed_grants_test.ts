/** Permissions that are signed and submitted with their first use: stored, listed, used, ended. */
import { assertEquals, assertMatch } from "@std/assert";
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  publicActions,
  toFunctionSelector,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { receiptOf } from "../../../contracts/create2.ts";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { permissionsAbi } from "../../../core/chain/abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { describeGrant } from "../../../core/permission/details.ts";
import { isActive, prepareTransaction, remaining } from "../../../core/permission/mod.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
  toPermissionJson,
} from "../../../core/permission/permission.ts";
import type { PermissionJson } from "../../../core/wire/permissions.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { call, rpc, sendCalls, settled, type User, user } from "../support/client.ts";
import { viemChain } from "../support/viem_chain.ts";

const shop: Hex = `0x${"c4".repeat(20)}`;

Deno.test("signed grants: kept, listed, brought by their first use, and ended", async (t) => {
  await using stack = await startStack();
  const chain = viemChain(stack);
  const client = createTestClient({ chain, mode: "anvil", transport: patientHttp(stack.rpcUrl) })
    .extend(publicActions);
  const [token] = stack.tokens;
  const who = user(810);
  const { address } = who.account;
  await stack.mint(token.address, address, 1_000n);
  const key = privateKeyToAccount(generatePrivateKey());
  await stack.fund(key.address, 10n ** 18n);
  const wallet = createWalletClient({ account: key, chain, transport: patientHttp(stack.rpcUrl) });

  let salt = 0n;
  const now = Number((await client.getBlock()).timestamp);
  const next = (changes: Partial<Permission> = {}): Permission => ({
    account: address,
    spender: key.address,
    start: now,
    end: now + 86_400,
    salt: ++salt,
    calls: [],
    spends: [{ token: token.address, allowance: 5n, unit: 2, multiplier: 1 }],
    watched: [],
    ...changes,
  });
  /** The permission on the wire, and its owner's signature. */
  const signed = async (permission: Permission, signer: User = who) => {
    const id = permissionId(permission, stack.chainId);
    const signature = wrapSignature(0, await signer.passkey.sign(id));
    const json = toPermissionJson(permission, id, stack.chainId);
    const granted = { ...describeGrant(permission, id, stack.chainId), signature };
    return { id, signature, json, granted };
  };
  const put = async (permission: unknown, signature: Hex) => {
    const { error } = await rpc(stack, "acct_putGrant", [{ permission, signature }]);
    return error && [error.data?.cause, error.data?.field];
  };
  const list = (params: Record<string, unknown> = { account: address }) =>
    call<PermissionJson[]>(stack, "acct_getPermissions", [params]);
  const spend = async (granted: Parameters<typeof prepareTransaction>[0], amount: bigint) => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [shop, amount],
    });
    try {
      const request = prepareTransaction(granted, [{ to: token.address, value: 0n, data }]);
      const hash = await wallet.sendTransaction(request);
      return (await receiptOf(client, hash)).status === "success";
    } catch (error) {
      assertMatch(String(error), /revert/);
      return false;
    }
  };
  /** The account's own call of the permission contract. */
  const own = async (data: Hex) => {
    const calls = [{ to: contracts.permissions, value: "0x0", data }] as const;
    assertEquals((await settled(stack, await sendCalls(stack, who, calls))).status, 200);
  };

  await t.step("not before permissions are enabled on the account", async () => {
    const { json, signature } = await signed(next());
    assertEquals(await put(json, signature), ["invalid_params", "params[0].signature"]);
    const first = grantCallData(next());
    const id = await sendCalls(stack, who, [], { callData: first });
    assertEquals((await settled(stack, id)).status, 200);
    assertEquals((await list()).length, 1);
  });

  await t.step(
    "kept once, seen by account, spender and id, and used with its signature",
    async () => {
      const { id, signature, json, granted } = await signed(next());
      assertEquals(await isActive(client, { ...granted, signature: "0x" }), false);
      assertEquals(await isActive(client, granted), true);
      assertEquals(await put(json, signature), undefined);
      assertEquals(await put(json, signature), undefined);
      for (const params of [{ account: address }, { spender: key.address }, { id }]) {
        const [found] = await list(params);
        assertEquals([found!.id, found!.signature, found!.revoked], [id, signature, false]);
      }
      assertEquals((await remaining(client, granted))[0]!.amount, 5n);
      const { signature: _, ...unsigned } = granted;
      assertEquals(await spend(unsigned, 1n), false, "without the signature nobody granted it");
      assertEquals(await spend(granted, 3n), true);
      assertEquals(await spend(granted, 3n), false, "over the limit");
      assertEquals(await spend(granted, 2n), true, "the signature does no harm later");
      assertEquals(await isActive(client, granted), true);
      await until("it is the chain's", async () => {
        const [found] = await list({ id });
        return found!.id === id && found!.signature === undefined;
      });
    },
  );

  await t.step("ended before it was used: never again", async () => {
    const { id, signature, json, granted } = await signed(next());
    assertEquals(await put(json, signature), undefined);
    await own(encodeFunctionData({ abi: permissionsAbi, functionName: "revoke", args: [id] }));
    assertEquals((await list({ id }))[0]!.revoked, true);
    assertEquals(await isActive(client, granted), false);
    assertEquals(await spend(granted, 1n), false);
    assertEquals(await put(json, signature), ["invalid_params", "params[0].signature"]);
  });

  await t.step("a signature of another account, or of other contents, is rejected", async () => {
    const permission = next();
    const { json, signature } = await signed(permission);
    const stranger = await signed(permission, user(811));
    assertEquals(await put(json, stranger.signature), ["invalid_params", "params[0].signature"]);
    assertEquals(await put(json, "0x"), ["invalid_params", "params[0].signature"]);
    assertEquals(await put({ ...json, end: json.end + 1 }, signature), [
      "invalid_params",
      "params[0].permission.id",
    ]);
    const later = await signed({ ...permission, end: permission.end + 1 });
    assertEquals(await put(later.json, signature), ["invalid_params", "params[0].signature"]);
    const wide = { ...json, spends: [{ ...json.spends[0]!, multiplier: 256 }] };
    assertEquals((await put(wide, signature))![0], "invalid_params");
  });

  await t.step("a function that creates lasting access is rejected with its position", async () => {
    const selector = toFunctionSelector("setPreSignature(bytes,bool)");
    const call = { target: shop, selector, rules: [] };
    const { json, signature } = await signed(next({ calls: [call] }));
    assertEquals(await put(json, signature), ["invalid_params", "params[0].permission.calls[0]"]);
  });

  await t.step("revokeAll ends unused ones too", async () => {
    const { id, signature, json, granted } = await signed(next());
    assertEquals(await put(json, signature), undefined);
    await own(encodeFunctionData({ abi: permissionsAbi, functionName: "revokeAll" }));
    assertEquals((await list({ id }))[0]!.revoked, true);
    assertEquals(await isActive(client, granted), false);
    assertEquals(await spend(granted, 1n), false);
    assertEquals((await list()).every(({ revoked }) => revoked), true);
  });
});
