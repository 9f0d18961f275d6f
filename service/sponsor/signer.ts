/** Signs for our `SponsorPaymaster`. @module */
import type { Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { encodeSponsorData, sponsorHash, sponsorStubData } from "../../contracts/paymaster.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { SponsorConfig } from "../chain/config.ts";
import { toOperation } from "../operations/codec.ts";

/** Lifetime of a sponsor's signature: a quote, its review, and inclusion. */
export const SIGNATURE_TTL_S = 600;

/** Placeholder for estimates before the sponsor has signed. */
export const stubData: Hex = sponsorStubData;

const signers = new WeakMap<SponsorConfig, PrivateKeyAccount>();

/** Signs `paymasterData` for an operation whose other fields are final. */
export async function signSponsorship(
  sponsor: SponsorConfig,
  chainId: number,
  operation: OperationJson,
  validUntil: number,
): Promise<Hex> {
  const signer = signers.get(sponsor) ?? privateKeyToAccount(sponsor.signerKey);
  signers.set(sponsor, signer);
  const window = { validAfter: 0, validUntil };
  const signature = await signer.sign({
    hash: sponsorHash({
      paymaster: sponsor.paymaster,
      chainId,
      operation: toOperation(operation),
      ...window,
    }),
  });
  return encodeSponsorData({ ...window, signature });
}
