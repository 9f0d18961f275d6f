/** How tests claim names, and resolve them as any ENS client does. @module */
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { createPublicClient, type Hex, type PublicClient } from "viem";
import { factoryCall } from "../../../core/account/address.ts";
import { typedDataToSign } from "../../../core/account/message.ts";
import { wrapUndeployed } from "../../../core/account/signature.ts";
import { claimTypedData, type TextRecord } from "../../../core/names/claim.ts";
import type { ClaimNameParams } from "../../../core/protocol/service/mod.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { type Reach, rpc, type RpcReply, type User } from "../support/client.ts";
import { viemChain } from "../support/viem_chain.ts";

/** A claim to be signed. */
export interface ClaimOptions {
  readonly domain?: string;
  readonly texts?: readonly TextRecord[];
  readonly issuedAt?: number;
  readonly chainId?: number;
  /** If false, the signature has no ERC-6492 wrapper; default true. */
  readonly undeployed?: boolean;
}

/** Signs a claim with a software passkey. */
export async function signClaim(
  reach: Reach,
  { passkey, account }: User,
  label: string,
  options: ClaimOptions = {},
): Promise<ClaimNameParams> {
  const { domain = "demo.eth", texts = [], chainId = reach.chainId } = options;
  const issuedAt = options.issuedAt ?? Math.floor(Date.now() / 1000);
  const claim = { name: `${label}.${domain}`, account: account.address, texts, issuedAt };
  const signer = { address: account.address, chainId };
  const signable = typedDataToSign(signer, claimTypedData(claim));
  const inner = signable.wrap(wrapSignature(0, await passkey.sign(signable.digest)));
  const creation = factoryCall({ owners: account.owners, nonce: BigInt(account.nonce) });
  const signature = options.undeployed === false ? inner : wrapUndeployed(inner, creation);
  const hex: Hex = `0x${chainId.toString(16)}`;
  return { domain, label, account, chainId: hex, texts, issuedAt, signature };
}

/** Signs a claim and sends it. Returns the reply, including an error. */
export async function claimName(
  reach: Reach,
  who: User,
  label: string,
  options: ClaimOptions = {},
): Promise<RpcReply<{ name: string }>> {
  return await rpc(reach, "acct_claimName", [await signClaim(reach, who, label, options)]);
}

/** A viem client that has the address of ENS on the stack, and no code of ours. */
export function ensClient(stack: Pick<Stack, "rpcUrl" | "chainId" | "ens">): PublicClient {
  return createPublicClient({
    transport: patientHttp(stack.rpcUrl),
    chain: viemChain(stack, { ensUniversalResolver: { address: stack.ens!.universalResolver } }),
  });
}
