/**
 * Compiles the contracts and writes `artifacts/`: ABIs separate from bytecode, so that a page which
 * only encodes calls never ships code, and the addresses that follow from them.
 *
 * `deno task compile` writes, `deno task compile --check` compares and fails on a difference.
 */
import { concat, encodeAbiParameters, getContractAddress, type Hex, keccak256 } from "viem";
import { create2Deployer, salt } from "./addresses.ts";
import { deniedFunctionsSource } from "./denied_functions.ts";
import { proxyInitCode } from "./proxy.ts";
import { compileAll, type Compiled, type CompileOptions } from "./solc.ts";

/** Source, name and artifact prefix of each contract. */
const contracts = [
  ["Acct.sol", "Acct", "acct"],
  ["AcctFactory.sol", "AcctFactory", "acct_factory"],
  ["Permissions.sol", "Permissions", "permissions"],
  ["SponsorPaymaster.sol", "SponsorPaymaster", "sponsor_paymaster"],
  ["SubnameResolver.sol", "SubnameResolver", "subname_resolver"],
  ["TokenPaymaster.sol", "TokenPaymaster", "token_paymaster"],
  ["Vault.sol", "Vault", "vault"],
  ["dev/Multicall3.sol", "Multicall3", "multicall3"],
  ["dev/TestToken.sol", "TestToken", "test_token"],
  ["dev/UniversalResolver.sol", "UniversalResolver", "universal_resolver"],
] as const;

/** Contracts for tests only. Their artifacts are stored separately. */
const testContracts = [
  ["test/AcctSecond.sol", "AcctSecond", "acct_second"],
  ["test/Answers.sol", "Answers", "answers"],
  ["test/CallingToken.sol", "CallingToken", "calling_token"],
  ["test/Cash.sol", "Cash", "cash"],
  ["test/Chameleon.sol", "Chameleon", "chameleon"],
  ["test/FeeToken.sol", "FeeToken", "fee_token"],
  ["test/NameMocks.sol", "FixedResolver", "fixed_resolver"],
  ["test/NameMocks.sol", "NameBook", "name_book"],
  ["test/MoodyToken.sol", "MoodyToken", "moody_token"],
  ["test/OddToken.sol", "OddToken", "odd_token"],
  ["test/OzAccount.sol", "OzAccount", "oz_account"],
  ["test/OzAccount.sol", "OzFactory", "oz_factory"],
  ["test/Periods.sol", "Periods", "periods"],
  ["test/PriceFeed.sol", "PriceFeed", "price_feed"],
  ["test/Puppet.sol", "Puppet", "puppet"],
  ["test/RealTokens.sol", "Collection", "collection"],
  ["test/Hybrid.sol", "Deposits", "deposits"],
  ["test/Hybrid.sol", "Hybrid", "hybrid"],
  ["test/Items.sol", "Items", "items"],
  ["test/RealTokens.sol", "Game", "game"],
  ["test/RealTokens.sol", "SharesVault", "shares_vault"],
  ["test/RealTokens.sol", "Wrapped", "wrapped"],
  ["test/ExactRouter.sol", "ExactRouter", "exact_router"],
  ["test/ExactTransfers.sol", "ExactTransfers", "exact_transfers"],
  ["test/Targets.sol", "Bazaar", "bazaar"],
  ["test/Targets.sol", "Cards", "cards"],
  ["test/Targets.sol", "Chest", "chest"],
  ["test/Targets.sol", "Coin", "coin"],
  ["test/Targets.sol", "Dai", "dai"],
  ["test/Targets.sol", "Dollar", "dollar"],
  ["test/Targets.sol", "Market", "market"],
  ["test/Targets.sol", "OpenChest", "open_chest"],
  ["test/Targets.sol", "Parts", "parts"],
  ["test/Turncoat.sol", "Turncoat", "turncoat"],
  ["test/Verifier.sol", "Verifier", "verifier"],
] as const;

const head = "// Written by `deno task compile`; do not edit.\n";

/** Generates the sources that the compiler reads, by path. */
export function generatedSources(): Record<string, string> {
  return { "src/DeniedFunctions.sol": deniedFunctionsSource() };
}

/** Generates all files that follow from the sources, by path. */
export async function artifacts(
  options: CompileOptions = {},
): Promise<Record<string, string>> {
  const sources = new Set([...contracts, ...testContracts].map(([source]) => source));
  const compiled = await compileAll([...sources], options);
  return {
    ...files(compiled, "artifacts", contracts),
    ...files(compiled, "artifacts/test", testContracts),
    // The SDK is published without this folder, and signs for these addresses only.
    "../core/chain/addresses.ts": head + Object.entries(addresses(compiled))
      .map(([name, [value, note]]) =>
        `/** ${note} */\nexport const ${name} =\n  "${value}" as const;\n`
      )
      .join(""),
    "../core/chain/implementation_code.ts": head + implementationCode(of(compiled, "Acct")),
  };
}

function files(
  compiled: Record<string, Compiled>,
  folder: string,
  list: readonly (readonly [source: string, contract: string, file: string])[],
): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [, contract, file] of list) {
    const { abi, ...code } = of(compiled, contract);
    const name = file.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    files[`${folder}/${file}_abi.ts`] = `${head}/** ABI of \`${contract}\`. */\n` +
      `export const ${name}Abi = ${JSON.stringify(abi, null, 2)} as const;\n`;
    files[`${folder}/${file}_bytecode.ts`] = `${head}/** Code of \`${contract}\`. */\n` +
      `export const ${name}Bytecode = ${JSON.stringify(code, null, 2)} as const;\n`;
  }
  return files;
}

/** Writes the values that identify the account's code on a chain. */
function implementationCode({ runtimeCode, immutables }: Compiled): string {
  const starts = immutables.map(({ start }) => start);
  return "/** Hash of the account's code with zeros in place of the words that its constructor fills in. */\n" +
    `export const implementationHash =\n  "${keccak256(runtimeCode)}" as const;\n` +
    "/** Where these words start. */\n" +
    `export const implementationWords = ${JSON.stringify(starts)} as const;\n`;
}

/** Computes the CREATE2 addresses of the compiled code. */
function addresses(compiled: Record<string, Compiled>): Record<string, [Hex, string]> {
  const at = (bytecode: Hex): Hex =>
    getContractAddress({ opcode: "CREATE2", from: create2Deployer, salt, bytecode });
  const withAddress = (name: string, address: Hex): Hex => {
    const argument = encodeAbiParameters([{ type: "address" }], [address]);
    return concat([of(compiled, name).initCode, argument]);
  };
  const permissions = at(of(compiled, "Permissions").initCode);
  const implementation = at(withAddress("Acct", permissions));
  const factory = at(withAddress("AcctFactory", implementation));
  return {
    implementation: [implementation, "The account's code, behind every proxy."],
    factory: [factory, "The factory of accounts."],
    proxyInitCodeHash: [
      keccak256(proxyInitCode(implementation)),
      "Hash of an account's init code, as CREATE2 takes it.",
    ],
    permissions: [permissions, "The permission contract."],
    multicall3: [at(of(compiled, "Multicall3").initCode), "Multicall3 on the local chain."],
  };
}

function of(compiled: Record<string, Compiled>, name: string): Compiled {
  const contract = compiled[name];
  if (contract === undefined) throw new Error(`the compiler returned no ${name}`);
  return contract;
}

if (import.meta.main) {
  const check = Deno.args.includes("--check");
  const allowWarnings = Deno.args.includes("--allow-warnings");
  const valueOf = (name: string) =>
    Deno.args.find((each) => each.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  const [cache, only] = [valueOf("cache"), valueOf("only")];
  const options = {
    allowWarnings,
    fast: Deno.args.includes("--fast"),
    keep: Deno.args.includes("--keep"),
    ...(cache !== undefined && { cache }),
    ...(only !== undefined && { only }),
  };
  const different: string[] = [];
  const put = async (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      const file = new URL(path, import.meta.url);
      const before = await Deno.readTextFile(file).catch(() => "");
      if (before === text) continue;
      different.push(path);
      if (!check) await Deno.writeTextFile(file, text);
    }
  };
  // The compiler reads these from the disk.
  await put(generatedSources());
  await put(await artifacts(options));
  console.log(different.length === 0 ? "artifacts are up to date" : different.join("\n"));
  if (check && different.length > 0) Deno.exit(1);
}
