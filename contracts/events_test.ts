/**
 * Events with which indexers follow the contracts. Events of owners and recoveries are in their
 * tests.
 */
import { assertEquals } from "@std/assert";
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  namehash,
  parseEventLogs,
} from "viem";
import { factory, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { subnameResolverAbi } from "./artifacts/subname_resolver_abi.ts";
import { nameBookAbi } from "./artifacts/test/name_book_abi.ts";
import { nameBookBytecode } from "./artifacts/test/name_book_bytecode.ts";
import { tokenPaymasterAbi } from "./artifacts/token_paymaster_abi.ts";
import { deployOnce } from "./create2.ts";
import { deployNames } from "./deploy.ts";
import { daily, fresh, grant, own, spender, transfer } from "./testing/grant.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  forever,
  now,
  permissionData,
  permissionId,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import { createAccount, deployerKey, type Stack, startStack, transact } from "./testing/stack.ts";

/** Reads the events that a contract has emitted so far, by name. */
async function said({ client }: Stack, address: Address, abi: Abi, eventName: string) {
  const logs = await client.getLogs({ address, fromBlock: 0n });
  return parseEventLogs({ abi, logs, eventName }).map((log) =>
    (log as unknown as { args: unknown }).args
  );
}

Deno.test("events of accounts and permissions", async (t) => {
  await using stack = await startStack();

  await t.step("an account's creation names its owners and its nonce", async () => {
    const owners = [createPasskey(21).bytes, createPasskey(22).bytes];
    const account = await createAccount(stack, owners);
    const all = await said(stack, factory, acctFactoryAbi, "AccountCreated");
    const ownersHash = keccak256(encodeAbiParameters([{ type: "bytes[]" }], [owners]));
    assertEquals(all, [{ account, ownersHash, owners, nonce: 0n }]);
    // The second time it is not created.
    await transact(stack, {
      to: factory,
      data: encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args: [owners, 0n],
      }),
    });
    assertEquals((await said(stack, factory, acctFactoryAbi, "AccountCreated")).length, 1);
  });

  await t.step("an account's permission contract, and effects of permissions", async () => {
    const { account, owner } = await fresh(stack, 23);
    const started = await now(stack);
    const switches = () => said(stack, account, acctAbi, "PermissionsEndSet");
    assertEquals(await switches(), [{ end: BigInt(started) }, { end: BigInt(forever) }]);
    const base = await daily(stack, account);
    const [token, other] = stack.tokens;
    const spends = [...base.spends, { ...base.spends[0]!, token: other }];
    const permission = { ...base, spends };
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals((await switches()).length, 2);
    assertEquals(await use(stack, permission, [transfer(token, 1n)]), null);
    const id = permissionId(permission);
    assertEquals(await said(stack, account, acctAbi, "ExecutedFromPermission"), [{ id }]);
    // Tokens that did not move cause no event.
    const spent = await said(stack, permissions, permissionsAbi, "Spent");
    assertEquals(spent.map((each) => (each as { index: bigint }).index), [0n]);
  });

  await t.step("a signed one is approved once, even if it is submitted repeatedly", async () => {
    const { account, owner } = await fresh(stack, 25);
    const permission = await daily(stack, account);
    const signature = await signPermission(permission, owner);
    const id = permissionId(permission);
    const approvals = async () =>
      (await said(stack, permissions, permissionsAbi, "PermissionApproved"))
        .filter((each) => (each as { id: string }).id === id).length;
    for (let times = 0; times < 2; times++) {
      const bring = permissionData.approveWithSignature(permission, signature);
      assertEquals(await sendAs(stack, spender, bring), null);
    }
    assertEquals(await approvals(), 1);
    const used = permissionData.executeWithSignature(permission, signature, [
      transfer(stack.tokens[0], 1n),
    ]);
    assertEquals(await sendAs(stack, spender, used), null);
    assertEquals(await approvals(), 1);
  });

  await t.step("one that ends, and all of them", async () => {
    const { account, owner } = await fresh(stack, 24);
    const permission = await daily(stack, account);
    assertEquals(await grant(stack, owner, permission), null);
    await own(stack, owner, account, permissionData.revoke(permissionId(permission)));
    const id = permissionId(permission);
    assertEquals(
      await said(stack, permissions, permissionsAbi, "PermissionRevoked"),
      [{ id, account }],
    );
    await own(stack, owner, account, permissionData.revokeAll());
    const epoch = await stack.client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
    });
    assertEquals(
      await said(stack, permissions, permissionsAbi, "PermissionsRevokedAll"),
      [{ account, epoch }],
    );
  });

  await t.step("a redemption that its spender cancels", async () => {
    const data = encodeFunctionData({
      abi: permissionsAbi,
      functionName: "cancelRedemption",
      args: [6n],
    });
    assertEquals(await sendAs(stack, spender, data), null);
    assertEquals(
      await said(stack, permissions, permissionsAbi, "RedemptionCancelled"),
      [{ spender, nonce: 6n }],
    );
  });
});

Deno.test("events of an operator's settings", async (t) => {
  await using stack = await startStack();
  const { client, sponsorPaymaster, tokenPaymaster, url } = stack;
  const guardian: Address = "0x00000000000000000000000000000000000000B1";

  await t.step("the most that an operation costs, and the guardian", async () => {
    for (
      const [address, abi] of [
        [sponsorPaymaster, sponsorPaymasterAbi],
        [tokenPaymaster, tokenPaymasterAbi],
      ] as const
    ) {
      const first = await said(stack, address, abi, "MaxCostChanged");
      assertEquals(first.length, 1, "said once when it is created");
      await transact(stack, {
        to: address,
        data: encodeFunctionData({
          abi: sponsorPaymasterAbi,
          functionName: "setMaxCost",
          args: [7n],
        }),
      });
      await transact(stack, {
        to: address,
        data: encodeFunctionData({
          abi: sponsorPaymasterAbi,
          functionName: "setGuardian",
          args: [guardian],
        }),
      });
      assertEquals(await said(stack, address, abi, "MaxCostChanged"), [...first, { maxCost: 7n }]);
      assertEquals(await said(stack, address, abi, "GuardianChanged"), [{ guardian }]);
    }
  });

  await t.step("how much may be unpaid", async () => {
    await transact(stack, {
      to: tokenPaymaster,
      data: encodeFunctionData({
        abi: tokenPaymasterAbi,
        functionName: "setPostpaidCap",
        args: [5n],
      }),
    });
    assertEquals(
      await said(stack, tokenPaymaster, tokenPaymasterAbi, "PostpaidCapChanged"),
      [{ cap: 10n ** 16n }, { cap: 5n }],
    );
  });

  await t.step("gateways, signers and former resolvers of names", async () => {
    const book = await deployOnce(client, nameBookBytecode.initCode);
    const signer: Address = "0x00000000000000000000000000000000000000C1";
    const urls = ["https://names.example/{sender}"];
    const owner = client.account.address;
    const resolver = await deployNames({
      rpcUrl: url,
      account: deployerKey,
      registry: book,
      wrapper: book,
      owner,
      signer,
      urls,
    });
    const abi = subnameResolverAbi;
    const node = namehash("app.eth");
    await transact(stack, {
      to: book,
      data: encodeFunctionData({ abi: nameBookAbi, functionName: "setOwner", args: [node, owner] }),
    });
    for (
      const data of [
        encodeFunctionData({ abi, functionName: "setUrls", args: [["https://b.example"]] }),
        encodeFunctionData({ abi, functionName: "setSigner", args: [signer, false] }),
        encodeFunctionData({ abi, functionName: "setFormerResolver", args: [node, guardian] }),
      ]
    ) await transact(stack, { to: resolver, data });
    assertEquals(await said(stack, resolver, abi, "UrlsChanged"), [
      { urls },
      { urls: ["https://b.example"] },
    ]);
    assertEquals(await said(stack, resolver, abi, "SignerChanged"), [
      { signer, valid: true },
      { signer, valid: false },
    ]);
    const [former] = await said(stack, resolver, abi, "FormerResolverChanged");
    assertEquals(former, { node, owner, resolver: guardian });
  });
});
