/**
 * Compares a dialog's description of drainers' requests with their actual effects, on a chain.
 * Without `DRAINERS=all` each pattern is tried unchanged and in two other forms.
 */
import { assert, assertEquals } from "@std/assert";
import { type Address, getAddress, hashTypedData, type Hex } from "viem";
import { readTypedData } from "../../core/account/typed_data.ts";
import type { TypedData } from "../../core/account/typed_data_hash.ts";
import type { ReadingView } from "../../core/dialog/reading.ts";
import type { Warning } from "../../core/dialog/common.ts";
import { decodeCalls, warningsOf } from "../../core/reading/decode.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { readTyped } from "../../core/reading/typed/mod.ts";
import { callPatterns } from "./calls.ts";
import { callForms, typedForms } from "./forms.ts";
import { type Asset, type Made, type Scene, startScene } from "./scene.ts";
import { type Typed, typedPatterns } from "./typed.ts";

/** Forms tried of each pattern. */
const FORMS = Deno.env.get("DRAINERS") === "all" ? Infinity : 2;

/** The text that a dialog must display. */
interface Said {
  readonly dangers: ReadonlySet<string>;
  readonly view: ReadingView;
}

/** Assets that fell, by how much. */
type Losses = ReadonlyMap<Asset, bigint>;

const nothing: ReadingView = { gives: [], gets: null, allows: [], named: [], unread: 0 };

type Level = ReadonlyMap<Asset, bigint>;

Deno.test("drainers: losses were displayed before, for every form of the request", async (t) => {
  await using scene = await startScene();
  const counts = { patterns: 0, cases: 0, taken: 0 };
  for (const { name, call, then } of callPatterns(scene)) {
    await t.step(`call, ${name}`, async () => {
      const balances = balancesOf(await scene.measure(scene.account));
      const trial = async (calls: readonly Made[]) => ({
        said: sayCalls(scene, calls, balances),
        losses: await losses(scene, scene.account, async () => {
          if (await scene.act(calls)) await scene.harvest(then);
        }),
      });
      await compare(await trial([call]), trial, callForms(scene, call).slice(0, FORMS), counts);
    });
  }
  for (const { name, data, then } of typedPatterns(scene)) {
    await t.step(`typed data, ${name}`, async () => {
      const balances = balancesOf(await scene.measure(scene.signer.address));
      const trial = async (given: Typed) => ({
        // A rejected form is not signed.
        said: sayTyped(scene, given, balances) ?? { dangers: new Set(["refused"]), view: nothing },
        losses: sayTyped(scene, given, balances) === null
          ? new Map()
          : await losses(scene, scene.signer.address, async () => {
            const hash = hashTypedData(given as Parameters<typeof hashTypedData>[0]);
            await scene.harvest(then(await scene.signer.sign({ hash })));
          }),
      });
      await compare(await trial(data), trial, typedForms(data).slice(0, FORMS), counts);
    });
  }
  await t.step("there are enough of them", () => {
    assert(counts.patterns >= 60, `${counts.patterns} patterns`);
    if (FORMS === Infinity) assert(counts.cases - counts.patterns >= 200, `${counts.cases} cases`);
    assert(counts.taken >= counts.patterns);
  });
  console.log(
    `${counts.patterns} patterns, ${counts.cases} cases, of which ${counts.taken} took something`,
  );
});

interface Trial {
  readonly said: Said;
  readonly losses: Losses;
}

/** Tries other forms of a pattern: no danger may be missing where as much is taken. */
async function compare<T>(
  plain: Trial,
  trial: (form: T) => Promise<Trial>,
  forms: readonly { readonly form: string; readonly request: T }[],
  counts: { patterns: number; cases: number; taken: number },
): Promise<void> {
  assert(plain.losses.size > 0, "takes nothing");
  assertEquals(unsaid(plain), [], "as it is");
  counts.patterns += 1;
  counts.cases += 1;
  counts.taken += 1;
  for (const { form, request } of forms) {
    counts.cases += 1;
    const other = await trial(request);
    if (other.losses.size > 0) counts.taken += 1;
    assertEquals(unsaid(other), [], form);
    const same = [...plain.losses].every(([asset, amount]) =>
      (other.losses.get(asset) ?? 0n) >= amount
    );
    const missing = [...plain.said.dangers].filter((code) => !other.said.dangers.has(code));
    if (same) assertEquals(missing, [], form);
  }
}

/** Lists losses that neither a danger nor the ledger named completely. */
function unsaid({ said: { dangers, view }, losses }: Trial): string[] {
  if (dangers.size > 0) return [];
  const covers = (asset: Asset, amount: bigint) =>
    [...view.gives, ...view.allows].some((each) =>
      same(each.address, asset.contract) && (each.amount === null || each.amount >= amount)
    );
  return [...losses].filter(([asset, amount]) => !covers(asset, amount))
    .map(([{ name }, amount]) => `${name}: ${amount}`);
}

function same(one: Address | null, other: Address | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function sayCalls(
  { account }: Scene,
  calls: readonly Made[],
  balances: ReadonlyMap<Address, bigint>,
): Said {
  const full = calls.map(({ to, value = 0n, data }) => ({ to, value, data }));
  const views = decodeCalls(full, { symbol: "ETH", decimals: 18 }, []);
  return {
    dangers: dangersIn(warningsOf(views, { account, balances })),
    view: readCalls(full, account),
  };
}

function sayTyped(
  { chainId, signer: { address } }: Scene,
  data: Typed,
  balances: ReadonlyMap<Address, bigint>,
): Said | null {
  let typed: TypedData;
  try {
    typed = readTypedData({ value: data, path: "data" });
  } catch (error) {
    if (error instanceof AcctError && error.data.cause === "invalid_params") return null;
    throw error;
  }
  const reading = readTyped(typed, { address, chainId });
  return { dangers: dangersIn(reading.warnings(balances)), view: reading.view };
}

function dangersIn(warnings: readonly Warning[]): ReadonlySet<string> {
  return new Set(warnings.flatMap(({ code, level }) => level === "danger" ? [code] : []));
}

/** Runs a trial and returns the decreased balances. */
function losses(scene: Scene, victim: Address, trial: () => Promise<void>): Promise<Losses> {
  return scene.apart(async () => {
    const before = await scene.measure(victim);
    await trial();
    const after = await scene.measure(victim);
    return new Map(
      [...before].flatMap(([asset, amount]) => {
        const lost = amount - (after.get(asset) ?? 0n);
        return lost > 0n ? [[asset, lost] as const] : [];
      }),
    );
  });
}

/** The balances that a wallet requests. */
function balancesOf(level: Level): ReadonlyMap<Hex, bigint> {
  return new Map(
    [...level].flatMap(([{ name, contract }, amount]) =>
      contract === null || name.includes(" ") ? [] : [[getAddress(contract), amount] as const]
    ),
  );
}
