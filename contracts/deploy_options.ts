/** Reads the arguments of `deno task deploy`. */
import { parseArgs } from "node:util";
import { type Address, formatEther, isAddress, maxUint96, parseEther, zeroAddress } from "viem";
import type { NamesOptions, OptionalContracts, PaymasterOptions } from "./contract_list.ts";
import { ensRegistry } from "./ens_registry.ts";
import { describeUnknownNetwork, isNetworkName, type NetworkName, networks } from "./networks.ts";
import type { Expected } from "./probe.ts";

/** Checked arguments. */
export type DeployArguments = {
  /** Name of a public network; null for another chain. */
  network: NetworkName | null;
  chainId: number;
  rpcUrl: string;
  broadcast: boolean;
  contracts: OptionalContracts;
  /** File of the record. */
  out: string | null;
  expected: Expected;
};

/** Mistake in the arguments. */
export class ArgumentError extends Error {}

/**
 * Reads the arguments.
 *
 * @throws {ArgumentError} naming the option
 */
export function readArguments(args: string[]): DeployArguments {
  const values = parse(args);
  const sponsor = readSponsor(values);
  const names = readNames(values);
  return {
    ...readChain(values),
    broadcast: values.broadcast,
    out: values.out ?? null,
    expected: { expectP256: values["expect-p256"], acceptNoP256: values["accept-no-p256"] },
    contracts: {
      ...(sponsor !== null && { sponsor, ...readPostpaid(values, sponsor) }),
      ...readVault(values),
      ...(names !== null && { names }),
    },
  };
}

type Values = ReturnType<typeof parse>;

/** Parses without values in messages: one may be a key in the wrong place. */
function parse(args: string[]) {
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === "option" && Object.hasOwn(options, token.name)) continue;
    const isName = token.kind === "option" && /^[a-z][a-z-]{0,19}$/.test(token.name);
    const argument = isName ? `--${token.name}` : `Argument ${token.index + 1}`;
    throw new ArgumentError(`${argument} is not an option.`);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? `${error.message}.` : "");
  }
}

const options = {
  network: { type: "string" },
  rpc: { type: "string" },
  chain: { type: "string" },
  broadcast: { type: "boolean", default: false },
  owner: { type: "string" },
  signer: { type: "string" },
  deposit: { type: "string" },
  stake: { type: "string" },
  "postpaid-cap": { type: "string" },
  "max-cost": { type: "string" },
  rate: { type: "string" },
  ceiling: { type: "string" },
  "vault-balance": { type: "string" },
  names: { type: "string" },
  "names-owner": { type: "string" },
  "names-url": { type: "string", multiple: true, default: [] as string[] },
  "names-registry": { type: "string", default: ensRegistry as string },
  "names-wrapper": { type: "string", default: zeroAddress as string },
  out: { type: "string" },
  "expect-p256": { type: "boolean", default: false },
  "accept-no-p256": { type: "boolean", default: false },
} as const;

function readChain(
  { network, chain, rpc }: Values,
): Pick<DeployArguments, "network" | "chainId" | "rpcUrl"> {
  if (rpc !== undefined && !/^https?:$/.test(URL.parse(rpc)?.protocol ?? "")) {
    throw new ArgumentError("--rpc must be an http or https URL.");
  }
  if (network !== undefined) {
    if (chain !== undefined) throw new ArgumentError("--network replaces --chain.");
    if (!isNetworkName(network)) {
      throw new ArgumentError(`--network: ${describeUnknownNetwork(network)}`);
    }
    const { id, rpcUrl } = networks[network];
    return { network, chainId: id, rpcUrl: rpc ?? rpcUrl };
  }
  if (rpc === undefined || chain === undefined || !/^\d{1,15}$/.test(chain)) {
    throw new ArgumentError(
      `--network NAME is missing. Known: ${Object.keys(networks).join(", ")}. ` +
        "For another chain, use --chain ID --rpc URL.",
    );
  }
  return { network: null, chainId: Number(chain), rpcUrl: rpc };
}

/** Options that have no effect without `--owner` and `--signer`. */
export const paymasterOptions = [
  "deposit",
  "stake",
  "postpaid-cap",
  "max-cost",
  "rate",
  "ceiling",
  "vault-balance",
] as const;

/** Reads the options of the sponsor's paymaster; null for none. */
function readSponsor(values: Values): PaymasterOptions | null {
  const { owner, signer, "max-cost": most, deposit = "0", stake = "0" } = values;
  if (owner === undefined && signer === undefined) {
    const given = paymasterOptions.find((name) => values[name] !== undefined);
    if (given === undefined) return null;
    throw new ArgumentError(`--${given} requires --owner and --signer.`);
  }
  if (owner === undefined) throw new ArgumentError("--signer requires --owner.");
  if (signer === undefined) throw new ArgumentError("--owner requires --signer.");
  return {
    owner: readAddress("owner", owner),
    signer: readAddress("signer", signer),
    deposit: readAmount("deposit", deposit),
    stake: readAmount("stake", stake),
    ...(most !== undefined && { maxCost: readUint96("max-cost", most) }),
  };
}

function readPostpaid(
  { "postpaid-cap": cap }: Values,
  sponsor: PaymasterOptions,
): Pick<OptionalContracts, "tokenPaymaster"> {
  if (cap === undefined) return {};
  return { tokenPaymaster: { ...sponsor, postpaidCap: readAmount("postpaid-cap", cap) } };
}

function readVault(
  { owner, rate, ceiling, "vault-balance": balance }: Values,
): Pick<OptionalContracts, "vault"> {
  if ((rate === undefined) !== (ceiling === undefined)) {
    throw new ArgumentError("--rate and --ceiling come together.");
  }
  if (owner === undefined || !isAddress(owner) || (rate ?? balance) === undefined) return {};
  return {
    vault: {
      owner,
      ...(balance !== undefined && { balance: readAmount("vault-balance", balance) }),
      ...(rate !== undefined && ceiling !== undefined && {
        rule: { rate: readUint96("rate", rate), ceiling: readUint96("ceiling", ceiling) },
      }),
    },
  };
}

/** Reads the options of names; null for none. */
function readNames(values: Values): NamesOptions | null {
  const { names: signer, "names-owner": owner, "names-url": urls } = values;
  const { "names-registry": registry, "names-wrapper": wrapper } = values;
  if (signer === undefined && owner === undefined && urls.length === 0) return null;
  if (signer === undefined || owner === undefined || !isAddress(signer) || !isAddress(owner)) {
    throw new ArgumentError(
      "--names and --names-owner are addresses and come together with --names-url.",
    );
  }
  if (urls.length === 0 || urls.some((url) => !url.includes("{sender}"))) {
    throw new ArgumentError(
      "--names-url is a template such as https://api.example.com/v1/names/{sender}/{data}.",
    );
  }
  if (!isAddress(registry) || !isAddress(wrapper)) {
    throw new ArgumentError("--names-registry and --names-wrapper are addresses.");
  }
  return { signer, owner, urls, registry, wrapper };
}

/** Reads an address. The contracts reject the zero address. */
function readAddress(name: string, text: string): Address {
  if (!isAddress(text)) {
    throw new ArgumentError(
      `--${name} must be an address: 0x and 40 hex digits, with a valid checksum if mixed case.`,
    );
  }
  if (text === zeroAddress) throw new ArgumentError(`--${name} must not be the zero address.`);
  return text;
}

/** Reads an amount that the contracts store as uint96. */
function readUint96(name: string, text: string): bigint {
  const amount = readAmount(name, text);
  if (amount <= maxUint96) return amount;
  throw new ArgumentError(`--${name} must be at most ${formatEther(maxUint96)} (uint96 in wei).`);
}

/** Reads an amount of native currency. */
function readAmount(name: string, text: string): bigint {
  if (/^\d{1,12}(\.\d{1,18})?$/.test(text)) return parseEther(text);
  throw new ArgumentError(`--${name} must be an amount of native currency, such as 0.5.`);
}
