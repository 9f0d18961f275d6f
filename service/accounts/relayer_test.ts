import { assertEquals } from "@std/assert";
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
import {
  fromContractRecovery,
  stepDigest,
  type UnsignedRecovery,
} from "../../core/account/owners/change.ts";
import { ownerWord, storedWord } from "../../core/account/owners/key.ts";
import { implementations } from "../../core/chain/contracts.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node/node.ts";
import { addOperation } from "../store/testing/add_operation.ts";
import { createRelayer } from "./relayer.ts";

const passkey = createPasskey(9_201);
const [bob, carol] = [createAddressOwner(9_202), createAddressOwner(9_203)];
const account = accountOf(passkey.bytes);
const head: Hex = `0x${"a1".repeat(32)}`;

Deno.test("relayer: many requests for one account do not delay the others", async () => {
  await using store = await openTestStore();
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const node = {
    request: async (method: string) => {
      if (method === "eth_getStorageAt") reads++;
      await gate.promise;
      return method === "eth_getStorageAt" ? `0x${"00".repeat(32)}` : "0x";
    },
  };
  const config = { name: "Test", relayer: {} };
  const chain = { id: 1, node, config, newest: () => null } as unknown as Chain;
  const relayer = createRelayer({ store, chains: new Map([[1, chain]]), log: () => {} });
  const relayed = Array.from({ length: 50 }, () => relayer.relay(account));
  gate.resolve();
  await Promise.all(relayed);
  // A run in progress, and a queued run for all other requests.
  assertEquals([reads > 0, reads <= 2], [true, true], `${reads} reads`);
  await relayer.relay(account);
  assertEquals(reads <= 3, true, `${reads} reads`);
  await relayer.stop();
});

Deno.test("relayer: a recovery that cannot finish does not delay another one", async () => {
  await using store = await openTestStore();
  const helpers = [bob, carol].map(({ bytes }, index) =>
    ({ index: index + 1, kind: "recovery", owner: bytes }) as const
  );
  const first = { index: 0, kind: "full", owner: passkey.bytes } as const;
  const heir = { index: 3, kind: "full", owner: createPasskey(9_204).bytes } as const;
  const from = [head];
  // The account starts it, and rejects its end: only the next index changes.
  const hostile = { from, owners: [first, ...helpers], next: 4, salt: toHex(1n, { size: 32 }) };
  const honest = { from, owners: [...helpers, heir], next: 4, salt: toHex(2n, { size: 32 }) };
  const idOf = (recovery: UnsignedRecovery) => stepDigest(account.address, recovery);
  for (const [index, [recovery, owner]] of ([[hostile, bob], [honest, carol]] as const).entries()) {
    const signature = wrapSignature(index + 1, await owner.sign(idOf(recovery)));
    await store.insertInto("signed_recoveries").values({
      account: account.address.toLowerCase(),
      digest: idOf(recovery),
      owners: JSON.stringify(account.owners),
      nonce: account.nonce,
      recovery: JSON.stringify({ ...recovery, signature }),
      signer: storedWord({ kind: "recovery", owner: owner.bytes }),
      key_id: "k",
      created_at: index,
    }).execute();
  }
  await addOperation(store, account);
  const sent: Hex[] = [];
  const finishes = (data: Hex): Hex | null => {
    const call = decodeFunctionData({ abi: ownersAbi, data });
    return call.functionName === "finishRecovery" ? idOf(fromContractRecovery(call.args[0])) : null;
  };
  const answer = (method: string, [call]: readonly unknown[]) => {
    if (method === "eth_getStorageAt") return pad(implementations[0]!.address);
    if (method === "eth_getBlockByNumber") return { timestamp: "0x64", baseFeePerGas: "0x1" };
    if (method === "eth_maxPriorityFeePerGas") return "0x1";
    const { data } = call as { readonly data: Hex };
    if (finishes(data) === idOf(hostile)) {
      throw new NodeError(3, "execution reverted", toFunctionSelector("Unchanged()"));
    }
    if (method === "eth_estimateGas") {
      sent.push(finishes(data)!);
      throw new NodeError(-32000, "not part of this test", undefined);
    }
    const { functionName } = decodeFunctionData({ abi: ownersAbi, data });
    if (functionName === "ownerState") {
      const words = [ownerWord(passkey.bytes), ...helpers.map(storedWord)];
      const result = [head, 0n, 259_200n, words] as const;
      return encodeFunctionResult({ abi: ownersAbi, functionName, result });
    }
    if (functionName === "pendingRecoveries") {
      const result = [
        { recovery: idOf(hostile), index: 1, readyAt: 1n },
        { recovery: idOf(honest), index: 2, readyAt: 2n },
      ];
      return encodeFunctionResult({ abi: ownersAbi, functionName, result });
    }
    return "0x";
  };
  const node = {
    request: async (method: string, params: readonly unknown[] = []) =>
      await answer(method, params),
  };
  const config = { name: "Test", relayer: { key: `0x${"01".repeat(32)}` } };
  const chain = { id: 1, node, config, newest: () => null } as unknown as Chain;
  const relayer = createRelayer({ store, chains: new Map([[1, chain]]), log: () => {} });
  await relayer.relay(account);
  await relayer.stop();
  assertEquals(sent, [idOf(honest)]);
});
