/** Probes a chain before deployment and reports missing features. */
import { type Address, type Chain, type Client, concat, type Hex, type Transport } from "viem";
import { call, getChainId, getCode } from "viem/actions";
import { MULTICALL } from "../core/chain/contracts.ts";
import { create2Deployer, entryPoint } from "./addresses.ts";

/** Features of a chain. */
export type ChainProbe = {
  chainId: number;
  /** Common CREATE2 deployer. */
  create2Deployer: boolean;
  /** EntryPoint v0.8 at its address. */
  entryPoint: boolean;
  /** Opcodes of Cancun: without them our code and the EntryPoint's do not run. */
  cancun: boolean;
  /** Multicall3 at its usual address. */
  multicall: boolean;
  /** The P-256 precompile; without it, signatures cost about 225,000 gas more. */
  nativeP256: boolean;
};

/**
 * Chains with an announced or active upgrade with the P-256 precompile (EIP-7951, RIP-7212). For a
 * chain that is not listed, use `--expect-p256`.
 */
const announced: ReadonlyMap<number, string> = new Map([
  [1, "Ethereum"],
  [10, "OP Mainnet"],
  [56, "BNB Smart Chain"],
  [130, "Unichain"],
  [137, "Polygon"],
  [480, "World Chain"],
  [8453, "Base"],
  [42161, "Arbitrum One"],
  [42220, "Celo"],
  [80002, "Polygon Amoy"],
  [534352, "Scroll"],
  [84532, "Base Sepolia"],
  [421614, "Arbitrum Sepolia"],
  [560048, "Hoodi"],
  [11155111, "Sepolia"],
  [11155420, "OP Sepolia"],
]);

/** Test vector of the precompile: hash, r, s, x, y of a valid signature. */
const p256Vector: Hex = concat([
  "0x532eaabd9574880dbf76b9b8cc00832c20a6ec113d682299550d7a6e0f345e25",
  "0x0000000000000000000000000000000000000000000000000000000000000005",
  "0x0000000000000000000000000000000000000000000000000000000000000001",
  "0x4a03ef9f92eb268cafa601072489a56380fa0dc43171d7712813b3a19a1eb5e5",
  "0x3e213e28a608ce9a2f4a17fd830c6654018a79b3e0263d91a8ba90622df6f2f0",
]);

const p256Precompile: Address = "0x0000000000000000000000000000000000000100";

/** PUSH0, TSTORE, MCOPY, then an empty return: fails if one of them is unknown. */
const cancunCode: Hex = "0x5f5f5d5f5f5f5e5f5ff3";

/** Probes the chain without sending anything. */
export async function probeChain(
  client: Client<Transport, Chain | undefined>,
): Promise<ChainProbe> {
  const has = async (address: Address) => await getCode(client, { address }) !== undefined;
  const [chainId, deployer, entry, multicall, cancun, nativeP256] = await Promise.all([
    getChainId(client),
    has(create2Deployer),
    has(entryPoint),
    has(MULTICALL),
    call(client, { data: cancunCode }).then(() => true, () => false),
    call(client, { to: p256Precompile, data: p256Vector }).then(
      ({ data }) => data !== undefined && BigInt(data) === 1n,
      () => false,
    ),
  ]);
  return { chainId, create2Deployer: deployer, entryPoint: entry, multicall, cancun, nativeP256 };
}

/** Options about the precompile. */
export type Expected = {
  /** The chain's operator announced it, even if the chain is not in the table. */
  expectP256?: boolean;
  /** Deploy without it, even if it was announced. */
  acceptNoP256?: boolean;
};

/**
 * Describes the probe: missing features, and hints. The implementation checks for the precompile
 * once, in its constructor: deployed too early, it never uses it.
 */
export function describeProbe(
  probe: ChainProbe,
  { expectP256 = false, acceptNoP256 = false }: Expected = {},
): { missing: string[]; notes: string[] } {
  const missing: string[] = [];
  const notes: string[] = [];
  if (!probe.cancun) {
    missing.push("The chain does not know Cancun's opcodes. Neither EntryPoint nor accounts run.");
  }
  if (!probe.create2Deployer) {
    notes.push(
      "The CREATE2 deployer is not there yet. It is deployed first, by its known transaction; " +
        "a chain that refuses transactions without chain id needs help from its operator.",
    );
  }
  if (!probe.entryPoint) notes.push("EntryPoint v0.8 is not there yet. It is deployed as well.");
  if (!probe.multicall) {
    notes.push(`Multicall3 is missing at ${MULTICALL}. The service requires it there.`);
  }
  const name = announced.get(probe.chainId);
  if (!probe.nativeP256 && !acceptNoP256 && (expectP256 || name !== undefined)) {
    missing.push(
      `The P-256 precompile is announced for ${name ?? `chain ${probe.chainId}`} and not there ` +
        "yet. Deployed now, accounts never use it: each operation costs about 225,000 gas more, " +
        "until each account is upgraded. Wait for it, or deploy without it: --accept-no-p256.",
    );
  } else if (!probe.nativeP256) {
    notes.push(
      "There is no P-256 precompile. Accounts verify passkeys in their own code, at about " +
        "225,000 gas more per signature, also if the chain gets the precompile later.",
    );
  }
  return { missing, notes };
}
