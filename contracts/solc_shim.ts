/** Replaces the `solc` binary for forge with the same compiler, from its npm package. */
import { readFileSync } from "node:fs";
import { solc } from "./solc.ts";

if (Deno.args.includes("--version")) {
  console.log("solc, the solidity compiler commandline interface");
  console.log(`Version: ${await version()}`);
} else {
  // Forge passes all sources, so that the compiler needs no files.
  const input = readFileSync(0, "utf8");
  console.log((await solc())(input));
}

async function version(): Promise<string> {
  const answer = (await solc())(JSON.stringify({
    language: "Solidity",
    sources: { "a.sol": { content: "contract A {}" } },
    settings: { outputSelection: { "*": { "*": ["metadata"] } } },
  }));
  const { contracts } = JSON.parse(answer);
  return JSON.parse(contracts["a.sol"].A.metadata).compiler.version;
}
