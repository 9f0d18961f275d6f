/**
 * Injects each fault of `mutants.ts` alone and runs the tests: `deno task --cwd contracts mutate`,
 * with a part of a file's name or of a fault to run only some. It works in copies and does not
 * change the tree.
 *
 * In a clean tree, the result of each fault is stored in `mutants/fates.jsonl` for the state of
 * `src/`, so that an interrupted run resumes with the others.
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../scripts/config.ts";
import { harmless, mutants, survivors } from "./mutants.ts";
import { deletionsOf } from "./mutants/deletions.ts";
import type { Mutant } from "./mutants/mutant.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Fate of a mutant: killed by a test, by forge or by the compiler, or alive. */
type Fate = "tests" | "fuzz" | "compiler" | "lives";

/** Fate of a mutant, and the test or error that killed it. */
interface End {
  readonly fate: Fate;
  readonly by: string;
}

/** Errors of a slow machine. They do not count as detection. */
const slow = /tim(ed )?out|took too long|connection (refused|reset)|waited in vain/i;

/** Tests that detect any change of the code, including harmless ones. */
const tooSharp = new Set(["compile_test.ts", "gas_test.ts", "deploy_test.ts"]);

/** Gas tests. The fast code does not pass them. */
const ofGas = new Set(["permissions_gas_test.ts"]);

/** Tests that detect a file's faults first, by parts of their names. */
const near: Readonly<Record<string, readonly string[]>> = {
  "Acct.sol": [
    "/account",
    "/delegation",
    "/operations",
    "/owners",
    "/recovery",
    "/bounds",
    "permissions_end",
    "permissions_until",
    "permissions_owners",
    "permissions_grant",
    "/messages",
    "/events",
  ],
  "OwnerSignatures.sol": [
    "/account",
    "/delegation",
    "/operations",
    "/owners",
    "/recovery",
    "permissions_grant",
    "permissions_owners",
    "/messages",
    "/p256",
    "/erc7562",
  ],
  "AcctFactory.sol": ["/account_test", "/owners", "/events"],
  "Bounds.sol": ["/bounds"],
  "OwnerChange.sol": ["/owners", "/recovery"],
  "OwnerChanges.sol": ["/owners", "/recovery", "/operations", "/account_test"],
  "Owners.sol": ["/owners", "/recovery", "/delegation"],
  "ArgumentRules.sol": [
    "permissions_calls",
    "permissions_lists",
    "/tokens_",
    "permissions_grant",
  ],
  "Balances.sol": ["permissions_spend", "permissions_attack", "permissions_hybrid", "/tokens_"],
  "Meter.sol": [
    "permissions_spend",
    "permissions_lists",
    "permissions_attack",
    "permissions_hybrid",
    "/tokens_",
  ],
  "OwnedPaymaster.sol": ["/paymaster_test", "/leaked", "/events"],
  "Passkey.sol": ["/p256", "/account_signatures", "/account_test"],
  "Period.sol": ["permissions_period"],
  "Permission.sol": ["permissions_grant", "permissions_calls"],
  "Permissions.sol": ["permissions_", "/events", "/tokens_"],
  "Redemptions.sol": ["permissions_redeem", "permissions_nonces", "/events"],
  "Soundness.sol": [
    "permissions_grant",
    "permissions_calls",
    "permissions_lists",
    "permissions_attack",
    "/tokens_",
  ],
  "SubnameResolver.sol": ["names_test", "/events"],
  "TokenCalls.sol": [
    "permissions_spend",
    "permissions_calls",
    "permissions_hybrid",
    "permissions_grant",
    "/tokens_",
  ],
  "TokenPaymaster.sol": ["token_paymaster", "token_cost", "/events"],
  "Vault.sol": ["/vault", "/leaked"],
};

/** Contract that has most of a file's code, and is compiled first, alone. */
const mainOf = (file: string): string =>
  /^(Acct|Bounds|OwnerChanges?|OwnerSignatures|Owners|Passkey)\.sol$/.test(file)
    ? "Acct.sol"
    : existing.has(file)
    ? file
    : file === "Period.sol"
    ? "test/Periods.sol"
    : file === "OwnedPaymaster.sol"
    ? "SponsorPaymaster.sol"
    : "Permissions.sol";
const existing = new Set([
  "AcctFactory.sol",
  "Permissions.sol",
  "SponsorPaymaster.sol",
  "SubnameResolver.sol",
  "TokenPaymaster.sol",
  "Vault.sol",
]);

/** Results of earlier compilations, for both workers and the next runs. */
const compiled = `${root}.local/compiled`;

/** Copies the files that the tests need into a separate folder. */
async function workspace(chosen: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "mutants-" });
  for (const part of ["contracts", "core", "scripts", "tests/std"]) {
    await Deno.mkdir(`${folder}/${part}`, { recursive: true });
    await run("cp", ["-r", `${root}${part}/.`, `${folder}/${part}`], root);
  }
  const config = JSON.parse(await Deno.readTextFile(`${root}${chosen}`));
  config.workspace = ["./contracts"];
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  await Deno.copyFile(`${root}deno.lock`, `${folder}/${config.lock ?? "deno.lock"}`);
  return folder;
}

async function run(command: string, args: string[], cwd: string): Promise<boolean> {
  return await errorOf(command, args, cwd) === null;
}

/** Excludes passed tests, because their names may mention errors. */
const tellsOfFailure = (line: string) => /error|fail/i.test(line) && !/\.\.\. ok\b/.test(line);

/** Runs a command; its output if it fails. */
async function attempt(command: string, args: string[], cwd: string): Promise<string | null> {
  const env = { NO_COLOR: "1" };
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd, env }).output();
  const text = new TextDecoder();
  return success ? null : `${text.decode(stdout)}${text.decode(stderr)}`;
}

/** First lines of an output that report an error. */
function tellingLines(output: string): string {
  const lines = output.split("\n");
  return lines.filter(tellsOfFailure).slice(0, 4).join("\n") || lines.slice(-4).join("\n");
}

/** Runs a command; its first lines with an error if it fails. */
async function errorOf(command: string, args: string[], cwd: string): Promise<string | null> {
  const output = await attempt(command, args, cwd);
  return output === null ? null : tellingLines(output);
}

/** Fates that are known for the state of `src/`. */
interface Fates {
  /** By mutant. */
  readonly known: ReadonlyMap<string, End>;
  keep(mutant: Mutant, end: End): Promise<void>;
}

/**
 * Opens the file of fates. Nothing is stored while files of the contracts differ from the commit.
 */
async function openFates(): Promise<Fates> {
  const git = async (...args: string[]) => {
    const { stdout } = await new Deno.Command("git", { args, cwd: root }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  const path = `${root}contracts/mutants/fates.jsonl`;
  if (await git("status", "--porcelain", "contracts/src", "contracts/mutants/*.ts") !== "") {
    return { known: new Map(), keep: () => Promise.resolve() };
  }
  const sources = await git("rev-parse", "HEAD:contracts/src");
  const [first = "", ...lines] = (await Deno.readTextFile(path).catch(() => "")).split("\n");
  const head = JSON.stringify({ sources });
  if (first !== head) await Deno.writeTextFile(path, `${head}\n`);
  const known = first === head ? lines.filter((line) => line !== "") : [];
  return {
    known: new Map(known.map((line) => {
      const { fate, by, ...mutant } = JSON.parse(line);
      return [nameOf(mutant), { fate, by }];
    })),
    keep: ({ file, from, to }, { fate, by }) =>
      Deno.writeTextFile(path, `${JSON.stringify({ file, from, to, fate, by })}\n`, {
        append: true,
      }),
  };
}

/** Lists all faults: the written ones, and the deletion of each other statement. */
async function allMutants(): Promise<Mutant[]> {
  const folder = `${root}contracts/src`;
  const names = await Array.fromAsync(
    Deno.readDir(folder),
    ({ name, isFile }) => isFile ? name : "",
  );
  const deletions = names.filter((name) => name !== "").toSorted().map(async (name) =>
    deletionsOf(name, await Deno.readTextFile(`${folder}/${name}`), mutants)
  );
  return [...mutants, ...(await Promise.all(deletions)).flat()];
}

const written = new Set(mutants.map((mutant) => nameOf(mutant)));

function nameOf({ file, from, to }: Mutant): string {
  return JSON.stringify([file, from, to]);
}

/** How many faults each test detected, by the file of the fault: these tests run first. */
const kills = new Map<string, number>();

/** Runs tests up to the first that fails; its error if one does. */
async function failure(
  folder: string,
  tests: readonly string[],
  mutated: string,
): Promise<string | null> {
  if (tests.length === 0) return null;
  const killsOf = (test: string) => kills.get(`${mutated} ${test}`) ?? 0;
  const ordered = tests.toSorted((one, other) => killsOf(other) - killsOf(one));
  const args = ["test", "-A", "--no-check", "--fail-fast", ...ordered];
  const once = () => attempt(Deno.execPath(), args, folder);
  let failed = await once();
  if (failed !== null && slow.test(tellingLines(failed))) failed = await once();
  if (failed === null) return null;
  const started = [...failed.matchAll(/running \d+ tests? from \.\/(\S+)/g)].at(-1)?.[1];
  if (started !== undefined) kills.set(`${mutated} ${started}`, killsOf(started) + 1);
  return tellingLines(failed);
}

/** Compiles a workspace; the error if that fails. */
async function compileIn(folder: string, args: readonly string[]): Promise<string | null> {
  const deno = (args: string[]) => errorOf(Deno.execPath(), ["run", "-A", ...args], folder);
  return await deno(["contracts/compile.ts", "--allow-warnings", `--cache=${compiled}`, ...args]) ??
    await deno(["contracts/golden.ts"]);
}

/** Lists the tests of the contracts' behaviour. */
async function allTests(): Promise<string[]> {
  const tests: string[] = [];
  for await (const { name } of Deno.readDir(`${root}contracts`)) {
    if (name.endsWith("_test.ts") && !tooSharp.has(name)) tests.push(`contracts/${name}`);
  }
  return tests.toSorted();
}

/** Tests that the code of the fast settings passes. */
const passFast = (tests: readonly string[]): string[] =>
  tests.filter((test) => !ofGas.has(test.slice("contracts/".length)));

/** Plants a fault in a workspace for as long as a function runs. */
async function planted<T>(folder: string, mutant: Mutant, run: () => Promise<T>): Promise<T> {
  const file = `${folder}/contracts/src/${mutant.file}`;
  const original = await Deno.readTextFile(`${root}contracts/src/${mutant.file}`);
  if (!original.includes(mutant.from)) {
    throw new Error(`${mutant.file} does not contain ${mutant.from}`);
  }
  await Deno.writeTextFile(file, original.replace(mutant.from, () => mutant.to));
  try {
    return await run();
  } finally {
    await Deno.writeTextFile(file, original);
  }
}

/** Tries to kill a mutant by the nearest tests, in the contract that has most of the code. */
async function killFast(folder: string, { file }: Mutant): Promise<End | null> {
  const refused = await compileIn(folder, ["--fast", `--only=${mainOf(file)}`]);
  if (refused !== null) return { fate: "compiler", by: refused };
  const nearby = passFast(await allTests()).filter((test) =>
    near[file]?.some((name) => test.includes(name))
  );
  const by = await failure(folder, nearby, file);
  return by === null ? null : { fate: "tests", by };
}

/**
 * Tries to detect the remaining faults with all tests, in all contracts and with the deployed
 * settings.
 */
async function killSlowly(folder: string, { file }: Mutant): Promise<End> {
  const refused = await compileIn(folder, []);
  if (refused !== null) return { fate: "compiler", by: refused };
  const by = await failure(folder, await allTests(), file);
  if (by !== null) return { fate: "tests", by };
  const broken = await errorOf(Deno.execPath(), ["run", "-A", "contracts/fuzz.ts"], folder);
  return broken === null ? { fate: "lives", by: "" } : { fate: "fuzz", by: broken };
}

/** Tests that fail of themselves, or by the fast settings alone, would kill every mutant. */
async function requirePassing(chosen: string): Promise<void> {
  const tests = passFast(await allTests());
  const half = Math.ceil(tests.length / 2);
  await Promise.all([tests.slice(0, half), tests.slice(half)].map(async (part) => {
    const folder = await workspace(chosen);
    const error = await compileIn(folder, ["--fast"]) ?? await failure(folder, part, "");
    if (error !== null) throw new Error(`The unchanged code fails: ${error}`);
    await Deno.remove(folder, { recursive: true });
  }));
}

/**
 * Injects faults one by one, two concurrently, and returns how many survive without explanation.
 */
export async function killAll(list: readonly Mutant[]): Promise<number> {
  const open = [...list];
  const late: Mutant[] = [];
  const harmlessOnes = [...harmless];
  const counts: Record<Fate, number> = { tests: 0, fuzz: 0, compiler: 0, lives: 0 };
  let unexplained = 0;
  const chosen = await chooseConfig();
  const fates = await openFates();
  await Deno.mkdir(compiled, { recursive: true });
  const unchanged = ["contracts/compile.ts", "--check", "--keep", `--cache=${compiled}`];
  const stale = await errorOf(
    Deno.execPath(),
    ["run", "-A", `--config=${chosen}`, ...unchanged],
    root,
  );
  if (stale !== null) throw new Error(`The artifacts do not match the sources: ${stale}`);
  await requirePassing(chosen);
  const report = async (mutant: Mutant, { fate, by: text }: End, isNew: boolean) => {
    const by = text.split("\n")[0]!;
    if (isNew) await fates.keep(mutant, { fate, by });
    counts[fate] += 1;
    const { file, from, to } = mutant;
    if (fate === "tests" || fate === "fuzz") {
      console.log(`killed by ${fate}: ${file}: ${from.trim()}\n  ${by}`);
      return;
    }
    // Without some statements there is no code, and so no fault.
    if (fate === "compiler" && !written.has(nameOf(mutant))) return;
    const known = survivors.find((each) => nameOf(each) === nameOf(mutant));
    if (known === undefined) unexplained += 1;
    console.log(`${fate}: ${file}: ${from} → ${to}${known ? `\n  ${known.because}` : ""}`);
  };
  const work = async () => {
    const folder = await workspace(chosen);
    for (let mutant = open.shift(); mutant !== undefined; mutant = open.shift()) {
      const planting = mutant;
      const known = fates.known.get(nameOf(planting));
      const end = known ?? await planted(folder, planting, () => killFast(folder, planting));
      if (end !== null) await report(planting, end, known === undefined);
      else {
        console.log(`alive so far: ${planting.file}: ${planting.from.trim()} → ${planting.to}`);
        late.push(planting);
      }
    }
    for (let mutant = late.shift(); mutant !== undefined; mutant = late.shift()) {
      const planting = mutant;
      await report(
        planting,
        await planted(folder, planting, () => killSlowly(folder, planting)),
        true,
      );
    }
    // A test that detects any change of the code would detect every mutant.
    for (let same = harmlessOnes.shift(); same !== undefined; same = harmlessOnes.shift()) {
      const change = same;
      if (fates.known.get(nameOf(change))?.fate === "lives") continue;
      const end = await planted(folder, change, () => killSlowly(folder, change));
      if (end.fate !== "lives") {
        throw new Error(`the ${end.fate} detect a harmless change of ${change.file}: ${end.by}`);
      }
      await fates.keep(change, end);
    }
    await Deno.remove(folder, { recursive: true });
  };
  await Promise.all([work(), work()]);
  console.log(counts);
  return unexplained;
}

if (import.meta.main) {
  const [filter] = Deno.args;
  const list = (await allMutants()).filter(({ file, from }) =>
    filter === undefined || file.includes(filter) || from.includes(filter)
  );
  if (await killAll(list) > 0) Deno.exit(1);
}
