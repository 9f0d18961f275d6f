/** Starts a vault on a deployed stack. */
import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, parseEventLogs } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { entryPoint } from "../addresses.ts";
import { vaultAbi } from "../artifacts/vault_abi.ts";
import { deploy } from "../deploy.ts";
import { errorName } from "./asserts.ts";
import { deployerKey, revertOf, type Stack, transact } from "./stack.ts";

const abi = vaultAbi;

/** Calls refills, and has no rights. */
export const stranger: Address = "0x00000000000000000000000000000000000000aa";

/** Seconds of a day. */
export const day = 86_400n;

/** Deploys the vault and funds it; all amounts below are in wei. */
export async function startVault(stack: Stack, balance: bigint) {
  const { client, url } = stack;
  const owner = client.account.address;
  const { vault } = await deploy({
    rpcUrl: url,
    account: deployerKey,
    vault: { owner, balance },
  });
  const address = vault!;
  const encode = {
    refill: (paymaster: Address) =>
      encodeFunctionData({ abi, functionName: "refill", args: [paymaster] }),
    setRule: (paymaster: Address, rate: bigint, ceiling: bigint) =>
      encodeFunctionData({ abi, functionName: "setRule", args: [paymaster, rate, ceiling] }),
    withdraw: (to: Address, amount: bigint) =>
      encodeFunctionData({ abi, functionName: "withdraw", args: [to, amount] }),
    transferOwnership: (to: Address) =>
      encodeFunctionData({ abi, functionName: "transferOwnership", args: [to] }),
    acceptOwnership: () => encodeFunctionData({ abi, functionName: "acceptOwnership" }),
    renounceOwnership: () => encodeFunctionData({ abi, functionName: "renounceOwnership" }),
  };
  return {
    address,
    encode,
    balance: () => client.getBalance({ address }),
    deposit: (paymaster: Address) =>
      client.readContract({
        address: entryPoint,
        abi: entryPoint08Abi,
        functionName: "balanceOf",
        args: [paymaster],
      }),
    refillable: (paymaster: Address) =>
      client.readContract({ address, abi, functionName: "refillable", args: [paymaster] }),
    setRule: (paymaster: Address, rate: bigint, ceiling: bigint) =>
      transact(stack, { to: address, data: encode.setRule(paymaster, rate, ceiling) }),
    /** Refills from a stranger's address. Resolves with the amount moved. */
    async refill(paymaster: Address): Promise<bigint> {
      await client.impersonateAccount({ address: stranger });
      await client.setBalance({ address: stranger, value: 10n ** 18n });
      const hash = await client.sendTransaction({
        account: stranger,
        to: address,
        data: encode.refill(paymaster),
        // An estimate is too low if nothing is due in the second of the estimate.
        gas: 300_000n,
      });
      const { logs, status } = await client.waitForTransactionReceipt({ hash });
      assertEquals(status, "success");
      return parseEventLogs({ abi, logs, eventName: "Refilled" })[0]!.args.amount;
    },
    /** Mines a block after so many seconds. */
    async wait(seconds: bigint): Promise<void> {
      await client.increaseTime({ seconds: Number(seconds) });
      await client.mine({ blocks: 1 });
    },
    time: async () => (await client.getBlock()).timestamp,
    nameOf: async (data: Hex, from: Address = stranger) =>
      errorName(await revertOf(stack, { to: address, data, from }), abi),
  };
}
