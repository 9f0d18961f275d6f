/** Reads paymasters' pauses and vaults, and has the vault fill up deposits. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  formatUnits,
  type Hex,
  isAddressEqual,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { sponsorPaymasterAbi } from "../../../contracts/artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "../../../contracts/artifacts/vault_abi.ts";
import type { Chain } from "../../chain/chain.ts";
import { readable } from "../../chain/node/failure.ts";
import { type Watched, watchedOf } from "../../chain/paymasters.ts";
import type { PaymentContext } from "../ledger/context.ts";
import { carry } from "../../accounts/carry.ts";
import type { Fields } from "../../lib/log.ts";
import { completed } from "../ledger/completed.ts";

/** Vault, as one paymaster sees it; all in wei. */
interface VaultState {
  readonly balance: bigint;
  /** Per day. */
  readonly rate: bigint;
  /** Address of the deposit. */
  readonly ceiling: bigint;
  readonly refillable: bigint;
}

/** Interval between attempts to fill up one deposit. */
export const REFILL_INTERVAL_MS = 600_000;
/** Budget of the relayer that refills share. */
const REFILL_BUDGET = "refill";
/** Days of refills below which a vault is low. */
const LOW_DAYS = 2n;

/** Returns true if a paymaster currently rejects all operations. */
async function isPaused({ node }: Chain, paymaster: Address): Promise<boolean> {
  const call = { abi: sponsorPaymasterAbi, functionName: "maxCost" } as const;
  const data = await node.request<Hex>("eth_call", [
    { to: paymaster, data: encodeFunctionData(call) },
    "latest",
  ]);
  return readable(() => decodeFunctionResult({ ...call, data })) === 0n;
}

/** Returns true if a paymaster accepts the signatures of our key. */
export async function knowsSigner(
  { node }: Chain,
  { paymaster, signerKey }: Pick<Watched, "paymaster" | "signerKey">,
): Promise<boolean> {
  const names = ["signer", "previousSigner"] as const;
  const signers = await Promise.all(names.map(async (functionName) => {
    const call = { abi: sponsorPaymasterAbi, functionName } as const;
    const to = { to: paymaster, data: encodeFunctionData(call) };
    const data = await node.request<Hex>("eth_call", [to, "latest"]);
    return readable(() => decodeFunctionResult({ ...call, data }));
  }));
  const { address } = privateKeyToAccount(signerKey);
  return signers.some((signer) => isAddressEqual(signer, address));
}

/** Reads a vault's balance, and its rule for a paymaster. */
async function readVault(
  { node }: Chain,
  vault: Address,
  paymaster: Address,
): Promise<VaultState> {
  const rule = { abi: vaultAbi, functionName: "ruleOf", args: [paymaster] } as const;
  const amount = { abi: vaultAbi, functionName: "refillable", args: [paymaster] } as const;
  const ask = (data: Hex) => node.request<Hex>("eth_call", [{ to: vault, data }, "latest"]);
  const [balance, rules, refillable] = await Promise.all([
    node.request<Hex>("eth_getBalance", [vault, "latest"]),
    ask(encodeFunctionData(rule)),
    ask(encodeFunctionData(amount)),
  ]);
  const [rate, ceiling] = readable(() => decodeFunctionResult({ ...rule, data: rules }));
  return {
    balance: BigInt(balance),
    rate,
    ceiling,
    refillable: readable(() => decodeFunctionResult({ ...amount, data: refillable })),
  };
}

/** Watches pauses and vaults. */
export interface VaultWatch {
  /** Checks a chain, with the given deposits of its paymasters. */
  check(chain: Chain, deposits: ReadonlyMap<Address, bigint>): Promise<void>;
}

/** Creates the watch. */
export function watchVaults(context: PaymentContext, now: () => number): VaultWatch {
  const states = new Map<string, boolean>();
  const tried = new Map<string, number>();

  /** Logs the change of a state that is an alarm while it is true. */
  function alarm(key: string, is: boolean, events: [on: string, off: string], fields: Fields) {
    if (is === (states.get(key) ?? false)) return;
    states.set(key, is);
    context.log(is ? "warn" : "info", events[is ? 0 : 1], fields);
  }

  async function checkPause(chain: Chain, { kind, paymaster }: Watched): Promise<void> {
    const paused = await isPaused(chain, paymaster);
    const fields = { chain: chain.id, paymaster: kind };
    context.metrics.set("acct_paymaster_paused", fields, paused ? 1 : 0);
    const events: [string, string] = ["paymaster_paused", "paymaster_resumed"];
    alarm(`paused:${chain.id}:${paymaster}`, paused, events, fields);
  }

  async function checkSigner(chain: Chain, watched: Watched): Promise<void> {
    const { kind, paymaster } = watched;
    const unknown = !await knowsSigner(chain, watched);
    const fields = { chain: chain.id, paymaster: kind };
    context.metrics.set("acct_paymaster_signer_unknown", fields, unknown ? 1 : 0);
    const events: [string, string] = ["paymaster_signer_unknown", "paymaster_signer_known"];
    alarm(`signer:${chain.id}:${paymaster}`, unknown, events, fields);
  }

  /** Fills up a deposit that is below half of its ceiling. */
  async function refill(
    chain: Chain,
    { kind, paymaster, vault }: Watched,
    deposit: bigint,
    { ceiling, refillable }: VaultState,
  ): Promise<void> {
    const { relayer } = chain.config;
    if (relayer === undefined || refillable === 0n || deposit * 2n >= ceiling) return;
    const key = `${chain.id}:${paymaster}`;
    if (now() - (tried.get(key) ?? -Infinity) < REFILL_INTERVAL_MS) return;
    tried.set(key, now());
    const { metrics, log } = context;
    const fields = { chain: chain.id, paymaster: kind };
    try {
      const postponed = await carry(context, chain, {
        to: vault!,
        data: encodeFunctionData({ abi: vaultAbi, functionName: "refill", args: [paymaster] }),
        keyId: REFILL_BUDGET,
        // Moving less than it costs is not worth a transaction.
        mostWei: refillable,
      });
      // Another transaction of the relayer is pending, so no attempt was made.
      if (postponed === "busy") return void tried.delete(key);
      const outcome = postponed ?? "done";
      metrics.count("acct_refills_total", { ...fields, outcome });
      if (postponed !== null) return log("warn", "refill_failed", { ...fields, reason: postponed });
      log("info", "refill", { ...fields, amount: `${refillable}` });
    } catch (error) {
      metrics.count("acct_refills_total", { ...fields, outcome: "failed" });
      log("warn", "refill_failed", fields, error);
    }
  }

  async function checkVault(
    chain: Chain,
    vault: Address,
    paymasters: readonly Watched[],
    deposits: ReadonlyMap<Address, bigint>,
  ): Promise<void> {
    let [daily, balance] = [0n, 0n];
    // Sequential: the relayer has one key.
    for (const watched of paymasters) {
      const state = await readVault(chain, vault, watched.paymaster);
      daily += state.rate;
      balance = state.balance;
      const deposit = deposits.get(watched.paymaster);
      if (deposit !== undefined) await refill(chain, watched, deposit, state);
    }
    const low = balance < LOW_DAYS * daily;
    const fields = { chain: chain.id, vault };
    const amount = formatUnits(balance, chain.config.nativeCurrency.decimals);
    context.metrics.set("acct_vault_balance", fields, Number(amount));
    context.metrics.set("acct_vault_low", fields, low ? 1 : 0);
    const events: [string, string] = ["vault_low", "vault_enough"];
    alarm(`vault:${chain.id}:${vault}`, low, events, { ...fields, balance: amount });
  }

  return {
    async check(chain, deposits) {
      const all = watchedOf(chain);
      const vaults = Map.groupBy(all, ({ vault }) => vault);
      vaults.delete(undefined);
      await completed([
        ...all.map((watched) => checkPause(chain, watched)),
        ...all.map((watched) => checkSigner(chain, watched)),
        ...[...vaults].map(([vault, each]) => checkVault(chain, vault!, each, deposits)),
      ]);
    },
  };
}
