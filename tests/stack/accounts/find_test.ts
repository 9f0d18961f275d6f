/**
 * Accounts found from a key and a chain alone, among forged events; and the record with which an
 * account is used without us.
 */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  pad,
  toEventSelector,
} from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { acctFactoryAbi } from "../../../contracts/artifacts/acct_factory_abi.ts";
import { createPasskey } from "../../../contracts/testing/passkey.ts";
import { createAccount, startStack, transact } from "../../../contracts/testing/stack.ts";
import { accountAddress, accountOf, derivedAddress } from "../../../core/account/address.ts";
import { historyOnChain } from "../../../core/account/owners/on_chain.ts";
import { creationOf } from "../../../core/account/owners/creation.ts";
import { accountsOfKey, type ChainRead, readAccount } from "../../../core/account/owners/find.ts";
import {
  pathBetween,
  readHistory,
  setAt,
  tipOf,
  unchanged,
} from "../../../core/account/owners/history.ts";
import { addressOwner, ownerWord, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { exportAccount, readExport } from "../../../core/account/owners/record.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { ownerTopics } from "../../../core/chain/owners_abi.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OwnerChangeJson } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import { nextChange, ownersOf } from "./owner_changes.ts";

const other: Address = `0x${"c7".repeat(20)}`;

/** Emits an event from its input: three topics, then the data. */
const parrot: Hex = "0x60603603806060600037604035602035600035836000a300";
/** Slot in which ERC-1967 stores the implementation of a proxy. */
const slot: Hex = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** Answers everything with the number 1. */
const yes: Hex = "0x60015f5260205ff3";

Deno.test("find: an account from its key and a chain alone", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const read: ChainRead = (method, params) =>
    client.request({ method, params } as Parameters<typeof client.request>[0]);
  const [mine, second, thief] = [createPasskey(901), createPasskey(902), createPasskey(903)];
  const own = accountOf(mine.bytes);
  const carry = async (account: AccountJson, changes: OwnerChangeJson[]) => {
    const history = await readHistory(account, changes);
    const state = await readAccount(read, account.address) ?? unchanged;
    const path = pathBetween(history, state, tipOf(history).head)!;
    const { factory: to, factoryData: data } = creationOf(account, path);
    await transact(stack, { to, data });
  };
  const first = await nextChange(own, [], { kind: "add", owner: second.bytes }, mine);
  const removal = await nextChange(own, [first], { kind: "remove", owner: mine.bytes }, second);
  const history = await readHistory(own, [first, removal]);
  const [firstHead, removalHead] = [...history.steps.keys()];

  await t.step("the topics equal those in the contracts' own events", () => {
    const events = [...acctAbi, ...acctFactoryAbi].filter(({ type }) => type === "event");
    for (const [name, topic] of Object.entries(ownerTopics)) {
      const event = events.find((event) => "name" in event && event.name === name);
      assertEquals(event?.type === "event" && toEventSelector(event), topic);
    }
  });

  await t.step("an account that was never deployed is on no chain", async () => {
    assertEquals(await accountsOfKey(read, mine.bytes), []);
    assertEquals(await readAccount(read, own.address), null);
  });

  await t.step("its own account, and the one that it was added to", async () => {
    await createAccount(stack, [mine.bytes]);
    await carry(own, [first]);
    const [found, ...none] = await accountsOfKey(read, mine.bytes);
    assertEquals(none, []);
    const state = {
      version: 1,
      head: firstHead!,
      words: [mine.bytes, second.bytes].map(ownerWord),
    };
    assertEquals(found, { account: own, ...state, ownerIndex: 0 });
    const [added] = await accountsOfKey(read, second.bytes);
    assertEquals(added, { account: own, ...state, ownerIndex: 1 });
    assertEquals(derivedAddress(added!.account), own.address);
  });

  await t.step("a removed key is no owner", async () => {
    await carry(own, [first, removal]);
    assertEquals((await accountsOfKey(read, mine.bytes)).map(({ ownerIndex }) => ownerIndex), [-1]);
    const [found] = await accountsOfKey(read, second.bytes);
    assertEquals(found, {
      account: own,
      version: 1,
      head: removalHead!,
      words: [ZERO_WORD, ownerWord(second.bytes)],
      ownerIndex: 1,
    });
  });

  await t.step(
    "the changes are read out of the transactions, whichever account sent them",
    async () => {
      const changesOf = async (account: AccountJson) =>
        [...(await historyOnChain(read, account)).steps.values()].map(({ change }) => change);
      assertEquals(await changesOf(own), [first, removal]);
      // Inside other data, at an unaligned position.
      const account = accountOf(thief.bytes);
      const add = { kind: "add", owner: addressOwner(other) } as const;
      const change = await nextChange(account, [], add, thief);
      const { signature } = change;
      const { factory, factoryData } = creationOf(account, [{ change, signature }]);
      const carrier: Address = `0x${"e7".repeat(20)}`;
      // Calls the factory with the data after its first 27 bytes.
      await client.setCode({
        address: carrier,
        bytecode: concat(["0x601b360380601b60003760006000826000600073", factory, "0x5af100"]),
      });
      // It hides failures, so that an estimate would provide too little gas.
      await client.waitForTransactionReceipt({
        checkReplacement: false,
        hash: await client.sendTransaction({
          to: carrier,
          data: concat([`0x${"ab".repeat(27)}`, factoryData]),
          gas: 5_000_000n,
        }),
      });
      const { head } = tipOf(await readHistory(account, [change]));
      assertEquals((await readAccount(read, account.address))?.head, head);
      assertEquals(await changesOf(account), [change]);
    },
  );

  await t.step("events of other contracts are not believed", async () => {
    const [a, b, c, d] = ["a1", "b2", "c3", "d4"].map((byte): Address => `0x${byte.repeat(20)}`);
    const victim = createPasskey(904);
    const keyHash = keccak256(victim.bytes);
    const emit = async (from: Address, topics: readonly Hex[], data: Hex) => {
      await client.setCode({ address: from, bytecode: parrot });
      await transact(stack, { to: from, data: concat([...topics, data]) });
    };
    const key = [ownerTopics.OwnerAdded, pad("0x0", { size: 32 }), keyHash];
    // A contract that confirms everything, and its own factory that vouches for it.
    const owners = [victim.bytes];
    const made = encodeAbiParameters([{ type: "bytes[]" }, { type: "uint256" }], [owners, 7n]);
    const ownersHash = keccak256(encodeAbiParameters([{ type: "bytes[]" }], [owners]));
    for (const address of [a!, b!, c!]) await emit(address, key, pad("0x1", { size: 32 }));
    await emit(d!, [ownerTopics.AccountCreated, pad(a!), ownersHash], made);
    for (const address of [b!, c!]) await client.setCode({ address, bytecode: yes });
    // One of them even has the code of an account, at an address that is not derived from anything.
    await client.setCode({ address: a!, bytecode: (await client.getCode(own))! });
    await client.setStorageAt({ address: a!, index: slot, value: pad(contracts.implementation) });
    assertEquals(await accountsOfKey(read, victim.bytes), []);
    // Even if a node lies about the factory's events, the address does not match.
    const lying: ChainRead = async (method, params) => {
      const answer = await read(method, params);
      if (method !== "eth_getLogs") return answer;
      return (answer as { topics: Hex[]; address: Address }[]).map((log) => log).concat(
        [a!].map((account) => ({
          address: contracts.factory,
          topics: [ownerTopics.AccountCreated, pad(account), ownersHash],
          data: made,
          transactionHash: keyHash,
        })),
      );
    };
    assertEquals(await accountsOfKey(lying, victim.bytes), []);
    // Another user's account with this key among its owners is real, and not the key's own.
    const shared = await createAccount(stack, [thief.bytes, victim.bytes]);
    const found = await accountsOfKey(read, victim.bytes);
    assertEquals(found.map(({ account, ownerIndex }) => [account.address, ownerIndex]), [
      [shared, 1],
    ]);
    assertEquals(await accountsOfKey(read, victim.bytes, accountOf(victim.bytes).address), []);
    // Our own account, with unknown code behind it.
    await createAccount(stack, [victim.bytes]);
    const { address } = accountOf(victim.bytes);
    assertEquals((await accountsOfKey(read, victim.bytes)).length, 2);
    await client.setStorageAt({
      address,
      index: slot,
      value: pad(other),
    });
    const error = await assertRejects(() => readAccount(read, address), AcctError);
    assertEquals(error.data.cause, "code_unknown");
    for (const named of [address, other]) {
      assertStringIncludes(error.message.toLowerCase(), named.toLowerCase());
    }
  });

  await t.step("a node that answers for few blocks only is queried in parts", async () => {
    let asked = 0;
    const narrow = (blocks: bigint): ChainRead => (method, params) => {
      if (method === "eth_getLogs") {
        asked++;
        const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }];
        if (BigInt(toBlock) - BigInt(fromBlock) >= blocks) {
          return Promise.reject(new AcctError("limit_exceeded"));
        }
      }
      return read(method, params);
    };
    const whole = await accountsOfKey(read, second.bytes);
    assertEquals(await accountsOfKey(narrow(2n), second.bytes), whole);
    assertEquals(asked > 10, true);
    asked = 0;
    const long: ChainRead = (method, params) =>
      method === "eth_blockNumber" ? Promise.resolve("0x1312d00") : narrow(1n)(method, params);
    const error = await assertRejects(() => accountsOfKey(long, second.bytes), AcctError);
    assertEquals([error.data.cause, asked <= 400], ["chain_down", true]);
    // An unreachable chain is not queried repeatedly.
    asked = 0;
    const down: ChainRead = (method, params) => {
      if (method !== "eth_getLogs") return read(method, params);
      asked++;
      return Promise.reject(new AcctError("chain_down"));
    };
    await assertRejects(() => accountsOfKey(down, second.bytes), AcctError);
    assertEquals(asked, 1);
  });

  await t.step("the record is complete, and a modified one is rejected", async () => {
    const chains = [{ id: 31337, name: "Local" }];
    const record = JSON.parse(JSON.stringify(exportAccount(own, [first, removal], chains)));
    const again = await readExport(record);
    assertEquals(again, {
      account: own,
      history,
      chains,
    });
    assertEquals(ownersOf(again.history), [null, second.bytes]);
    assertEquals(setAt(again.history, firstHead!)?.owners.length, 2);
    const stranger = accountAddress({ owners: [thief.bytes], nonce: 0n });
    const wrong: [Record<string, unknown>, string][] = [
      [{ version: 1 }, "record.version"],
      [{ address: stranger }, "record.address"],
      [{ owners: [thief.bytes] }, "record.address"],
      [{ owners: [] }, "record.owners"],
      [{ owners: ["0x12"] }, "record.owners[0]"],
      [{ nonce: "0x1" }, "record.address"],
      [{ nonce: -1 }, "record.nonce"],
      [{ factory: other }, "record.factory"],
      [{ implementation: other }, "record.implementation"],
      [{ entryPoint: other }, "record.entryPoint"],
      [{ changes: [removal] }, "changes"],
      [{ changes: [{ ...first, owners: removal.owners }] }, "changes"],
      [{ changes: [{ ...first, next: "2" }] }, "record.changes[0].next"],
      [{ changes: [{ ...first, next: 257 }] }, "record.changes[0].next"],
      [{ changes: [{ ...first, from: [] }] }, "changes"],
      [{ changes: [{ ...first, from: ["0x00"] }] }, "record.changes[0].from[0]"],
      [{ changes: [{ ...first, owners: [{}] }] }, "record.changes[0].owners[0].kind"],
      [{ changes: [{ ...first, signature: "0x12" }] }, "changes"],
      [{ chains: [{ id: 1 }] }, "record.chains[0].name"],
    ];
    for (const [change, field] of wrong) {
      const error = await assertRejects(() => readExport({ ...record, ...change }), AcctError);
      assertEquals(error.data.field, field);
    }
    for (const rubbish of [null, [], "{}", 1, {}]) {
      await assertRejects(() => readExport(rubbish), AcctError);
    }
    const text = JSON.stringify(record);
    assertEquals(/key|secret|credential/i.test(text), false);
  });
});
