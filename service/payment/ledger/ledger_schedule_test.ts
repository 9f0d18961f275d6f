/** Random schedules of all events that change the ledger: its rows and its counters must match. */
import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import {
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  hexToNumber,
  isAddressEqual,
  numberToHex,
  pad,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import type { Chain } from "../../chain/chain.ts";
import { USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { createHeads } from "../../chain/node/heads.ts";
import { NodeError } from "../../chain/node/node.ts";
import type { IndexerContext } from "../../indexer/reading/context.ts";
import { joinNonce, splitNonce } from "../../entry_point/codec.ts";
import { openStore, type Store } from "../../store/store.ts";
import { forgetExpired } from "./expired.ts";
import { record, release, reserve } from "./ledger.ts";
import type { Reservation } from "./reservation.ts";
import { setSent } from "../../store/rows/sponsorships.ts";
import { lastBlocks } from "../../store/rows/transfers.ts";
import { followToEnd } from "../../testing/follow.ts";
import { sponsored } from "../../testing/ledger.ts";
import { signaturesOf } from "./rows.ts";
import { returnExpired } from "./return_expired.ts";
import { settlementHandler } from "./settlement.ts";
import { usesOf } from "./uses.ts";

const never = new AbortController().signal;
const GWEI = 1_000_000_000n;
const paymaster = numberToHex(9, { size: 20 });

/** Numbers that can be repeated. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, one: <T>(list: readonly T[]): T => list[below(list.length)]! };
}

interface Landed {
  readonly hash: Hex;
  readonly sender: Hex;
  readonly nonce: Hex;
  readonly cost: bigint;
}

/** A chain of blocks with operations that can be rolled back. */
function createFakeChain(pause: () => Promise<void>) {
  let blocks: { hash: Hex; landed: Landed[] }[] = [];
  let made = 0;
  let time = 1_000;
  const mine = (landed: Landed[] = []) => {
    blocks.push({ hash: numberToHex(++made, { size: 32 }), landed });
  };
  mine();
  const sequenceOf = (sender: Hex, key: bigint) =>
    BigInt(
      blocks.flatMap((each) => each.landed).filter((each) =>
        each.sender === sender && splitNonce(each.nonce).key === key
      ).length,
    );
  const logs = ([{ address, topics, blockHash, fromBlock = "0x0", toBlock = "latest" }]: [
    {
      address?: Hex;
      topics: (Hex | null)[];
      blockHash?: Hex;
      fromBlock?: Hex;
      toBlock?: Hex | "latest";
    },
  ]) => {
    if (address !== undefined && !isAddressEqual(address, ENTRY_POINT)) return [];
    if (blockHash !== undefined && !blocks.some(({ hash }) => hash === blockHash)) {
      throw new NodeError(-32000, "unknown block", undefined);
    }
    const to = toBlock === "latest" ? blocks.length - 1 : hexToNumber(toBlock);
    return blocks.flatMap(({ hash, landed }, number) =>
      number < hexToNumber(fromBlock) || number > to || ![undefined, hash].includes(blockHash)
        ? []
        : landed.map((each, index) => ({
          address: ENTRY_POINT,
          transactionHash: each.hash,
          logIndex: numberToHex(index),
          topics: [USER_OPERATION_EVENT, each.hash, pad(each.sender), pad(paymaster)],
          data: encodeAbiParameters(
            [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
            [hexToBigInt(each.nonce), true, each.cost, 1n],
          ),
          blockHash: hash,
          blockNumber: numberToHex(number),
        }))
    ).filter((each) => [undefined, null, each.topics[2]].includes(topics[2]));
  };
  const answer = (method: string, params: unknown[]): unknown => {
    if (method === "eth_chainId") return "0x1";
    if (method === "eth_getLogs") return logs(params as Parameters<typeof logs>[0]);
    if (method === "eth_getBlockByNumber") {
      const number = params[0] === "latest" ? blocks.length - 1 : hexToNumber(params[0] as Hex);
      const block = blocks[number];
      return block === undefined ? null : {
        number: numberToHex(number),
        hash: block.hash,
        parentHash: blocks[number - 1]?.hash ?? numberToHex(0, { size: 32 }),
        timestamp: numberToHex(time),
      };
    }
    if (method !== "eth_call") throw new NodeError(-32601, "method not found", undefined);
    const [{ data }] = params as [{ data: Hex }];
    const { functionName, args } = decodeFunctionData({ abi: entryPoint08Abi, data });
    if (functionName !== "getNonce") return numberToHex(0, { size: 32 });
    const [sender, key] = args as [Hex, bigint];
    const sequence = sequenceOf(sender.toLowerCase() as Hex, key);
    return numberToHex((key << 64n) | sequence, { size: 32 });
  };
  const node = {
    async request(method: string, params: unknown[] = []) {
      await pause();
      const found = answer(method, params);
      await pause();
      return found;
    },
  };
  const chain = {
    id: 1,
    config: { name: "Test", transfers: "off" },
    node,
    reads: node,
    heads: createHeads(),
    sponsor: { paymaster },
    tokenFees: null,
  } as unknown as Chain;
  return {
    chain,
    mine,
    sequenceOf,
    time: () => time,
    pass: (seconds: number) => time += seconds,
    /** Replaces the last blocks by as many empty ones, and one more. */
    reorganise(depth: number) {
      const kept = Math.max(1, blocks.length - depth);
      const lost = blocks.length - kept;
      blocks = blocks.slice(0, kept);
      for (let n = 0; n <= lost; n++) mine();
    },
    landed: () => blocks.flatMap((each) => each.landed),
  };
}

function settlementOf(store: Store, chain: Chain) {
  const context = {
    store,
    chains: new Map([[1, chain]]),
    metrics: { set() {}, count() {} },
    hub: { addresses: () => [], publish() {} },
    assets: { drop() {} },
    log(level: string, name: string, _: object, error?: unknown) {
      if (level === "error" && error !== undefined) console.error(name, error);
    },
  } as unknown as IndexerContext;
  const handler = settlementHandler(context);
  return {
    async settle(time: () => number) {
      try {
        await followToEnd(context, chain, [handler]);
        const [last] = await lastBlocks(store, chain.id, 1);
        await returnExpired(context, chain, { number: last!.number, time: time() });
      } catch (error) {
        // The next time reads on from there, as in the service.
        if (!(error instanceof AcctError || error instanceof NodeError)) throw error;
      }
    },
  };
}

const sum = (list: readonly { kind: string; subject: string; by: number }[], owner: string) =>
  list.map(({ kind, subject, by }) => [`${owner} ${kind} ${subject}`, by] as const);

/** Totals required by the rows of the ledger. */
async function totalsOfRows(store: Store): Promise<Record<string, number>> {
  const totals = new Map<string, number>();
  const rows = await store.selectFrom("sponsorships").selectAll().execute();
  for (const row of rows) {
    for (const [name, by] of sum(usesOf(row), row.key_id)) {
      totals.set(name, (totals.get(name) ?? 0) + by);
    }
  }
  return sorted(totals);
}

async function totalsOfCounters(store: Store): Promise<Record<string, number>> {
  const rows = await store.selectFrom("counters").selectAll().execute();
  return sorted(
    new Map(
      rows.filter(({ kind }) => !["returned_gwei", "newcomer"].includes(kind))
        .flatMap((row) => sum([{ ...row, by: Number(row.used) }], row.owner)),
    ),
  );
}

const sorted = (totals: ReadonlyMap<string, number>) =>
  Object.fromEntries(
    [...totals].filter(([, total]) => total !== 0).toSorted(([a], [b]) => a < b ? -1 : 1),
  );

const totalsOnly = (totals: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(totals).filter(([name]) => / (operations|sender|gwei|spent_gwei) /.test(name)),
  );

type ChainDoes = "nothing" | "land" | "reorganise";

/** Compares the results of a schedule: signatures, included operations and counters. */
async function compareAll(store: Store, { given, landed, chainDoes }: {
  readonly given: readonly { readonly hash: Hex }[];
  readonly landed: readonly Landed[];
  readonly chainDoes: ChainDoes;
}): Promise<void> {
  const rows = await store.selectFrom("sponsorships").selectAll().execute();
  const hashesOf = new Set(rows.flatMap((row) => signaturesOf(row).map(({ hash }) => hash)));
  assertEquals(given.filter(({ hash }) => !hashesOf.has(hash)), []);
  for (const { hash } of landed) {
    const row = rows.find((each) => signaturesOf(each).some((each) => each.hash === hash))!;
    assertEquals(row.state, "settled", hash);
  }
  const [counted, due] = [await totalsOfCounters(store), await totalsOfRows(store)];
  if (chainDoes === "nothing") {
    // A first operation that was promised twice and sent once counts twice for the requester.
    const ofNetworks = (name: string) => / network /.test(name);
    const others = (totals: Record<string, number>) =>
      Object.fromEntries(Object.entries(totals).filter(([name]) => !ofNetworks(name)));
    assertEquals(others(counted), others(due));
    for (const [name, total] of Object.entries(due)) assertGreaterOrEqual(counted[name]!, total);
    // An operation that is requested again after it landed has the page and the network of the last
    // request.
  } else if (chainDoes === "land") assertEquals(totalsOnly(counted), totalsOnly(due));
  // An operation that was requested again before a reorganisation was detected counts twice, never
  // zero times.
  else {for (const [name, most] of Object.entries(totalsOnly(due))) {
      assertEquals((counted[name] ?? 0) >= most, true, name);
    }}
}

/** Limits that a schedule reaches. */
const policy = {
  operationsPerDay: 60,
  deploymentsPerDay: 12,
  operationsPerSenderPerDay: 25,
  gweiPerDay: 4_000,
  percentPerNetworkBlock: 60,
};

/** Runs a schedule in two stores on one database, and compares their results. */
async function runSchedule(
  seed: number,
  chainDoes: "nothing" | "land" | "reorganise",
): Promise<void> {
  const [actors, steps] = [16, 20];
  const { below, one } = randomFrom(seed);
  await using own = await ownDatabase({ file: true });
  const stores = [await openStore(own.database), await openStore(own.database)];
  const pause = async () => {
    for (let n = below(4); n > 0; n--) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const fake = createFakeChain(pause);
  const settlements = stores.map((store) => settlementOf(store, fake.chain));
  const { now: realNow } = Date;
  const begin = Math.floor(realNow() / 86_400_000) * 86_400_000 + 3_600_000;
  let passed = 0;
  Date.now = () => begin + passed;
  const given: (Landed & { key: string; until: number })[] = [];
  const raw: unknown[] = [];
  let hashes = 0;
  const step = async () => {
    const store = one(stores);
    const sender = numberToHex(100 + below(5), { size: 20 });
    const keyId = one(["k", "k", "l"]);
    const lanes = [0n, 1n, 2n].slice(0, 1 + below(3));
    const nonceOf = (key: bigint, back = 0n) => {
      const sequence = fake.sequenceOf(sender, key) - back;
      return joinNonce({ key, sequence: sequence < 0n ? 0n : sequence });
    };
    const nonces = lanes.map((key) => nonceOf(key, below(8) === 0 ? 1n : 0n));
    const request: Reservation = {
      ...sponsored(0, policy),
      keyId,
      sender,
      fresh: below(6) === 0,
      deploys: below(4) === 0,
      withOrigin: below(4) !== 0,
      network: one([null, "192.0.2.1", "192.0.2.2", "198.51.100.7"]),
    };
    const what = below(20);
    if (what < 12) {
      const replaces = below(2) === 0 ? nonces[0]! : null;
      const { nonce } = await reserve(store, request, { nonces, taken: new Set(), replaces });
      const reserved = { ...request, nonce };
      await pause();
      if (below(4) === 0) return await release(store, reserved);
      if (below(5) === 0) return;
      const signature = {
        hash: numberToHex(++hashes, { size: 32 }),
        cost: BigInt(1 + below(60)) * GWEI,
        until: fake.time() + 100 + below(600),
        chainTime: fake.time(),
      };
      await record(one(stores), reserved, signature);
      given.push({ ...signature, key: keyId, sender, nonce });
      await pause();
      if (below(2) === 0) await setSent(store, { chainId: 1, sender, nonce }, below(3) !== 0);
    } else if (what < 15) {
      const landed: Landed[] = [];
      for (const each of given.toSorted(() => below(3) - 1).slice(0, 3)) {
        const { key, sequence } = splitNonce(each.nonce);
        const isNext = fake.sequenceOf(each.sender, key) === sequence;
        if (!isNext || each.until < fake.time() || landed.some((l) => l.sender === each.sender)) {
          continue;
        }
        landed.push({ ...each, cost: each.cost * BigInt(1 + below(10)) / 10n });
      }
      // All blocks are read again each time.
      if (landed.length > 0 && chainDoes !== "nothing") fake.mine(landed);
    } else if (what === 15) {
      if (below(3) === 0 && chainDoes === "reorganise") fake.reorganise(1 + below(3));
    } else if (what === 16) {
      fake.pass(below(150));
      passed += below(30_000);
    } else if (what === 17) await forgetExpired(store, never);
    else await one(settlements).settle(fake.time);
  };
  try {
    await Promise.all(Array.from({ length: actors }, async () => {
      for (let n = 0; n < steps; n++) {
        await step().catch((error) => {
          if (!(error instanceof AcctError)) raw.push(error);
        });
        await pause();
      }
    }));
    fake.mine();
    for (const settlement of settlements) await settlement.settle(fake.time);
    await settlements[0]!.settle(fake.time);
    const [store] = stores as [Store];
    assertEquals(raw, []);
    await compareAll(store, { given, landed: fake.landed(), chainDoes });
  } finally {
    Date.now = realNow;
    for (const store of stores) await store.destroy();
  }
}

// More at will: `SEEDS=50 FIRST=1`.
const seeds = Number(Deno.env.get("SEEDS") ?? 1);
const first = Number(Deno.env.get("FIRST") ?? 1);
for (const chainDoes of ["nothing", "land", "reorganise"] as const) {
  for (let seed = first; seed < first + seeds; seed++) {
    Deno.test(`ledger: counters equal the rows after schedule ${seed}, ${chainDoes}`, () =>
      runSchedule(seed, chainDoes));
  }
}
