/** Signs for our `SponsorPaymaster`. @module */
import type { Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { encodeSponsorData, sponsorHash, sponsorStubData } from "../../contracts/paymaster.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { SponsorConfig } from "../chain/config.ts";
import { toOperation } from "../operations/codec.ts";

/** Seconds that a sponsor's signature holds: a quote, reading it, and landing. */
export const SIGNATURE = 600;

/** What estimates use before the sponsor signed. */
export const stubData: Hex = sponsorStubData;

const signers = new WeakMap<SponsorConfig, PrivateKeyAccount>();

/** `paymasterData` for an operation whose every other field is final. */
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
