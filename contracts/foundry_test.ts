/** The Foundry project compiles the contracts that the SDK deploys. */
import { assertEquals } from "@std/assert";
import { versions } from "../scripts/tools/mod.ts";
import { settings } from "./solc.ts";

const read = (path: string) => Deno.readTextFile(new URL(path, import.meta.url));

Deno.test("foundry: the project has the compiler and settings of the deployed bytecode", async () => {
  const text = await read("./foundry.toml");
  const valueOf = (name: string) => text.match(new RegExp(`^${name} = (.*)$`, "m"))?.[1];
  assertEquals(`solc@${JSON.parse(valueOf("solc")!)}`, versions.solc);
  assertEquals(JSON.parse(valueOf("evm_version")!), settings.evmVersion);
  assertEquals(valueOf("via_ir"), String(settings.viaIR));
  assertEquals(valueOf("optimizer"), String(settings.optimizer.enabled));
  assertEquals(Number(valueOf("optimizer_runs")!.replace("_", "")), settings.optimizer.runs);
  assertEquals(JSON.parse(valueOf("bytecode_hash")!), settings.metadata.bytecodeHash);
  assertEquals(valueOf("cbor_metadata"), String(settings.metadata.appendCBOR));
});

Deno.test("foundry: the packages have the versions that the artifacts are compiled with", async () => {
  const { dependencies } = JSON.parse(await read("./packages/package.json"));
  const named = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  assertEquals(named, [versions.accountAbstraction, versions.openzeppelin, versions.solady]);
});
