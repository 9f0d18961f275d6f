/** Sorts test files into groups, each run by a process of its own. @module */

/** A group of test files. */
export interface Group {
  /** Its name, as `deno task test NAME` takes it. */
  readonly name: string;
  /** Matches its files; the first group that matches takes a file. */
  readonly takes: RegExp;
  /** If true, its files share one process, and with it one stack and one browser. */
  readonly shared?: boolean;
  /** Arguments for `deno test`. */
  readonly args?: readonly string[];
  /** Additions to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further additions where no other group runs beside it. */
  readonly envAlone?: Readonly<Record<string, string>>;
  /** How long it takes, compared with the others: the longest starts first. */
  readonly weight: number;
}

/** A group with the files to run. */
export interface PlannedGroup extends Group {
  /** Paths relative to the root. */
  readonly files: readonly string[];
}

/** Files of a shared group that need a stack of their own, with the reason. */
const apart: Readonly<Record<string, string>> = {
  "tests/browser/permissions_test.ts": "moves the clock of its chain",
  "tests/browser/related_origins_test.ts": "starts a browser that takes names for this machine",
};

/** Files with tests that need programs that no package brings, with what they need. */
export const installed: Readonly<Record<string, string>> = {
  "tests/attacks/popup_test.ts": "a browser with a popup blocker",
  "tests/browser/push_test.ts": "a browser with notifications",
  "tests/browser/related_origins_test.ts": "a browser with related origin requests",
  "tests/browser/window_test.ts": "a browser with storage partitioning",
  "tests/stack/bus_test.ts": "PostgreSQL",
  "tests/stack/deployment_test.ts": "PostgreSQL and nginx",
  "tests/stack/hung_database_test.ts": "PostgreSQL",
  "tests/stack/keys_unannounced_test.ts": "PostgreSQL",
  "tests/stack/migrations_test.ts": "PostgreSQL",
  "tests/stack/permissions_processes_test.ts": "PostgreSQL",
  "tests/stack/postgres_test.ts": "PostgreSQL",
  "tests/stack/read_only_database_test.ts": "PostgreSQL",
  "tests/stack/redis_test.ts": "PostgreSQL and Redis",
  "tests/stack/replicas_test.ts": "PostgreSQL",
  "tests/stack/transfers_processes_test.ts": "PostgreSQL",
};

/** The groups of the suite. */
export const groups: readonly Group[] = [
  // The wallet's own page and the demo: as many minutes as the other tests in a browser.
  {
    name: "home",
    takes:
      /^tests\/browser\/(account|alarm|demo|home|host|language|newcomer|owners|people|recovery|rescue|tabs|theme|transfers|upgrade|welcome)_/,
    shared: true,
    weight: 8,
  },
  { name: "browser", takes: /^tests\/browser\//, shared: true, weight: 8 },
  { name: "stories", takes: /^ui\/stories\//, shared: true, weight: 4 },
  { name: "attacks", takes: /^tests\/attacks\//, shared: true, weight: 5 },
  {
    name: "unit",
    takes: /^(core|connector|ui|host|service)\//,
    args: ["--parallel"],
    env: { DENO_JOBS: "2" },
    // Some wait more than they work.
    envAlone: { DENO_JOBS: "3" },
    weight: 2,
  },
  { name: "contracts", takes: /^contracts\//, weight: 2 },
  {
    name: "stack",
    takes: /^tests\/(stack|conformance|clients|documents)\/|^examples\//,
    // It waits more than it works: beside the browsers from the start.
    weight: 7,
  },
  { name: "rest", takes: /^/, weight: 1 },
];

/** Assigns files to groups; a group without files is left out. */
export function planGroups(files: readonly string[]): PlannedGroup[] {
  const planned = new Map<string, { group: Group; files: string[] }>();
  for (const file of files) {
    const found = groups.find(({ takes }) => takes.test(file))!;
    const group = file in apart ? { ...found, name: `${found.name}, apart`, shared: false } : found;
    const entry = planned.get(group.name) ?? { group, files: [] };
    entry.files.push(file);
    planned.set(group.name, entry);
  }
  return [...planned.values()].map(({ group, files }) => ({ ...group, files }))
    .sort((a, b) => b.weight - a.weight);
}
