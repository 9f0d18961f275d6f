/** An operation includes the owner changes that its chain lacks, if no relayer submits them. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, createWalletClient, type Hex, parseEventLogs } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { factory } from "../../../contracts/addresses.ts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { acctFactoryAbi } from "../../../contracts/artifacts/acct_factory_abi.ts";
import { toContract, type UnsignedChange } from "../../../core/account/owners/change.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { only, openPage } from "../../conformance/wallet.ts";
import { operate, operateOn } from "./operate.ts";
import { ownerOf, signChange } from "./owner_changes.ts";

Deno.test("lagging owners: operations bring additions and removals, without a relayer", async (t) => {
  await using stack = await startStack({ second: true, relayer: false });
  const second = stack.second!;
  await using page = openPage(stack);
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  const [client, secondClient] = [stack.rpcUrl, second.rpcUrl].map((url) =>
    createPublicClient({ transport: patientHttp(url) })
  ) as [ReturnType<typeof createPublicClient>, ReturnType<typeof createPublicClient>];
  const words = async (of = client) =>
    (await of.readContract({ address: address!, abi: acctAbi, functionName: "ownerState" }))[3];
  const states = async () =>
    (await page.provider.request({ method: "acct_getOwners" })).chains.map(({ state }) => state);

  assertEquals(await operateOn(page, stack, stack.chainId), 200);
  await page.provider.request({ method: "acct_addPasskey" });
  assertEquals([await states(), (await words()).length], [["waiting", "waiting"], 1]);
  await using other = openPage(stack, { existing: true, ceremony: only(page) });
  assertEquals((await other.provider.request({ method: "eth_requestAccounts" }))[0], address);

  await t.step("a new passkey signs a message where the account lacks it", async () => {
    const params: [Hex, Hex] = ["0x68656c6c6f", address!];
    const signature = await other.provider.request({ method: "personal_sign", params });
    assert(await client.verifyMessage({ address: address!, message: "hello", signature }));
    assertEquals((await words()).length, 1);
  });

  await t.step(
    "a new passkey grants a permission and sends where the account lacks it",
    async () => {
      const granted = await other.provider.request({
        method: "wallet_grantPermissions",
        params: [{
          spender: privateKeyToAccount(keys.relayer).address,
          expiry: Math.floor(Date.now() / 1000) + 3600,
          permissions: {
            spends: [{
              token: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
              allowance: "0x1",
              unit: "day",
            }],
          },
        }],
      });
      assertEquals((BigInt(granted.salt) >> 176n) & 0xffffn, 1n);
      assertEquals(await operateOn(other, stack, stack.chainId), 200);
      assertEquals([await states(), (await words()).length], [["done", "waiting"], 2]);
    },
  );

  await t.step(
    "a stranger who deploys the account with its first owners blocks nothing",
    async () => {
      const logs = await client.getLogs({ address: factory, fromBlock: 0n });
      const [made] = parseEventLogs({ abi: acctFactoryAbi, logs, eventName: "AccountCreated" })
        .filter(({ args }) => args.account === address);
      const stranger = createWalletClient({
        account: privateKeyToAccount(keys.relayer),
        transport: patientHttp(second.rpcUrl),
        chain: { ...foundry, id: second.id },
      });
      const hash = await stranger.writeContract({
        address: factory,
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args: [made!.args.owners, made!.args.nonce],
      });
      await secondClient.waitForTransactionReceipt({ hash, checkReplacement: false });
      assertEquals((await words(secondClient)).length, 1);
      assertEquals(await operateOn(other, stack, second.id), 200);
      assertEquals([await states(), (await words(secondClient)).length], [["done", "done"], 2]);
    },
  );

  await t.step("the next operation of a remaining owner includes a removal", async () => {
    const view = await other.provider.request({ method: "acct_getOwners" });
    const first = view.owners.find(({ here }) => !here)!;
    await other.provider.request({ method: "acct_removeOwner", params: [{ owner: first.owner }] });
    assertEquals(BigInt((await words())[0]!) === 0n, false);
    assertEquals(await operateOn(other, stack, stack.chainId), 200);
    assertEquals([BigInt((await words())[0]!), await states()], [0n, ["done", "waiting"]]);
  });
});

Deno.test("lagging owners: a removal reaches a network where a thief changed the owners", async () => {
  await using stack = await startStack({ second: true, relayer: false });
  const second = stack.second!;
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await operate(page, stack);
  const added = await request({ method: "acct_addPasskey" });
  await operate(page, stack);
  const client = createPublicClient({ transport: patientHttp(second.rpcUrl) });
  const at = { address: address!, abi: acctAbi } as const;
  const [head, , , words] = await client.readContract({ ...at, functionName: "ownerState" });
  // The thief has the second passkey, and adds an address on the second network alone.
  const { bytes, sign } = ownerOf(page, 1);
  const stolen: UnsignedChange = {
    from: [head],
    owners: [
      { index: 0, kind: "full", owner: ownerOf(page, 0).bytes },
      { index: 1, kind: "full", owner: bytes },
      { index: 2, kind: "full", owner: `0x${"00".repeat(12)}${"d8".repeat(20)}` },
    ],
    next: words.length + 1,
    delay: 259_200,
  };
  const { signature } = await signChange(address!, stolen, { bytes, sign }, 1);
  const stranger = createWalletClient({
    account: privateKeyToAccount(keys.relayer),
    transport: patientHttp(second.rpcUrl),
    chain: { ...foundry, id: second.id },
  });
  const hash = await stranger.writeContract({
    ...at,
    functionName: "applyOwnerChange",
    args: [toContract(stolen), signature],
  });
  await client.waitForTransactionReceipt({ hash, checkReplacement: false });
  const thief = added!.owners.find(({ here }) => !here)!;
  await request({ method: "acct_removeOwner", params: [{ owner: thief.owner }] });
  assertEquals(await operateOn(page, stack, second.id), 200);
  const [, , , now] = await client.readContract({ ...at, functionName: "ownerState" });
  assertEquals(now.map((word) => BigInt(word) !== 0n), [true, false, false]);
});
