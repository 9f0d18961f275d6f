/**
 * A recovery address on two networks: it changes nothing within the delay, a full owner stops it by one
 * prompt, and where no owner does it replaces the owners, without any service.
 */
import { assertEquals, assertRejects } from "@std/assert";
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  hexToBigInt,
  http,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { wrapSignature } from "../../contracts/testing/passkey.ts";
import {
  recoveryTypedData,
  toContractRecovery,
  type UnsignedRecovery,
} from "../../core/account/owners/change.ts";
import { addressOwner, storedWord } from "../../core/account/owners/key.ts";
import type { OwnersResult } from "../../core/protocol/service/owners.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { openPage } from "../conformance/wallet.ts";
import { call, rpc } from "./client.ts";

const recoverer = privateKeyToAccount(`0x${"5e".repeat(32)}`);
const heir: Hex = addressOwner(`0x${"c7".repeat(20)}`);
const DELAY = 3 * 86_400;

/** An account with a passkey and a recovery address on two networks. */
async function scene() {
  const stack = await startStack({ second: true });
  const page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await request({ method: "acct_addRecoveryAddress", params: [{ owner: recoverer.address }] });
  const { owners, nonce } = await request({ method: "acct_exportAccount" });
  const account = { address: address!, owners, nonce };
  const ids = [stack.chainId, stack.second!.id] as const;
  const urls = [stack.rpcUrl, stack.second!.rpcUrl] as const;
  await stack.fund(recoverer.address, 10n ** 19n);
  await stack.second!.fund(recoverer.address, 10n ** 19n);
  const network = (index: 0 | 1) => {
    const client = createPublicClient({ transport: patientHttp(urls[index]) });
    const chain = defineChain({
      id: ids[index],
      name: "Local",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [urls[index]] } },
    });
    const wallet = createWalletClient({ account: recoverer, chain, transport: http(urls[index]) });
    const at = { address: address!, abi: acctAbi } as const;
    const write = async (
      call:
        | {
          functionName: "startRecovery";
          args: readonly [ReturnType<typeof toContractRecovery>, Hex];
        }
        | {
          functionName: "finishRecovery";
          args: readonly [ReturnType<typeof toContractRecovery>, bigint];
        },
    ) => {
      const { request } = await client.simulateContract(
        { ...at, ...call, account: recoverer } as never,
      );
      const hash = await wallet.writeContract(request as never);
      await client.waitForTransactionReceipt({ hash });
    };
    return {
      state: async () => {
        const [head, , , words] = await client.readContract({ ...at, functionName: "ownerState" });
        return { head, words };
      },
      start: (recovery: UnsignedRecovery, signature: Hex) =>
        write({ functionName: "startRecovery", args: [toContractRecovery(recovery), signature] }),
      finish: (recovery: UnsignedRecovery) =>
        write({ functionName: "finishRecovery", args: [toContractRecovery(recovery), 1n] }),
      async pass(seconds: number) {
        await client.request({ method: "evm_increaseTime", params: [toHex(seconds)] } as never);
        await client.request({ method: "evm_mine", params: [] } as never);
      },
    };
  };
  const sign = async (recovery: UnsignedRecovery) =>
    wrapSignature(1, await recoverer.signTypedData(recoveryTypedData(address!, recovery)));
  const toHeir = (head: Hex): UnsignedRecovery => ({
    from: [head],
    owners: [
      { index: 1, kind: "recovery", owner: addressOwner(recoverer.address) },
      { index: 2, kind: "full", owner: heir },
    ],
    next: 3,
    salt: toHex(hexToBigInt(head) ^ 1n, { size: 32 }),
  });
  return {
    stack,
    page,
    account,
    first: network(0),
    second: network(1),
    sign,
    toHeir,
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await stack[Symbol.asyncDispose]();
    },
  };
}

Deno.test("recovery: shown on its network, and stopped everywhere by one prompt", async () => {
  await using at = await scene();
  const { page, first, second } = at;
  const { head, words } = await first.state();
  assertEquals(words[1], storedWord({ kind: "recovery", owner: addressOwner(recoverer.address) }));
  const recovery = at.toHeir(head);
  const signature = await at.sign(recovery);
  await first.start(recovery, signature);
  const view = await page.provider.request({ method: "acct_getOwners" });
  assertEquals(view.owners.map(({ kind }) => kind), ["passkey", "recovery"]);
  const [here, there] = view.chains;
  assertEquals([here!.state, here!.recovering.map(({ index }) => index)], ["done", [1]]);
  assertEquals([there!.state, there!.recovering], ["done", []]);
  // Nothing has changed, and nothing does before its time.
  assertEquals((await first.state()).head, head);
  await first.pass(DELAY - 60);
  await assertRejects(() => first.finish(recovery), Error, "NotReady");
  // The same signature does not start it again.
  await assertRejects(() => first.start(recovery, signature), Error, "AlreadyStarted");

  const prompts = page.ceremony.prompts.length;
  const after = await page.provider.request({
    method: "acct_removeOwner",
    params: [{ owner: view.owners[1]!.owner }],
  });
  assertEquals(page.ceremony.prompts.slice(prompts), ["get"]);
  assertEquals(after.chains.map(({ state }) => state), ["done", "done"]);
  assertEquals(after.chains.flatMap(({ recovering }) => recovering), []);
  await first.pass(DELAY);
  await assertRejects(() => first.finish(recovery), Error);
  // Nor can it start on the network where it was not.
  await assertRejects(() => second.start(recovery, signature), Error, "WrongHead");
  assertEquals((await first.state()).head, (await second.state()).head);
});

Deno.test("recovery: finished on one network without the service, and carried to the other by it", async () => {
  await using at = await scene();
  const { stack, page, account, first, second } = at;
  const { head } = await first.state();
  const recovery = at.toHeir(head);
  const signature = await at.sign(recovery);
  // Before it has waited on a chain, the service stores no such thing.
  const put = () =>
    rpc<OwnersResult>(stack, "acct_putOwnerChange", [{
      account,
      change: { ...recovery, signature },
    }]);
  assertEquals((await put()).error?.data?.field, "params[0].change.from");
  await first.start(recovery, signature);
  assertEquals((await put()).error?.data?.field, "params[0].change.from");
  await first.pass(DELAY);
  await first.finish(recovery);
  const recovered = await first.state();
  assertEquals(recovered.words[2], heir);

  // To the wallet that was recovered away from, that network is lost until the service knows more.
  const states = async () =>
    (await page.provider.request({ method: "acct_getOwners" })).chains.map(({ state }) => state);
  assertEquals(await states(), ["lost", "done"]);
  assertEquals((await put()).result?.changes.length, 2);
  await until("it is started on the other network", async () => {
    const { chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    return chains[1]!.pending.length === 1;
  });
  assertEquals(await states(), ["done", "coming"]);
  assertEquals((await second.state()).head, head);
  await second.pass(DELAY);
  await until("it is finished there", async () => {
    await call(stack, "acct_getOwners", [{ account }]);
    return (await second.state()).head === recovered.head;
  });
  assertEquals(await second.state(), recovered);
  assertEquals(await states(), ["done", "done"]);
});
