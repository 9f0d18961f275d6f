/** Calls that a key of the page signed. */
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount, sign } from "viem/accounts";
import type { Page } from "./wallet.ts";

/** Prepares a call and signs it. */
export async function prepareCalls({ provider }: Page, to: Address): Promise<unknown> {
  const privateKey = generatePrivateKey();
  const { address: publicKey } = privateKeyToAccount(privateKey);
  const { chainId, context, key, digest } = await provider.request({
    method: "wallet_prepareCalls",
    params: [{ calls: [{ to }], key: { type: "secp256k1", publicKey } }],
  });
  const signature = await sign({ hash: digest, privateKey, to: "hex" });
  return { chainId, context, key, signature };
}
