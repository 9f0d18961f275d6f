import { assertEquals, assertRejects } from "@std/assert";
import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  pad,
  toFunctionSelector,
  toHex,
} from "viem";
import {
  createAddressOwner,
  createPasskey,
  wrapSignature,
} from "../../contracts/testing/passkey.ts";
import { accountOf } from "../../core/account/address.ts";
import { stepDigest, type UnsignedRecovery } from "../../core/account/owners/change.ts";
import { ownerWord, storedWord, ZERO_WORD } from "../../core/account/owners/key.ts";
import { vetoDigest } from "../../core/account/owners/veto.ts";
import { implementations } from "../../core/chain/contracts.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { acctPutRecovery } from "../../core/protocol/service/methods/acct_put_recovery.ts";
import type { OwnerJson, RecoveryJson } from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node/node.ts";
import type { Store } from "../store/store.ts";
import { addOperation } from "../store/testing/add_operation.ts";
import { readChain } from "./owners.ts";
import { lackingOf } from "./relayer.ts";
import { putRecovery, readRecoveries, settleRecoveries } from "./signed_recoveries.ts";
import { putVeto } from "./vetoes.ts";

const passkey = createPasskey(9_101);
const fullAddress = createAddressOwner(9_102);
const friend = createAddressOwner(9_103);
const removed = createAddressOwner(9_104);
const account = accountOf(passkey.bytes);
const head: Hex = `0x${"a1".repeat(32)}`;
const friendWord = storedWord({ kind: "recovery", owner: friend.bytes });
const heir: OwnerJson = { index: 4, kind: "full", owner: createPasskey(9_105).bytes };
const stays: OwnerJson = { index: 3, kind: "recovery", owner: friend.bytes };

/** Owners of the account on the chain: the address at index 2 was removed. */
const words = [ownerWord(passkey.bytes), ownerWord(fullAddress.bytes), ZERO_WORD, friendWord];

const recoveryWith = (change: Partial<UnsignedRecovery> = {}): UnsignedRecovery => ({
  from: [head],
  owners: [stays, heir],
  next: 5,
  salt: toHex(7n, { size: 32 }),
  ...change,
});

/** Signs a recovery. */
async function signed(
  recovery: UnsignedRecovery,
  by: { sign(digest: Hex): Promise<Hex> } = friend,
  address = account.address,
): Promise<RecoveryJson> {
  const signature = wrapSignature(3, await by.sign(stepDigest(address, recovery)));
  return { ...recovery, signature };
}

/** A chain with the account, whose node counts its requests. */
function sceneOf(store: Store) {
  const chain = {
    requests: 0,
    isDown: false,
    /** Code of every address but the account's. */
    code: "0x" as Hex,
    state: { head, words, deployed: true },
    pending: [] as { recovery: Hex; index: number; readyAt: bigint }[],
    /** Error of the account for the next start; "node" for an error of its node. */
    rejection: null as string | null,
  };
  const request = (method: string, [call]: readonly unknown[]) => {
    chain.requests++;
    if (chain.isDown) throw new AcctError("chain_down");
    if (method === "eth_getStorageAt") return pad(implementations[0]!.address);
    if (method === "eth_getCode") return chain.code;
    if (method !== "eth_call") throw new NodeError(-32601, "method not found", undefined);
    if (!chain.state.deployed) return "0x";
    const { functionName } = decodeFunctionData({
      abi: ownersAbi,
      data: (call as { readonly data: Hex }).data,
    });
    if (functionName === "ownerState") {
      const { head, words } = chain.state;
      const result = [head, 0n, 259_200n, words] as const;
      return encodeFunctionResult({ abi: ownersAbi, functionName, result });
    }
    if (functionName === "pendingRecoveries") {
      return encodeFunctionResult({ abi: ownersAbi, functionName, result: chain.pending });
    }
    if (functionName === "finishRecovery") {
      throw new NodeError(3, "execution reverted", toFunctionSelector("NotReady(uint256)"));
    }
    if (functionName === "startRecovery" && chain.rejection === "node") {
      throw new NodeError(-32000, "missing trie node", undefined);
    }
    if (functionName === "startRecovery" && chain.rejection !== null) {
      throw new NodeError(3, "execution reverted", toFunctionSelector(chain.rejection));
    }
    return "0x";
  };
  const node = {
    request: async (method: string, params: readonly unknown[] = []) =>
      await request(method, params),
  };
  const config = { name: "Test", relayer: {} };
  const served = { id: 1, node, config, newest: () => null } as unknown as Chain;
  const context = { store, chains: new Map([[1, served]]) };
  return {
    chain,
    context,
    put: (recovery: RecoveryJson, of: AccountJson = account) =>
      putRecovery(context, { keyId: "k", network: null }, of, recovery),
    read: () => readChain(served, account),
    settle: () => settleRecoveries(context, account),
    stored: async () => (await readRecoveries(store, account)).map(({ digest }) => digest),
  };
}

/** Returns the field, or the cause, of a rejection. */
async function refusal(work: Promise<void>): Promise<unknown> {
  const { data } = await assertRejects(() => work, AcctError);
  return data.cause === "invalid_params" ? data.field : data.cause;
}

Deno.test("put recovery: malformed params are rejected, and the wrong field is named", async () => {
  const good = await signed(recoveryWith());
  const read = (value: unknown) =>
    acctPutRecovery.params.read({ value: { account, recovery: value }, path: "params[0]" });
  assertEquals(read(good).recovery, good);
  const many = Array.from({ length: 17 }, (_, index) => ({ ...heir, index }));
  const rows: readonly (readonly [unknown, string])[] = [
    [{ ...good, from: [] }, "from"],
    [{ ...good, from: Array(65).fill(head) }, "from"],
    [{ ...good, owners: [] }, "owners"],
    [{ ...good, owners: many }, "owners"],
    [{ ...good, owners: [stays] }, "owners"],
    [{ ...good, owners: [{ ...heir, kind: "half" }] }, "owners[0].kind"],
    [{ ...good, owners: [{ ...heir, owner: "0x12" }] }, "owners[0].owner"],
    [{ ...good, next: 33 }, "next"],
    [{ ...good, salt: "0x01" }, "salt"],
    [{ ...good, signature: "0x1" }, "signature"],
    [{ ...good, delay: 86_400 }, "delay"],
  ];
  for (const [value, field] of rows) {
    const error = await assertRejects(async () => await read(value), AcctError);
    assertEquals(error.data.field, `params[0].recovery.${field}`);
  }
});

Deno.test("put recovery: the params and the signature are checked before any request", async () => {
  await using store = await openTestStore();
  await addOperation(store, account);
  const { chain, put, stored } = sceneOf(store);
  const other = accountOf(createPasskey(9_106).bytes);
  const good = await signed(recoveryWith());
  const rows: readonly (readonly [string, RecoveryJson, string])[] = [
    ["without a signature", { ...good, signature: "0x" }, "signature"],
    ["by a passkey", await signed(recoveryWith(), passkey), "signature"],
    ["with unordered owners", await signed(recoveryWith({ owners: [heir, stays] })), "owners"],
    ["with an owner above next", await signed(recoveryWith({ next: 4 })), "owners"],
    [
      "with the same owner twice",
      await signed(recoveryWith({ owners: [heir, { ...heir, index: 5 }], next: 6 })),
      "owners",
    ],
    [
      "with a key that is not on the curve",
      await signed(recoveryWith({ owners: [{ ...heir, owner: `0x${"11".repeat(64)}` }] })),
      "owners",
    ],
    [
      "with a head in upper case",
      await signed(recoveryWith({ from: [`0x${"A1".repeat(32)}`] })),
      "from",
    ],
  ];
  for (const [name, recovery, field] of rows) {
    assertEquals(await refusal(put(recovery)), `params[0].recovery.${field}`, name);
  }
  assertEquals(chain.requests, 0);
  // Neither does an account without an included operation.
  assertEquals(
    await refusal(put(await signed(recoveryWith(), friend, other.address), other)),
    "params[0].account",
  );
  assertEquals([chain.requests, await stored()], [0, []]);
});

Deno.test("put recovery: a chain must have its recovery owner at a head that it continues", async () => {
  await using store = await openTestStore();
  await addOperation(store, account);
  const other = accountOf(createPasskey(9_106).bytes);
  await addOperation(store, other);
  const { chain, put, stored } = sceneOf(store);
  const owners: readonly OwnerJson[] = [
    { index: 0, kind: "full", owner: passkey.bytes },
    { index: 1, kind: "full", owner: fullAddress.bytes },
    stays,
  ];
  const rows: readonly (readonly [string, RecoveryJson, string])[] = [
    ["by a stranger", await signed(recoveryWith(), createAddressOwner(9_107)), "signature"],
    ["by a removed recovery owner", await signed(recoveryWith(), removed), "signature"],
    ["by a full owner's address", await signed(recoveryWith(), fullAddress), "signature"],
    ["of another account", await signed(recoveryWith(), friend, other.address), "signature"],
    ["at another head", await signed(recoveryWith({ from: [ZERO_WORD] })), "from"],
    [
      "below the next index",
      await signed(recoveryWith({ owners: [{ ...heir, index: 0 }], next: 3 })),
      "next",
    ],
    ["with the owners of the account", await signed(recoveryWith({ owners, next: 4 })), "owners"],
    ["with only another next index", await signed(recoveryWith({ owners, next: 9 })), "owners"],
  ];
  for (const [name, recovery, field] of rows) {
    assertEquals(await refusal(put(recovery)), `params[0].recovery.${field}`, name);
  }
  chain.code = "0x6001";
  const contract: OwnerJson = { ...heir, owner: createAddressOwner(9_109).bytes };
  const toContract = await signed(recoveryWith({ owners: [stays, contract] }));
  assertEquals(await refusal(put(toContract)), "owner_is_contract");
  chain.code = "0x";
  chain.rejection = "Vetoed()";
  const good = await signed(recoveryWith());
  const { data } = await assertRejects(() => put(good), AcctError, "A full owner stopped it.");
  assertEquals(data.field, "params[0].recovery.signature");
  chain.rejection = "TooManyRecoveries()";
  await assertRejects(() => put(good), AcctError, "already wait");
  chain.isDown = true;
  assertEquals(await refusal(put(good)), "chain_down");
  assertEquals(await stored(), []);
  // A recovery that already waits was started by another sender.
  Object.assign(chain, { isDown: false, rejection: "AlreadyStarted()" });
  const id = stepDigest(account.address, good);
  chain.pending = [{ recovery: id, index: 3, readyAt: 9n }];
  await put(good);
  await put(good);
  assertEquals(await stored(), [id]);
});

/** Signs a veto and stores it. */
async function putVetoOf({ context }: ReturnType<typeof sceneOf>, target: Hex): Promise<void> {
  const veto = { heads: [head], target };
  const signature = wrapSignature(0, await passkey.sign(vetoDigest(account.address, veto)));
  await putVeto(context as never, "k", account, { ...veto, signature });
}

Deno.test("put recovery: a stored veto of it, or of its owner, rejects it", async () => {
  for (const target of ["recovery", "owner"] as const) {
    await using store = await openTestStore();
    await addOperation(store, account);
    const scene = sceneOf(store);
    const good = await signed(recoveryWith());
    const id = stepDigest(account.address, good);
    scene.chain.pending = [{ recovery: id, index: 3, readyAt: 9n }];
    await putVetoOf(scene, target === "recovery" ? id : friendWord);
    // The chain does not have the veto yet.
    assertEquals(await refusal(scene.put(good)), "params[0].recovery.signature");
    assertEquals(await scene.stored(), []);
  }
});

Deno.test("signed recoveries: a stored veto also prevents the start on other networks", async () => {
  await using store = await openTestStore();
  await addOperation(store, account);
  const scene = sceneOf(store);
  const good = await signed(recoveryWith());
  const id = stepDigest(account.address, good);
  await scene.put(good);
  scene.chain.pending = [{ recovery: id, index: 3, readyAt: 9n }];
  await putVetoOf(scene, id);
  // The account would start it, as on a chain where it never waited.
  scene.chain.pending = [];
  const { calls } = await lackingOf(store, account);
  assertEquals(calls(await scene.read()), []);
  assertEquals([await scene.settle(), await scene.stored()], [false, []]);
});

Deno.test("put recovery: each recovery owner stores four per day, and blocks no other one", async () => {
  await using store = await openTestStore();
  await addOperation(store, account);
  const { chain, put, settle } = sceneOf(store);
  const second = createAddressOwner(9_108);
  const word = storedWord({ kind: "recovery", owner: second.bytes });
  chain.state = { ...chain.state, words: [...words.slice(0, 2), word, friendWord] };
  const nth = (salt: bigint) => recoveryWith({ salt: toHex(salt, { size: 32 }) });
  for (let salt = 1n; salt <= 4n; salt++) await put(await signed(nth(salt)));
  assertEquals(await refusal(put(await signed(nth(5n)))), "limit_exceeded");
  // Recoveries that a full owner stopped still count.
  chain.rejection = "Vetoed()";
  await settle();
  assertEquals(await store.selectFrom("signed_recoveries").selectAll().execute(), []);
  chain.rejection = null;
  assertEquals(await refusal(put(await signed(nth(6n)))), "limit_exceeded");
  await put(await signed(nth(7n), second));
});

Deno.test("signed recoveries: kept until every chain has ended them", async () => {
  await using store = await openTestStore();
  await addOperation(store, account);
  const { chain, put, settle, stored } = sceneOf(store);
  const good = await signed(recoveryWith());
  const id = stepDigest(account.address, good);
  await put(good);
  assertEquals([await settle(), await stored()], [false, [id]]);
  // An unreachable chain, or a node that fails, may still have it.
  chain.isDown = true;
  assertEquals([await settle(), await stored()], [false, [id]]);
  Object.assign(chain, { isDown: false, rejection: "node" });
  assertEquals([await settle(), await stored()], [false, [id]]);
  chain.pending = [{ recovery: id, index: 3, readyAt: 9n }];
  chain.rejection = "AlreadyStarted()";
  assertEquals([await settle(), await stored()], [false, [id]]);
  // The owners were changed.
  chain.state = { ...chain.state, head: `0x${"b2".repeat(32)}` };
  chain.pending = [];
  assertEquals([await settle(), await stored()], [false, []]);
  assertEquals(await store.selectFrom("owner_changes").selectAll().execute(), []);
});
