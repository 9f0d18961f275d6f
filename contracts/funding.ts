/** Finds the transactions that top up deposits, stakes and vault, and set the vault's rules. */
import {
  type Address,
  type Chain,
  type Client,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  type Transport,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { getBalance, getCode, readContract } from "viem/actions";
import { entryPoint } from "./addresses.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import {
  type OptionalContracts,
  type PaymasterOptions,
  sponsorPaymasterAddress,
  tokenPaymasterAddress,
  vaultAddress,
  type VaultOptions,
} from "./contract_list.ts";

/** Transaction of a deployment after its contracts. */
export type Funding = {
  name: string;
  to: Address;
  data: Hex;
  value: bigint;
  /** Only this address may send it. */
  only?: Address;
};

const unstakeDelay = 86_400;

/** Returns the missing transactions. A contract that does not exist yet counts as empty. */
export async function missingFunding(
  client: Client<Transport, Chain | undefined>,
  { sponsor, tokenPaymaster, vault }: OptionalContracts,
): Promise<Funding[]> {
  const paymasters = [
    ...(sponsor === undefined
      ? []
      : [["SponsorPaymaster", sponsorPaymasterAddress(sponsor), sponsor] as const]),
    ...(tokenPaymaster === undefined
      ? []
      : [["TokenPaymaster", tokenPaymasterAddress(tokenPaymaster), tokenPaymaster] as const]),
  ];
  const lists = await Promise.all([
    ...paymasters.map(([name, to, options]) => paymasterFunding(client, name, to, options)),
    vault === undefined ? [] : vaultFunding(client, vault, paymasters),
  ]);
  return lists.flat();
}

/**
 * Rejects transactions that the sender may not send.
 *
 * @throws {Error} if one of them is reserved for another address
 */
export function checkRights(fundings: readonly Funding[], from: Address): void {
  for (const { name, only } of fundings) {
    if (only === undefined || isAddressEqual(only, from)) continue;
    throw new Error(`${name}: only the owner ${only} can send this, not ${from}.`);
  }
}

async function paymasterFunding(
  client: Client<Transport, Chain | undefined>,
  name: string,
  to: Address,
  { owner, deposit = 0n, stake = 0n }: PaymasterOptions,
): Promise<Funding[]> {
  const has = await exists(client, to)
    ? await readContract(client, {
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: "getDepositInfo",
      args: [to],
    })
    : { deposit: 0n, stake: 0n };
  const abi = sponsorPaymasterAbi;
  const fundings: Funding[] = [];
  if (deposit > has.deposit) {
    const data = encodeFunctionData({ abi, functionName: "deposit" });
    fundings.push({ name: `${name}: deposit`, to, data, value: deposit - has.deposit });
  }
  if (stake > has.stake) {
    const data = encodeFunctionData({ abi, functionName: "addStake", args: [unstakeDelay] });
    fundings.push({ name: `${name}: stake`, to, data, value: stake - has.stake, only: owner });
  }
  return fundings;
}

async function vaultFunding(
  client: Client<Transport, Chain | undefined>,
  { owner, balance = 0n, rule }: VaultOptions,
  paymasters: readonly (readonly [name: string, address: Address, ...others: unknown[]])[],
): Promise<Funding[]> {
  const to = vaultAddress({ owner });
  const abi = vaultAbi;
  const fundings: Funding[] = [];
  const missing = balance - await getBalance(client, { address: to });
  if (missing > 0n) fundings.push({ name: "Vault: balance", to, data: "0x", value: missing });
  if (rule === undefined) return fundings;
  const deployed = await exists(client, to);
  for (const [name, paymaster] of paymasters) {
    const [rate, ceiling] = deployed
      ? await readContract(client, { address: to, abi, functionName: "ruleOf", args: [paymaster] })
      : [0n, 0n];
    if (rate === rule.rate && ceiling === rule.ceiling) continue;
    const args = [paymaster, rule.rate, rule.ceiling] as const;
    const data = encodeFunctionData({ abi, functionName: "setRule", args });
    fundings.push({ name: `Vault: rule of ${name}`, to, data, value: 0n, only: owner });
  }
  return fundings;
}

async function exists(
  client: Client<Transport, Chain | undefined>,
  address: Address,
): Promise<boolean> {
  return await getCode(client, { address }) !== undefined;
}
