/**
 * ENS of the local stack: a domain with names assigned by the development key's project.
 *
 * @module
 */
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deployDevEns, type DevEns } from "../../contracts/dev_ens.ts";
import { linkDomain, type NamesConfig, openRegistry, type Service } from "../../service/mod.ts";
import { PATIENCE_MS } from "./patience.ts";

/** ENS of a running stack. */
export interface StackEns extends DevEns {
  /** The domain. */
  readonly domain: string;
  /** Private key of the domain's owner: worthless anywhere else. */
  readonly ownerKey: Hex;
  /** Part of the service's configuration for names. */
  readonly config: NamesConfig;
}

/** A key of anvil's own well-known mnemonic signs for the names. */
const signerKey = "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6";

/** Deploys ENS; `port` is the service's. */
export async function startEns(
  { rpcUrl, chainId, domain, port, ownerKey, recheck }: {
    rpcUrl: string;
    chainId: number;
    domain: string;
    port: number;
    ownerKey: Hex;
    recheck?: number | undefined;
  },
): Promise<StackEns> {
  const deployed = await deployDevEns({
    rpcUrl,
    account: ownerKey,
    domain,
    signer: privateKeyToAccount(signerKey).address,
    urls: [`http://localhost:${port}/v1/names/{sender}/{data}`],
  });
  const { resolver } = deployed;
  return {
    ...deployed,
    domain,
    ownerKey,
    config: {
      chainId,
      rpcUrl,
      timeout: PATIENCE_MS,
      resolver,
      signerKey,
      ...(recheck !== undefined && { recheck }),
    },
  };
}

/** Lets a project give out names; that the domain's resolver is ours is the proof. */
export async function linkOwnDomain(
  { store }: Service,
  host: string,
  { domain, resolver, config }: StackEns,
): Promise<void> {
  await linkDomain(store, openRegistry(config), {
    projectId: "development",
    domain,
    host,
    signature: null,
    resolver,
    policy: {
      claims: "open",
      claimsPerDay: 100_000,
      claimsPerNetworkPerDay: 100_000,
      percentPerNetworkBlock: 100,
      texts: 10,
    },
  });
}
