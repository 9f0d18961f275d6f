/** No account is deployed with the previous owners, and none by the relayer. */
import { assertEquals, assertRejects } from "@std/assert";
import { createPublicClient, type Hex, numberToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { type Passkey, wrapSignature } from "../../../contracts/testing/passkey.ts";
import { creationOf, currentCreation } from "../../../core/account/owners/creation.ts";
import { readHistory, tipOf } from "../../../core/account/owners/history.ts";
import { ownerWord, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import { operationHash } from "../../../service/entry_point/codec.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { call, prepare, rpc, send, settled, sign, user } from "../support/client.ts";
import { operateAs } from "./operate.ts";
import { nextChange } from "./owner_changes.ts";

const ping = { to: `0x${"c7".repeat(20)}`, value: "0x0", data: "0x" } as const;
const relayer = privateKeyToAccount(keys.relayer).address;

/** Reads a chain past the service. */
function chainAt(url: string, address: Hex) {
  const client = createPublicClient({ transport: patientHttp(url) });
  return {
    code: () => client.getCode({ address }),
    words: async () => {
      const at = { address, abi: acctAbi } as const;
      return (await client.readContract({ ...at, functionName: "ownerState" }))[3];
    },
    carried: () => client.getTransactionCount({ address: relayer }),
  };
}

/** Adds a passkey and removes the first one with it; returns the changes. */
async function replaceFirst(
  stack: Stack,
  account: AccountJson,
  first: Passkey,
  second: Passkey,
): Promise<OwnersResult> {
  const put = async (
    changes: OwnersResult["changes"],
    edit: Parameters<typeof nextChange>[2],
    by: Passkey,
  ) => {
    const change = await nextChange(account, changes, edit, by);
    return await call<OwnersResult>(stack, "acct_putOwnerChange", [{ account, change }]);
  };
  const { changes } = await put([], { kind: "add", owner: second.bytes }, first);
  return await put(changes, { kind: "remove", owner: first.bytes }, second);
}

Deno.test("deployment: a removed first owner gets none that leaves the removal out", async () => {
  await using stack = await startStack();
  const first = user(840);
  const { account } = first;
  const second = user(841).passkey;
  const chain = chainAt(stack.rpcUrl, account.address);
  // Signed before: it has not expired, and it is not on the chain yet.
  const { operation } = await prepare(stack, first, [ping]);
  const early = await sign(stack, first, operation);
  const { changes, chains } = await replaceFirst(stack, account, first.passkey, second);
  assertEquals(chains.map(({ deployed, carried }) => [deployed, carried]), [[false, false]]);
  assertEquals([await chain.code(), await chain.carried()], [undefined, 0]);

  const refused = async (factoryData: Hex) => {
    const changed = { ...early, factoryData };
    const { paymaster: _1, paymasterData: _2, ...bare } = changed;
    const sponsor = await rpc(
      stack,
      "pm_getPaymasterData",
      [bare, ENTRY_POINT, numberToHex(stack.chainId), {}],
      { path: `/v1/paymaster/${stack.chainId}` },
    );
    const sent = await send(stack, first, await sign(stack, first, changed));
    return [sponsor.error?.data?.cause, sent.error?.data?.cause];
  };
  const both = ["quote_changed", "quote_changed"];
  assertEquals(await refused(early.factoryData!), both);
  assertEquals((await send(stack, first, early)).error?.data?.cause, "quote_changed");
  // With the addition alone the first owner would still be an owner.
  const [added] = changes;
  const half = await readHistory(account, [added!]);
  assertEquals(await refused(currentCreation(half).factoryData), both);
  assertEquals(await chain.code(), undefined);

  // An operation that the service prepares now applies the removal: the first owner cannot sign it.
  const now = await prepare(stack, first, [ping]);
  const vain = await send(stack, first, await sign(stack, first, now.operation));
  assertEquals(vain.error?.data?.cause, "operation_refused");
  const later = await prepare(stack, first, [ping], { ownerIndex: "0x1" });
  const digest = operationHash(later.operation, stack.chainId);
  const signature = wrapSignature(1, await second.sign(digest));
  const { result } = await send(stack, first, { ...later.operation, signature });
  assertEquals((await settled(stack, result!.id)).status, 200);
  assertEquals(await chain.words(), [ZERO_WORD, ownerWord(second.bytes)]);
  assertEquals(await chain.carried(), 0);
});

Deno.test("deployment: one that was pending while the owner was removed gets the removal immediately", async () => {
  await using stack = await startStack();
  const first = user(842);
  const { account } = first;
  const second = user(843).passkey;
  const chain = chainAt(stack.rpcUrl, account.address);
  const { operation } = await prepare(stack, first, [ping]);
  const signed = await sign(stack, first, operation);
  await stack.node.request("evm_setAutomine", [false]);
  const { result } = await send(stack, first, signed);
  await replaceFirst(stack, account, first.passkey, second);
  assertEquals([await chain.code(), await chain.carried()], [undefined, 0]);
  await stack.node.request("evm_setAutomine", [true]);
  await stack.node.request("evm_mine", []);
  assertEquals((await settled(stack, result!.id)).status, 200);
  await until(
    "the removal arrives without another request",
    async () => (await chain.words())[0] === ZERO_WORD,
  );
  assertEquals(await chain.words(), [ZERO_WORD, ownerWord(second.bytes)]);
});

Deno.test("deployment: past the service, with the first owners, it gets the removal when it is seen", async () => {
  await using stack = await startStack({ second: true });
  const first = user(844);
  const { account } = first;
  const second = user(845).passkey;
  const [here, there] = [stack.rpcUrl, stack.second!.rpcUrl].map((url) =>
    chainAt(url, account.address)
  );
  await operateAs(stack, first);
  const { changes } = await replaceFirst(stack, account, first.passkey, second);
  assertEquals((await here!.words())[0], ZERO_WORD);
  assertEquals([await there!.code(), await there!.carried()], [undefined, 0]);
  const { factory: to, factoryData: data } = creationOf(account);
  const from = stack.addresses.bundler;
  const { node } = stack.second!;
  await node.request("anvil_impersonateAccount", [from]);
  await node.request("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
  await node.request("eth_sendTransaction", [{ from, to, data }]);
  await until("it is deployed", async () => await there!.code() !== undefined);
  const read = () => call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  const seen = (await read()).chains.find(({ chainId }) => Number(chainId) === stack.second!.id);
  assertEquals([seen!.deployed, seen!.carried], [true, true]);
  const { head } = tipOf(await readHistory(account, changes));
  await until(
    "the removal arrives",
    async () => (await read()).chains.every((chain) => chain.head === head),
  );
  assertEquals((await there!.words())[0], ZERO_WORD);
});

Deno.test("relayer: changes of an account without an operation cost nothing, on any chain", async () => {
  await using stack = await startStack();
  const first = user(846);
  const { account } = first;
  const chain = chainAt(stack.rpcUrl, account.address);
  const { factory: to, factoryData: data } = creationOf(account);
  const from = stack.addresses.bundler;
  await stack.node.request("anvil_impersonateAccount", [from]);
  await stack.node.request("eth_sendTransaction", [{ from, to, data }]);
  await until("it is deployed", async () => await chain.code() !== undefined);
  const second = user(847).passkey;
  const { chains } = await replaceFirst(stack, account, first.passkey, second);
  assertEquals(chains.map(({ deployed, carried }) => [deployed, carried]), [[true, false]]);
  await stack.service.context.relayer.resume();
  assertEquals(await chain.carried(), 0);
  // On the chain the removed owner is still valid, but the service includes the removal in its
  // operation.
  await assertRejects(() => operateAs(stack, first), Error, "AA24");
  await operateAs(stack, { account, passkey: second, ownerIndex: 1 });
  await until("they arrive", async () => (await chain.words())[0] === ZERO_WORD);
});
