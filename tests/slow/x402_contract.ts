/**
 * The contract of x402's payments by Permit2, from a copy of x402's repository
 * (`deno task test x402`): its published code results in its address, its sources compile to that
 * code, and our double has its interface.
 */
import { assertEquals } from "@std/assert";
import { type Abi, type Hex, size, slice } from "viem";
import { exactTransfersAbi } from "../../contracts/artifacts/test/exact_transfers_abi.ts";
import { gather, type Immutable, solc } from "../../contracts/solc.ts";
import { openExactScene } from "../../contracts/testing/exact_payments.ts";
import {
  EXACT_TRANSFERS,
  publishedInitCode,
  x402Folder,
} from "../../contracts/testing/exact_transfers.ts";
import { PERMIT2 } from "../../contracts/testing/permit2.ts";
import { EXACT_PERMIT2 } from "../../pay/payer/sign.ts";
import { versions } from "../../scripts/tools/mod.ts";
import { namesOf } from "../stack/accounts/abi_names.ts";

/** The settings of their `foundry.toml`. */
const settings = {
  evmVersion: "cancun",
  viaIR: false,
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: "none", appendCBOR: false },
} as const;

/**
 * Bytes of the compiler's metadata about the sources at the end of the code, at the time of
 * deployment.
 */
const METADATA = 53;

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, {
      readonly abi: Abi;
      readonly evm: {
        readonly deployedBytecode: {
          readonly object: string;
          readonly immutableReferences: Record<string, readonly Immutable[]>;
        };
      };
    }>
  >;
}

const folder = x402Folder();
const options = { ignore: folder === undefined };

Deno.test("x402: the published code results in the signed address", options, async () => {
  // Throws for any other code.
  const code = await publishedInitCode(folder!);
  assertEquals(EXACT_TRANSFERS, EXACT_PERMIT2);
  assertEquals(slice(code, -20), PERMIT2.toLowerCase(), "made for Permit2");
});

Deno.test(
  "x402: its sources compile to that code, and our double has its interface",
  options,
  async () => {
    await using scene = await openExactScene(folder);
    const deployed = (await scene.client.getCode({ address: EXACT_TRANSFERS }))!;
    const { abi, code } = await compileTheirs(folder!);
    assertEquals(size(deployed), size(code) + METADATA);
    assertEquals(slice(deployed, 0, -METADATA), code);
    assertEquals(namesOf(exactTransfersAbi), namesOf(abi));
  },
);

/** Compiles their sources; the code has Permit2 where the constructor writes it. */
async function compileTheirs(folder: string): Promise<{ readonly abi: Abi; readonly code: Hex }> {
  const name = "src/x402ExactPermit2Proxy.sol";
  const own: Record<string, string> = {};
  for (
    const each of [name, "src/x402BasePermit2Proxy.sol", "src/interfaces/ISignatureTransfer.sol"]
  ) {
    own[each] = await Deno.readTextFile(`${folder}/contracts/evm/${each}`);
  }
  const input = {
    language: "Solidity",
    sources: await gather([name], own),
    settings: {
      ...settings,
      outputSelection: {
        [name]: {
          "*": ["abi", "evm.deployedBytecode.object", "evm.deployedBytecode.immutableReferences"],
        },
      },
    },
  };
  const output: Output = JSON.parse((await solc(versions.x402Solc))(JSON.stringify(input)));
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) throw new Error(errors.map((each) => each.formattedMessage).join("\n"));
  const { abi, evm: { deployedBytecode } } = output.contracts[name]!.x402ExactPermit2Proxy!;
  let code = deployedBytecode.object;
  for (const { start, length } of Object.values(deployedBytecode.immutableReferences).flat()) {
    const word = PERMIT2.slice(2).toLowerCase().padStart(2 * length, "0");
    code = code.slice(0, 2 * start) + word + code.slice(2 * (start + length));
  }
  return { abi, code: `0x${code}` };
}
