/**
 * `deno task test [paths, groups or topics]`: runs all tests, or the named ones. `installed` names
 * the files that need more programs than the packages contain. Topics are in `suite/topics.ts`; one
 * with a script must be the first argument. Files are run in groups (see `suite/groups.ts`),
 * `TEST_JOBS` of them concurrently (default 4). The last line has the total counts.
 *
 * With an option of `deno test` (`--watch`, `--filter`, …), one `deno test` runs everything.
 */
import { chooseConfig, deno } from "./config.ts";
import { testFiles } from "./suite/files.ts";
import { groups, installed, planGroups } from "./suite/groups.ts";
import { type Outcome, runGroup, testArgs, testEnv } from "./suite/run.ts";
import { type Topic, topics } from "./suite/topics.ts";
import { duration, sum } from "./suite/summary.ts";

const [first = "", ...others] = Deno.args;
const prepared = topicOf(first)?.script;
if (prepared !== undefined) Deno.exit(await deno(["run", "-A", prepared, ...others]));
for (const [name, value] of Deno.args.flatMap((arg) => Object.entries(topicOf(arg)?.env ?? {}))) {
  Deno.env.set(name, value);
}

const config = await chooseConfig();
if (Deno.args.some((arg) => arg.startsWith("-"))) {
  Deno.exit(await deno([...testArgs(config), ...Deno.args], testEnv));
}

const begin = performance.now();
const planned = planGroups(await wantedFiles(Deno.args));
if (planned.length === 0) fail(`There is no test in ${Deno.args.join(" ")}.`);
const [only] = planned;
if (planned.length === 1 && only!.files.length === 1) {
  // Without a copy of the output, a test that hangs is immediately visible.
  Deno.exit(await deno([...testArgs(config), ...only!.files], testEnv));
}

const alone = planned.length === 1;
const width = Math.max(...planned.map(({ name }) => name.length));
const outcomes: Outcome[] = [];
const queue = [...planned];
const lane = async () => {
  for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
    const prefix = alone ? "" : `${group.name.padEnd(width)} | `;
    const print = (line: string) => console.log(prefix + line);
    const env = { ...group.env, ...alone && group.envAlone };
    outcomes.push(await runGroup({ ...group, env }, { config, print }));
  }
};
await Promise.all(Array.from({ length: jobs() }, lane));

console.log();
for (const outcome of alone ? [] : outcomes) {
  console.log(`${outcome.name.padEnd(width)}  ${lineOf(outcome)}`);
}
const failures = outcomes.flatMap(({ failures }) => failures);
// Once more, since among the lines of the other groups they are hard to find.
for (const { errors } of alone ? [] : outcomes) {
  if (errors.length > 0) console.log(errors.join("\n"));
}
if (failures.length > 0) console.log(`\nfailed: ${failures.join(" ")}`);
const ok = outcomes.every((outcome) => outcome.ok);
const { passed, failed, ignored } = sum(outcomes.flatMap(({ counts }) => counts ?? []));
console.log(
  `\n${ok ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed | ${ignored} ignored ` +
    `(${duration(performance.now() - begin)})`,
);
Deno.exit(ok ? 0 : 1);

/** The files that the arguments name: paths, or names of groups. */
async function wantedFiles(args: readonly string[]): Promise<string[]> {
  if (args.length === 0) return await testFiles(".");
  const all = args.some(isGroup) ? planGroups(await testFiles(".")) : [];
  const named = args.flatMap((arg) => topicOf(arg)?.files ?? [arg]);
  const lists = named.map((arg) =>
    arg === "installed"
      ? Object.keys(installed)
      : isGroup(arg)
      ? all.filter(({ name }) => name.split(",")[0] === arg).flatMap(({ files }) => files)
      : testFiles(arg).catch(() => fail(`There is no file, folder, group or topic ${arg}.`))
  );
  return [...new Set((await Promise.all(lists)).flat())];
}

function topicOf(arg: string): Topic | undefined {
  return Object.hasOwn(topics, arg) ? topics[arg] : undefined;
}

function isGroup(arg: string): boolean {
  return groups.some(({ name }) => name === arg);
}

/** How many groups run at the same time. */
function jobs(): number {
  const wanted = Deno.env.get("TEST_JOBS");
  // Firefox and WebKit are driven through the keyboard focus, and a machine has only one.
  if (wanted === undefined) {
    return /^(firefox|webkit)$/.test(Deno.env.get("TEST_BROWSER") ?? "") ? 1 : 4;
  }
  const count = Number(wanted);
  if (!Number.isInteger(count) || count < 1) fail(`TEST_JOBS is ${wanted}, not a whole number.`);
  return count;
}

function lineOf({ ok, counts, took }: Outcome): string {
  const numbers = counts === null
    ? "ended without its counts"
    : `${counts.passed} passed | ${counts.failed} failed | ${counts.ignored} ignored`;
  return `${ok ? "ok" : "FAILED"} | ${numbers} (${duration(took)})`;
}

function fail(message: string): never {
  console.error(message);
  Deno.exit(1);
}
