/**
 * Compiles the contracts of viem's tests, because its repository contains only their sources.
 *
 * @module
 */
import { solc } from "../../../contracts/solc.ts";

/** Contracts that the chosen tests use; the others need packages that no copy has. */
const names = ["Delegation", "ErrorsExample", "Payable"];

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, { readonly abi: unknown; readonly evm: { bytecode: { object: string } } }>
  >;
}

/** Compiles them and returns the module that viem's own build would make of them. */
export async function compileTheirs(folder: string): Promise<string> {
  const sources: Record<string, { content: string }> = {};
  for (const name of names) {
    const content = await Deno.readTextFile(new URL(`contracts/src/test/${name}.sol`, folder));
    sources[name] = { content };
  }
  const outputSelection = { "*": { "*": ["abi", "evm.bytecode.object"] } };
  const settings = { evmVersion: "cancun", optimizer: { enabled: true }, outputSelection };
  const output: Output = JSON.parse(
    (await solc())(JSON.stringify({ language: "Solidity", sources, settings })),
  );
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) throw new Error(errors.map((each) => each.formattedMessage).join("\n"));
  return names.map((name) => {
    const { abi, evm } = output.contracts[name]![name]!;
    const contract = { abi, bytecode: { object: `0x${evm.bytecode.object}` } };
    return `export const ${name} = ${JSON.stringify(contract)};\n`;
  }).join("");
}
