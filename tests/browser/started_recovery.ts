/** Starts recoveries for the tests, as the holder of a recovery address does. */
import { assertEquals } from "@std/assert";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  numberToHex,
  parseEther,
  toHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { wrapSignature } from "../../contracts/testing/passkey.ts";
import { recoveryTypedData, toContractRecovery } from "../../core/account/owners/change.ts";
import { addressOwner } from "../../core/account/owners/key.ts";
import type { Stack } from "../../scripts/stack/mod.ts";
import { type Mode, openRequest, type Owner, press, settled } from "./harness.ts";
import { deploy } from "../stack/accounts/operate.ts";

/** Private key of the recovery address. */
export const key: Hex = `0x${"5e".repeat(32)}`;
/** The recovery address. */
export const recoverer = privateKeyToAccount(key);
/** Address that a recovery makes the owner. */
export const heir = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Makes the user send a first sponsored call, after which the service submits owner changes. */
export async function sendFirst(
  { app }: Owner,
  mode: Mode,
  { stack, chainId = stack.chainId }: { readonly stack: Stack; readonly chainId?: number },
): Promise<void> {
  const asked = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [{
    version: "2.0.0",
    chainId: numberToHex(chainId),
    calls: [{ to: heir }],
    capabilities: {
      paymasterService: { url: `${stack.browserServerUrl}/v1/paymaster/${chainId}` },
    },
  }]);
  await press(asked.dialog, "sdk-confirm");
  const { result, error } = await asked.answer();
  if (result === undefined) throw new Error(JSON.stringify(error));
  assertEquals(await settled(app, result.id), 200);
}

/** Starts a recovery of an account with a recovery address at index 1. Deploys it if necessary. */
export async function startRecovery(
  { stack, account }: { readonly stack: Stack; readonly account: Address },
) {
  await deploy(stack, stack.node, account);
  const transport = http(stack.rpcUrl);
  const chain = defineChain({
    id: stack.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [stack.rpcUrl] } },
  });
  const at = { address: account, abi: acctAbi } as const;
  const reader = createPublicClient({ chain, transport });
  const [head, , , words] = await reader.readContract({ ...at, functionName: "ownerState" });
  const recovery = {
    from: [head],
    owners: [{ index: words.length, kind: "full" as const, owner: addressOwner(heir) }],
    next: words.length + 1,
    salt: toHex(7, { size: 32 }),
  };
  const typed = recoveryTypedData(account, recovery);
  const signature = wrapSignature(1, await recoverer.signTypedData(typed));
  await stack.fund(recoverer.address, parseEther("1"));
  const hash = await createWalletClient({ account: recoverer, chain, transport }).writeContract({
    ...at,
    functionName: "startRecovery",
    args: [toContractRecovery(recovery), signature],
  });
  await reader.waitForTransactionReceipt({ hash, checkReplacement: false });
  return {
    /** Returns the hash of the recovery that waits. */
    pending: async () =>
      (await reader.readContract({ ...at, functionName: "pendingRecoveries" }))[0]?.recovery ??
        zeroHash,
    /** Returns the word of the recovery address in the account. */
    word: async () => (await reader.readContract({ ...at, functionName: "ownerState" }))[3][1],
  };
}
