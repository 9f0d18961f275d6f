/**
 * An upgrade to a real second version on one network of two, through the provider: the existing
 * state still works.
 */
import { assertEquals } from "@std/assert";
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  numberToHex,
  pad,
  stringToHex,
  toHex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { acctSecondAbi } from "../../../contracts/artifacts/test/acct_second_abi.ts";
import { releaseSecondVersion, secondVersion } from "../../../contracts/testing/second_version.ts";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { recoveryTypedData, toContractRecovery } from "../../../core/account/owners/change.ts";
import { addressOwner } from "../../../core/account/owners/key.ts";
import { readExport } from "../../../core/account/owners/record.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { isActive, prepareTransaction } from "../../../core/permission/mod.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import { readAccountState } from "../../../host/rescue/account.ts";
import { execute } from "../../../host/rescue/operations.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage } from "../../conformance/wallet.ts";
import { call, rpc } from "../support/client.ts";
import { viemChain } from "../support/viem_chain.ts";
import { friend, type Network, readOf, recoverer, scene } from "./upgrades.ts";

Deno.test("upgrade: on one network of two, with all existing state", async (t) => {
  using _ = releaseSecondVersion();
  await using at = await scene();
  const { stack, page, account: { address }, first, second } = at;
  const { request } = page.provider;
  const [token] = stack.tokens;
  await stack.mint(token.address, address, 1_000n);
  await stack.fund(address, 10n ** 18n);
  const key = privateKeyToAccount(generatePrivateKey());
  await stack.fund(key.address, 10n ** 18n);

  // Before: a permission, a signature, a record, and an operation that is signed and not sent.
  const granted = await request({
    method: "wallet_grantPermissions",
    params: [{
      spender: key.address,
      expiry: Math.floor(Date.now() / 1000) + 86_400,
      permissions: { spends: [{ token: token.address, allowance: "50", unit: "day" }] },
    }],
  });
  const message = "signed before";
  const signature = await request({
    method: "personal_sign",
    params: [stringToHex(message), address],
  });
  const record = await request({ method: "acct_exportAccount" });
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [friend, 7n],
  });
  const early = await at.sign({ calls: [{ to: token.address, value: "0x0", data: transfer }] });
  const head = (network: Network) =>
    network.client.readContract({ address, abi: acctAbi, functionName: "ownerHead" });
  const balance = () =>
    first.client.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [address],
    });
  const versions = async () =>
    (await request({ method: "acct_getOwners" })).chains
      .map(({ state, version, update }) => [state, version, update]);
  const wei = await first.client.getBalance({ address });

  await t.step(
    "offered if the code is deployed, and done with one prompt that the sponsor pays",
    async () => {
      assertEquals(await versions(), [["done", 1, 2], ["done", 1, null]]);
      const prompts = page.ceremony.prompts.length;
      const heads = await Promise.all([head(first), head(second)]);
      assertEquals(heads[0], heads[1]);
      assertEquals(await request({ method: "acct_upgradeAccount" }), {
        chainId: numberToHex(stack.chainId),
        version: 2,
      });
      assertEquals(page.ceremony.prompts.slice(prompts), ["get"]);
      assertEquals(await first.implementation(address), secondVersion.address.toLowerCase());
      assertEquals(await second.implementation(address), contracts.implementation.toLowerCase());
      assertEquals(await versions(), [["done", 2, null], ["done", 1, null]]);
      // An update is no change of owners.
      assertEquals(await Promise.all([head(first), head(second)]), heads);
      assertEquals([await balance(), await first.client.getBalance({ address })], [1_000n, wei]);
    },
  );

  await t.step("no prompt without a newer version", async () => {
    const prompts = page.ceremony.prompts.length;
    const params = [{ chainId: numberToHex(second.id) }] as const;
    assertEquals((await request({ method: "acct_upgradeAccount" })).version, 2);
    assertEquals((await request({ method: "acct_upgradeAccount", params })).version, 1);
    assertEquals(page.ceremony.prompts.length, prompts);
  });

  await t.step("an operation that was signed before lands after", async () => {
    assertEquals(await at.land(early), 200);
    assertEquals(await balance(), 993n);
  });

  await t.step("a permission that was granted before is used after", async () => {
    assertEquals(await isActive(first.client, granted), true);
    const chain = viemChain(stack);
    const wallet = createWalletClient({
      account: key,
      chain,
      transport: patientHttp(stack.rpcUrl),
    });
    const use = prepareTransaction(granted, [{ to: token.address, value: 0n, data: transfer }]);
    const hash = await wallet.sendTransaction(use);
    assertEquals((await first.client.waitForTransactionReceipt({ hash })).status, "success");
    assertEquals(await balance(), 986n);
    await request({ method: "wallet_revokePermissions", params: [{ id: granted.permissionId }] });
    assertEquals(await isActive(first.client, granted), false);
  });

  await t.step("signatures from before and after are valid on both networks", async () => {
    const verify = (network: Network, message: string, signature: Hex) =>
      network.client.verifyMessage({ address, message, signature });
    assertEquals(await verify(first, message, signature), true);
    const chainId = numberToHex(second.id);
    const later = await request({
      method: "personal_sign",
      params: [stringToHex("signed after"), address],
    });
    assertEquals(await verify(first, "signed after", later), true);
    // Each is for one network, independent of the version there.
    assertEquals(await verify(second, "signed after", later), false);
    await request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
    const there = await request({
      method: "personal_sign",
      params: [stringToHex("signed there"), address],
    });
    assertEquals(await verify(second, "signed there", there), true);
    await request({
      method: "wallet_switchEthereumChain",
      params: [{ chainId: numberToHex(stack.chainId) }],
    });
  });

  await t.step("new functions work, and calls still work", async () => {
    const label = pad(stringToHex("savings"), { dir: "right", size: 32 });
    const at2 = { address, abi: acctSecondAbi } as const;
    assertEquals(await first.client.readContract({ ...at2, functionName: "version" }), 2n);
    const callData = encodeFunctionData({
      abi: acctSecondAbi,
      functionName: "setLabel",
      args: [label],
    });
    assertEquals(await at.land(await at.sign({ calls: [], callData })), 200);
    assertEquals(await first.client.readContract({ ...at2, functionName: "label" }), label);
    const { id } = await request({
      method: "wallet_sendCalls",
      params: [{ calls: [{ to: token.address, data: transfer }] }],
    });
    await until(
      "it landed",
      async () => (await request({ method: "wallet_getCallsStatus", params: [id] })).status === 200,
    );
    assertEquals(await balance(), 979n);
  });

  await t.step("one change of owners is valid on both networks, with the same head", async () => {
    const generous = openPage(stack, {
      storage: page.storage,
      ceremony: page.ceremony,
      fullOwners: true,
    });
    await generous.provider.request({ method: "eth_requestAccounts" });
    const view = await generous.provider.request({
      method: "acct_addRecoveryAddress",
      params: [{ owner: key.address }],
    });
    assertEquals(view.chains.map(({ state, version }) => [state, version]), [
      ["done", 2],
      ["done", 1],
    ]);
    assertEquals(await head(first), await head(second));
    await generous[Symbol.asyncDispose]();
    // Both pages are on one device: the session ended with the other one.
    await request({ method: "eth_requestAccounts" });
  });

  await t.step("the record from before is used on the rescue page", async () => {
    const exported = await readExport(JSON.parse(JSON.stringify(record)));
    const wallet = createWalletClient({
      account: key,
      chain: viemChain(stack),
      transport: patientHttp(stack.rpcUrl),
    });
    const state = await readAccountState(readOf(first), exported);
    assertEquals([state.deployed, state.head], [true, await head(first)]);
    const actor = {
      read: readOf(first),
      chainId: stack.chainId,
      record: exported,
      wallet: {
        address: key.address,
        sign: (typed: string) => key.signTypedData(JSON.parse(typed)),
        send: (transaction: { to: Address; data: Hex; gas: bigint }) =>
          wallet.sendTransaction(transaction),
        switchChain: () => Promise.resolve(),
      },
    };
    await execute(actor, 2, { to: token.address, value: 0n, data: transfer });
    assertEquals(await balance(), 972n);
    // The record names the code with which the factory creates accounts; an update does not change
    // it.
    const again = await request({ method: "acct_exportAccount" });
    assertEquals(
      [again.implementation, again.factory, again.address],
      [record.implementation, record.factory, record.address],
    );
  });

  await t.step("a new device signs in and sends", async () => {
    await using other = openPage(stack, { existing: true, ceremony: page.ceremony });
    assertEquals(await other.provider.request({ method: "eth_requestAccounts" }), [address]);
    await other.provider.request({
      method: "eth_sendTransaction",
      params: [{ to: token.address, data: transfer }],
    });
    assertEquals(await balance(), 965n);
  });
});

Deno.test("upgrade: a recovery started before is finished afterwards, and submitted", async () => {
  using _ = releaseSecondVersion();
  await using at = await scene();
  const { stack, page, account, first, second } = at;
  const { address } = account;
  await stack.fund(recoverer.address, 10n ** 19n);
  const ownerState = async ({ client }: Network) => {
    const [head, , , words] = await client.readContract({
      address,
      abi: acctAbi,
      functionName: "ownerState",
    });
    return { head, words };
  };
  const { head } = await ownerState(first);
  const heir = addressOwner(friend);
  const recovery = {
    from: [head],
    owners: [
      { index: 1, kind: "recovery" as const, owner: addressOwner(recoverer.address) },
      { index: 2, kind: "full" as const, owner: heir },
    ],
    next: 3,
    salt: toHex(hexToBigInt(head) ^ 1n, { size: 32 }),
  };
  const signature = wrapSignature(
    1,
    await recoverer.signTypedData(recoveryTypedData(address, recovery)),
  );
  const wallet = createWalletClient({
    account: recoverer,
    chain: viemChain(stack),
    transport: patientHttp(stack.rpcUrl),
  });
  const write = async (data: Hex) => {
    const hash = await wallet.sendTransaction({ to: address, data });
    assertEquals((await first.client.waitForTransactionReceipt({ hash })).status, "success");
  };
  await write(encodeFunctionData({
    abi: acctAbi,
    functionName: "startRecovery",
    args: [toContractRecovery(recovery), signature],
  }));
  assertEquals((await page.provider.request({ method: "acct_upgradeAccount" })).version, 2);
  const [here] = (await page.provider.request({ method: "acct_getOwners" })).chains;
  assertEquals([here!.version, here!.recovering.map(({ index }) => index)], [2, [1]]);
  await first.pass(7 * 86_400);
  await write(encodeFunctionData({
    abi: acctAbi,
    functionName: "finishRecovery",
    args: [toContractRecovery(recovery)],
  }));
  const recovered = await ownerState(first);
  assertEquals(recovered.words[2], heir);
  const { error } = await rpc(stack, "acct_putOwnerChange", [{
    account,
    change: { ...recovery, signature },
  }]);
  assertEquals(error, undefined);
  // On the other network, which still runs the first version, it waits too, and is stopped there.
  await until("it is started there", async () => {
    const { chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    return chains[1]!.pending.length === 1;
  });
  await second.pass(7 * 86_400);
  await until("it is finished there", async () => {
    await call(stack, "acct_getOwners", [{ account }]);
    return (await ownerState(second)).head === recovered.head;
  });
  assertEquals(await ownerState(second), recovered);
});
