/**
 * Deploys ENS to a local chain: the registry at its well-known address with code from ENS's own
 * package, a universal resolver, and a domain with subnames resolved by our resolver. Running it
 * again has no effect.
 *
 * @module
 */
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  labelhash,
  namehash,
  zeroHash,
} from "viem";
import { getCode, readContract } from "viem/actions";
import { locateOne, versions } from "../scripts/tools/mod.ts";
import { universalResolverBytecode } from "./artifacts/universal_resolver_bytecode.ts";
import { deployOnce, send } from "./create2.ts";
import { deployNames, type DeployOptions, sender } from "./deploy.ts";
import { ensRegistry, ensRegistryAbi } from "./ens_registry.ts";

/** Domain, and the signer and gateways of its subnames. */
export type DevEnsOptions = Pick<DeployOptions, "rpcUrl" | "account"> & {
  /** Name such as `demo.eth`; it belongs to the deploying account. */
  domain: string;
  signer: Address;
  /** URLs of the gateways, as ERC-3668 templates. */
  urls: readonly string[];
};

/** Addresses of the deployment. */
export type DevEns = { registry: Address; universalResolver: Address; resolver: Address };

/** Deploys ENS by writing code and storage, which is only possible on local chains. */
export async function deployDevEns(options: DevEnsOptions): Promise<DevEns> {
  const client = await sender(options);
  const owner = client.account.address;
  if (await getCode(client, { address: ensRegistry }) === undefined) {
    const file = await locateOne(`${versions.ens}/abis/ens/ENSRegistry.json`);
    const { deployedBytecode } = JSON.parse(await Deno.readTextFile(file));
    const cheat = (method: string, params: unknown[]) =>
      client.request({ method, params } as Parameters<typeof client.request>[0]);
    await cheat("anvil_setCode", [ensRegistry, deployedBytecode]);
    // `records[0].owner`: the mapping of records is the registry's first variable.
    const place = keccak256(concat([zeroHash, zeroHash]));
    const value = encodeAbiParameters([{ type: "address" }], [owner]);
    await cheat("anvil_setStorageAt", [ensRegistry, place, value]);
  }
  const argument = encodeAbiParameters([{ type: "address" }], [ensRegistry]);
  const universalResolver = await deployOnce(
    client,
    concat([universalResolverBytecode.initCode, argument]),
  );
  const resolver = await deployNames({ ...options, registry: ensRegistry, owner });

  const read = (functionName: "owner" | "resolver", node: Hex) =>
    readContract(client, {
      address: ensRegistry,
      abi: ensRegistryAbi,
      functionName,
      args: [node],
    });
  const labels = options.domain.split(".");
  for (let at = labels.length - 1; at >= 0; at--) {
    const node = namehash(labels.slice(at).join("."));
    if (await read("owner", node) === owner) continue;
    await send(client, {
      to: ensRegistry,
      data: encodeFunctionData({
        abi: ensRegistryAbi,
        functionName: "setSubnodeOwner",
        args: [namehash(labels.slice(at + 1).join(".")), labelhash(labels[at]!), owner],
      }),
    });
  }
  const node = namehash(options.domain);
  if (await read("resolver", node) !== resolver) {
    const data = encodeFunctionData({
      abi: ensRegistryAbi,
      functionName: "setResolver",
      args: [node, resolver],
    });
    await send(client, { to: ensRegistry, data });
  }
  return { registry: ensRegistry, universalResolver, resolver };
}
