/** Fixtures of recoveries: an account with a passkey and a recovery address on two networks. */
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  hexToBigInt,
  http,
  toHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import {
  recoveryTypedData,
  toContractRecovery,
  type UnsignedRecovery,
} from "../../../core/account/owners/change.ts";
import { createWaitingRecoveries } from "../../../core/client/recoveries.ts";
import { addressOwner } from "../../../core/account/owners/key.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import { type Stack, type StackOptions, startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage, type PageOptions } from "../../conformance/wallet.ts";
import { operate } from "../accounts/operate.ts";

/** Key of the recovery address. */
export const recoverer = privateKeyToAccount(`0x${"5e".repeat(32)}`);
const relayer = privateKeyToAccount(keys.relayer).address;
/** Owner that a recovery names. */
export const heir: Hex = addressOwner(`0x${"c7".repeat(20)}`);
/** Delay that the dialog proposes for a first recovery address, in seconds. */
export const DELAY = 7 * 86_400;

/** An account with a passkey and a recovery address on two networks. */
export async function recoveryScene(
  options: { readonly stack?: Partial<StackOptions>; readonly page?: PageOptions } = {},
) {
  const stack: Stack = await startStack({ second: true, ...options.stack });
  const page = openPage(stack, options.page);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await operate(page, stack);
  await request({ method: "acct_addRecoveryAddress", params: [{ owner: recoverer.address }] });
  const { owners, nonce } = await request({ method: "acct_exportAccount" });
  const account = { address: address!, owners, nonce };
  const ids = [stack.chainId, stack.second!.id] as const;
  const urls = [stack.rpcUrl, stack.second!.rpcUrl] as const;
  await stack.fund(recoverer.address, 10n ** 19n);
  await stack.second!.fund(recoverer.address, 10n ** 19n);
  const network = (index: 0 | 1) => {
    const client = createPublicClient({ transport: patientHttp(urls[index]) });
    const chain = defineChain({
      id: ids[index],
      name: "Local",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [urls[index]] } },
    });
    const wallet = createWalletClient({ account: recoverer, chain, transport: http(urls[index]) });
    const at = { address: address!, abi: acctAbi } as const;
    const write = async (
      call:
        | {
          functionName: "startRecovery";
          args: readonly [ReturnType<typeof toContractRecovery>, Hex];
        }
        | {
          functionName: "finishRecovery";
          args: readonly [ReturnType<typeof toContractRecovery>];
        },
    ) => {
      const { request } = await client.simulateContract(
        { ...at, ...call, account: recoverer } as never,
      );
      const hash = await wallet.writeContract(request as never);
      await client.waitForTransactionReceipt({ hash, checkReplacement: false });
    };
    return {
      state: async () => {
        const [head, , , words] = await client.readContract({ ...at, functionName: "ownerState" });
        return { head, words };
      },
      start: (recovery: UnsignedRecovery, signature: Hex) =>
        write({ functionName: "startRecovery", args: [toContractRecovery(recovery), signature] }),
      finish: (recovery: UnsignedRecovery) =>
        write({ functionName: "finishRecovery", args: [toContractRecovery(recovery)] }),
      /** Returns the hash and the time of the recovery started by the recovery address. */
      pending: async () => {
        const [one] = await client.readContract({ ...at, functionName: "pendingRecoveries" });
        return [one?.recovery ?? zeroHash, one?.readyAt ?? 0n] as const;
      },
      /** Returns the delay of the account, and the delay of a recovery started now. */
      delays: async () => {
        const [, , own] = await client.readContract({ ...at, functionName: "ownerState" });
        const now = await client.readContract({ ...at, functionName: "recoveryDelay" });
        return { own: Number(own), now: Number(now) };
      },
      /** Returns how many transactions the service has sent. */
      carried: () => client.getTransactionCount({ address: relayer }),
      async pass(seconds: number) {
        await client.request({ method: "evm_increaseTime", params: [toHex(seconds)] } as never);
        await client.request({ method: "evm_mine", params: [] } as never);
      },
    };
  };
  const sign = async (recovery: UnsignedRecovery) =>
    wrapSignature(1, await recoverer.signTypedData(recoveryTypedData(address!, recovery)));
  const toHeir = (head: Hex, salt = 1n): UnsignedRecovery => ({
    from: [head],
    owners: [
      { index: 1, kind: "recovery", owner: addressOwner(recoverer.address) },
      { index: 2, kind: "full", owner: heir },
    ],
    next: 3,
    salt: toHex(hexToBigInt(head) ^ salt, { size: 32 }),
  });
  return {
    stack,
    page,
    /** Returns the pending recoveries as reported by the service. */
    waiting: async () => {
      const reach = { serverUrl: stack.serverUrl, apiKey: stack.apiKey };
      return (await createWaitingRecoveries(reach)(address!)).recoveries;
    },
    account,
    first: network(0),
    second: network(1),
    sign,
    toHeir,
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await stack[Symbol.asyncDispose]();
    },
  };
}
