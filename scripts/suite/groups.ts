/** Sorts test files into groups, each with a separate process. @module */

/** A group of test files. */
export interface Group {
  /** Name, as used in `deno task test NAME`. */
  readonly name: string;
  /** Matches the files of the group. A file belongs to the first matching group. */
  readonly takes: RegExp;
  /** If true, its files share one process, and with it one stack and one browser. */
  readonly shared?: boolean;
  /** Arguments for `deno test`. */
  readonly args?: readonly string[];
  /** Additions to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further additions if no other group runs concurrently. */
  readonly envAlone?: Readonly<Record<string, string>>;
  /** Duration relative to the others; the longest group starts first. */
  readonly weight: number;
}

/** A group with the files to run. */
export interface PlannedGroup extends Group {
  /** Paths relative to the root. */
  readonly files: readonly string[];
}

/** Files of a shared group that need a separate stack, with the reason. */
const apart: Readonly<Record<string, string>> = {
  "tests/browser/extension_attacks_test.ts": "starts a browser with extensions",
  "tests/browser/extension_test.ts": "starts a browser with an extension",
  "tests/browser/friend_recovery_test.ts": "moves the clock of its chains",
  "tests/browser/permissions_test.ts": "moves the clock of its chain",
  "tests/browser/related_origins_test.ts": "starts a browser that takes names for this machine",
};

/** Files with tests that need programs from outside the packages, with the programs. */
export const installed: Readonly<Record<string, string>> = {
  "tests/attacks/popup_test.ts": "a browser with a popup blocker",
  "tests/browser/extension_attacks_test.ts": "a browser with extensions",
  "tests/browser/extension_test.ts": "a browser with extensions",
  "tests/browser/push_test.ts": "a browser with notifications",
  "tests/browser/window_test.ts": "a browser with storage partitioning",
  "tests/stack/processes/bus_test.ts": "PostgreSQL",
  "tests/stack/processes/deployment_test.ts": "PostgreSQL and nginx",
  "tests/stack/processes/hung_database_test.ts": "PostgreSQL",
  "tests/stack/http/keys_unannounced_test.ts": "PostgreSQL",
  "tests/stack/processes/migrations_test.ts": "PostgreSQL",
  "tests/stack/permissions/permissions_processes_test.ts": "PostgreSQL",
  "tests/stack/processes/postgres_test.ts": "PostgreSQL",
  "tests/stack/processes/read_only_database_test.ts": "PostgreSQL",
  "tests/stack/processes/redis_test.ts": "PostgreSQL and Redis",
  "tests/stack/processes/replicas_test.ts": "PostgreSQL",
  "tests/stack/indexer/transfers_processes_test.ts": "PostgreSQL",
};

/** The groups of the suite. */
export const groups: readonly Group[] = [
  // The wallet's own page and the demo: as many minutes as the other tests in a browser.
  {
    name: "home",
    takes:
      /^tests\/browser\/(account|alarm|demo|friend|home|host|language|newcomer|owners|people|recovery|rescue|tabs|theme|transfers|upgrade|welcome)_/,
    shared: true,
    weight: 8,
  },
  { name: "browser", takes: /^tests\/browser\//, shared: true, weight: 8 },
  { name: "stories", takes: /^ui\/stories\//, shared: true, weight: 4 },
  { name: "attacks", takes: /^tests\/attacks\//, shared: true, weight: 5 },
  {
    name: "unit",
    takes: /^(core|connector|extension|ui|host|pay|service)\//,
    args: ["--parallel"],
    env: { DENO_JOBS: "2" },
    // Some tests wait more than they work.
    envAlone: { DENO_JOBS: "3" },
    weight: 2,
  },
  { name: "contracts", takes: /^contracts\//, weight: 2 },
  // Two groups with a stack. They wait more than they work, so they run alongside the browsers.
  {
    name: "processes",
    takes: /^tests\/stack\/(http|indexer|processes|recovery)\//,
    weight: 7,
  },
  {
    name: "operations",
    takes: /^tests\/(stack|conformance|clients|documents)\/|^examples\//,
    weight: 7,
  },
  { name: "rest", takes: /^/, weight: 1 },
];

/** Assigns files to groups. Groups without files are omitted. */
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
