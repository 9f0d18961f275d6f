/** Reads an operator's state on a chain: deposits, rules and signers of paymasters, the vault. */
import {
  type Address,
  type Chain,
  type Client,
  formatEther,
  type Transport,
  zeroAddress,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { getBalance, getCode, readContract } from "viem/actions";
import { entryPoint } from "./addresses.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import {
  type OptionalContracts,
  sponsorPaymasterAddress,
  tokenPaymasterAddress,
  vaultAddress,
} from "./contract_list.ts";

/** Paymasters and vault of a deployment. */
export type Money = Pick<OptionalContracts, "sponsor" | "tokenPaymaster" | "vault">;

/** Describes the current state of paymasters and vault, one line per figure. */
export async function describeMoney(
  client: Client<Transport, Chain | undefined>,
  { sponsor, tokenPaymaster, vault: vaultOptions }: Money,
): Promise<string[]> {
  const vault = vaultOptions === undefined ? null : vaultAddress(vaultOptions);
  const has = async (address: Address) => await getCode(client, { address }) !== undefined;
  const hasVault = vault !== null && await has(vault);
  const lines: string[] = [];
  const paymasters = [
    ...(sponsor === undefined ? [] : [["Sponsor", sponsorPaymasterAddress(sponsor)] as const]),
    ...(tokenPaymaster === undefined
      ? []
      : [["Token paymaster", tokenPaymasterAddress(tokenPaymaster)] as const]),
  ];
  for (const [name, address] of paymasters) {
    if (!await has(address)) {
      lines.push(`${name} ${address} is not there yet.`);
      continue;
    }
    lines.push(`${name} ${address}`, ...await describePaymaster(client, address));
    if (hasVault) lines.push(await describeRule(client, vault, address));
  }
  if (vault === null) return lines;
  if (!hasVault) return [...lines, `Vault ${vault} is not there yet.`];
  const balance = await getBalance(client, { address: vault });
  return [...lines, `Vault ${vault}`, `  balance: ${formatEther(balance)}`];
}

async function describePaymaster(
  client: Client<Transport, Chain | undefined>,
  address: Address,
): Promise<string[]> {
  const abi = sponsorPaymasterAbi;
  const [deposit, signer, previous, maxCost, guardian] = await Promise.all([
    readContract(client, {
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: "balanceOf",
      args: [address],
    }),
    readContract(client, { address, abi, functionName: "signer" }),
    readContract(client, { address, abi, functionName: "previousSigner" }),
    readContract(client, { address, abi, functionName: "maxCost" }),
    readContract(client, { address, abi, functionName: "guardian" }),
  ]);
  const orNone = (given: Address) => given === zeroAddress ? "none" : given;
  return [
    `  deposit: ${formatEther(deposit)}`,
    maxCost === 0n ? "  PAUSED" : `  maximum cost of an operation: ${formatEther(maxCost)}`,
    `  signer: ${signer}`,
    `  previous signer: ${orNone(previous)}`,
    `  guardian: ${orNone(guardian)}`,
  ];
}

async function describeRule(
  client: Client<Transport, Chain | undefined>,
  vault: Address,
  paymaster: Address,
): Promise<string> {
  const call = { address: vault, abi: vaultAbi, args: [paymaster] } as const;
  const [[rate, ceiling], refillable] = await Promise.all([
    readContract(client, { ...call, functionName: "ruleOf" }),
    readContract(client, { ...call, functionName: "refillable" }),
  ]);
  return `  vault: ${formatEther(rate)} a day up to ${formatEther(ceiling)}, ` +
    `${formatEther(refillable)} now`;
}
