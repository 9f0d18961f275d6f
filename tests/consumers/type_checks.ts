/**
 * Checks and completes the fixtures of `types/` as apps would, with any version of TypeScript.
 *
 * @module
 */
import { allHandlers } from "../../core/testing/handlers.ts";
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { chainMethods, isChainMethod } from "../../service/rpc/chain_methods.ts";
import { makeProject, run } from "./packages.ts";

/** Programs by name. Registering a configuration changes the types of all hooks. */
const programs: Readonly<Record<string, readonly string[]>> = {
  unregistered: ["requests.ts", "connector.ts", "native.ts"],
  registered: ["registered.ts"],
  completions: ["completions.ts"],
};

const compilerOptions = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "esnext.disposable", "dom", "dom.iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Creates a project with the fixtures and versions of TypeScript, each under its own name. */
export async function makeTypedProject(
  name: string,
  versions: Readonly<Record<string, string>>,
): Promise<string> {
  const compilers = Object.entries(versions)
    .map(([name, version]) => [name, `npm:typescript@${version}`] as const);
  const configs = Object.entries(programs).map(([name, files]) =>
    [configOf(name), JSON.stringify({ compilerOptions, files })] as const
  );
  return await makeProject({
    name,
    uses: ["core", "connector"],
    from: "tests/consumers/types",
    dependencies: {
      "@tanstack/react-query": "5.108.0",
      "@types/react": "19.3.0",
      ethers: "6.15.0",
      react: "19.3.1",
      viem: "2.57.1",
      wagmi: "3.7.7",
      ...Object.fromEntries(compilers),
    },
    files: Object.fromEntries(configs),
  });
}

function configOf(program: string): string {
  return `tsconfig.${program}.json`;
}

/** Fails unless all fixtures compile, and all expected errors occur. */
export async function checkFixtures(folder: string, compiler: string): Promise<void> {
  const tsc = join("node_modules", compiler, "bin/tsc");
  for (const program of ["unregistered", "registered"]) {
    const said = await run(folder, "node", [tsc, "-p", configOf(program), "--pretty", "false"])
      .catch((error: Error) => error.message);
    assertEquals(said, "", `${program} with ${compiler}`);
  }
}

/** All completions at each position of `completions.ts`. */
const completions: Readonly<Record<string, string>> = {
  request: "atomicRequired calls capabilities chainId from id version",
  call: "capabilities data to value",
  capabilities: "abi atomic dataSuffix paymasterService permissions",
  connecting: "signInWithEthereum subnameTextRecords",
  unit: "day forever hour minute month week year",
  names: "abi assetDiscovery atomic atomicBatch dataSuffix feeToken paymasterService permissions",
  block: "earliest finalized latest pending safe",
  event: "accountsChanged assetsChanged callsStatusChanged chainChanged connect disconnect " +
    "message permissionsChanged recoveryChanged",
  payload: "chainId id status",
  asset: "address balance metadata type",
  permission:
    "account calls chainId end expiry id permissionId salt signature spender spends start watched",
  selected:
    "abi assetDiscovery atomic atomicBatch dataSuffix feeToken paymasterService permissions",
  parameters: "address assetFilter assetTypeFilter chainFilter chainId config connector query",
  type: "0x00 0x01 0x45",
};

/** Fails unless an editor completes methods, fields, capabilities and selected data. */
export async function checkCompletions(folder: string, compiler: string): Promise<void> {
  const args = ["complete.mjs", compiler, "completions.ts", configOf("completions")];
  const { method, prefix, ...found } = JSON.parse(await run(folder, "node", args));
  const expected = Object.entries(completions).map(([place, names]) => [place, names.split(" ")]);
  assertEquals(found, Object.fromEntries(expected), compiler);
  assertEquals(method, prefix);
  // All of the wallet's own methods exist; the others are forwarded to the chain.
  const own = Object.keys(allHandlers);
  assertEquals(own.filter((name) => !method.includes(name)), []);
  const reads: string[] = method.filter((name: string) => !own.includes(name));
  assert(reads.length > 20, String(reads.length));
  assertEquals(reads.filter((name) => !isChainMethod(name)), []);
  const untyped = chainMethods.filter((name) => name.startsWith("eth_") && !method.includes(name));
  assertEquals(untyped, ["eth_config"], "viem has no type for it");
}
