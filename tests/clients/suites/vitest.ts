/**
 * Replaces `vitest` in the tests of others: collects their tests and runs them, with vitest's own
 * matchers, mocks and snapshot format.
 *
 * @module
 */
import { load } from "../versions.ts";
import { pluginOf } from "./snapshots.ts";

/** A result of a test. */
export interface TestResult {
  /** Names of its groups and its own, joined by ` > `. */
  readonly name: string;
  /** `null` if it passed. */
  readonly error: string | null;
}

type Work = (...args: unknown[]) => unknown;
interface Suite {
  readonly name: string;
  readonly parent: Suite | null;
  readonly hooks: Record<"beforeAll" | "afterAll" | "beforeEach" | "afterEach", Work[]>;
  readonly entries: (Test | Suite)[];
  readonly collect: Work;
}
interface Test {
  readonly test: string;
  readonly work: Work;
}
// deno-lint-ignore no-explicit-any -- vitest's packages as they are: their types stay out of the tree
type Foreign = any;

const expecting = await load<Foreign>("@vitest/expect");
const spying = await load<Foreign>("@vitest/spy");
const chai = await load<Foreign>("chai");

/** vitest's `expect`. */
export const expect: Foreign = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
);
Reflect.set(globalThis, expecting.GLOBAL_EXPECT, expect);
chai.use(expecting.JestExtend);
chai.use(expecting.JestChaiExpect);
chai.use(expecting.JestAsymmetricMatchers);
chai.use(await pluginOf());
Object.assign(expect, chai.expect, Reflect.get(globalThis, expecting.ASYMMETRIC_MATCHERS_OBJECT));

/** vitest's mocks, as far as the tests use them. */
export const vi: Foreign = {
  fn: spying.fn,
  spyOn: spying.spyOn,
  restoreAllMocks: spying.restoreAllMocks,
  waitFor: (test: Work) => waitUntil(test, true),
  waitUntil: (test: Work) => waitUntil(test, false),
};

/** Tests of types are the compiler's: they pass here. */
export const expectTypeOf: Foreign = () => types;
const types: Foreign = new Proxy(() => types, { get: () => types });

const root = newSuite("", null, () => {});
let current = root;

/** Registers nothing: a test that its authors skip. */
const none = (): void => {};

/** Registers a group of tests. */
export const describe = Object.assign((name: string, collect: Work): void => {
  current.entries.push(newSuite(name, current, collect));
}, { skip: none });

const register = (name: string, ...args: readonly unknown[]): void => {
  const work = args.find((each) => typeof each === "function") as Work;
  current.entries.push({ test: name, work });
};
const each = (rows: readonly unknown[]) => (name: string, work: Work): void => {
  for (const row of rows) {
    const named = name.replace(/\$(\w+)/g, (_, key) => String((row as Foreign)[key]));
    register(named, () => work(row));
  }
};

/** Registers a test. */
export const test = Object.assign(register, { each, skip: none, todo: none });

/** vitest's other name of `test`. */
export const it: typeof test = test;

/** Registers work before every test of a group. */
export const beforeEach = (work: Work): void => void current.hooks.beforeEach.push(work);
/** Registers work after every test of a group. */
export const afterEach = (work: Work): void => void current.hooks.afterEach.push(work);
/** Registers work before a group. */
export const beforeAll = (work: Work): void => void current.hooks.beforeAll.push(work);
/** Registers work after a group. */
export const afterAll = (work: Work): void => void current.hooks.afterAll.push(work);

/**
 * Runs all registered tests. `limitOf` returns the milliseconds after which a test counts as
 * hanging.
 */
export async function runAll(limitOf: (name: string) => number): Promise<TestResult[]> {
  const results: TestResult[] = [];
  await runSuite(root, limitOf, results);
  return results;
}

async function runSuite(
  suite: Suite,
  limitOf: (name: string) => number,
  results: TestResult[],
): Promise<void> {
  current = suite;
  try {
    await suite.collect();
    for (const hook of suite.hooks.beforeAll) await hook();
  } catch (error) {
    const name = uniqueName([...namesOf(suite), "(setup)"].join(" > "), results);
    results.push({ name, error: textOf(error) });
    return;
  }
  for (const entry of suite.entries) {
    if ("collect" in entry) {
      await runSuite(entry, limitOf, results);
      continue;
    }
    const name = uniqueName([...namesOf(suite), entry.test].join(" > "), results);
    const error = await runTest(entry, suite, limitOf(name));
    results.push({ name, error: error === null ? null : textOf(error) });
  }
  for (const hook of suite.hooks.afterAll) await hook();
}

/** Runs a test and its hooks. Resolves to the thrown value. */
async function runTest({ work }: Test, suite: Suite, limit: number): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`hangs: no end within ${limit} ms`)), limit);
  let failure: unknown = null;
  const attempt = async (hooks: readonly Work[]) => {
    for (const hook of hooks) {
      try {
        await Promise.race([hook(), late]);
      } catch (error) {
        failure ??= error ?? new Error("threw nothing");
        return;
      }
    }
  };
  await attempt([...chainOf(suite).flatMap(({ hooks }) => hooks.beforeEach), work]);
  await attempt(chainOf(suite).toReversed().flatMap(({ hooks }) => hooks.afterEach));
  clearTimeout(timer);
  return failure;
}

function newSuite(name: string, parent: Suite | null, collect: Work): Suite {
  const hooks = { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] };
  return { name, parent, collect, entries: [], hooks };
}

/** The suites around a test, the outermost first. */
function chainOf(suite: Suite): Suite[] {
  return suite.parent === null ? [suite] : [...chainOf(suite.parent), suite];
}

function namesOf(suite: Suite): string[] {
  return chainOf(suite).map(({ name }) => name).filter((name) => name !== "");
}

/** Numbers names that a file uses repeatedly. */
function uniqueName(name: string, results: readonly TestResult[]): string {
  const taken = new Set(results.map((each) => each.name));
  if (!taken.has(name)) return name;
  for (let count = 2;; count++) if (!taken.has(`${name} (${count})`)) return `${name} (${count})`;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  const both = typeof actual === "string" && typeof expected === "string"
    ? `\nexpected:\n${expected}\nactual:\n${actual}`
    : "";
  return `${error.name}: ${error.message}${both}\n${error.stack ?? ""}`;
}

/** Polls until a condition is met, or a function no longer throws. */
async function waitUntil(test: Work, quiet: boolean): Promise<unknown> {
  for (;;) {
    try {
      const value = await test();
      if (quiet || value) return value;
    } catch (error) {
      if (!quiet) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
