/** Prints a deployment as settings of the service. */
import { permissions } from "./addresses.ts";
import { sponsorPaymasterAddress, tokenPaymasterAddress, vaultAddress } from "./contract_list.ts";
import type { DeployArguments } from "./deploy_options.ts";

/** Returns the entry of a chain in the service's configuration, with a line before it. */
export function describeSettings(
  { network, chainId, contracts }: DeployArguments,
  permissionsFrom: bigint | null,
): string[] {
  const { sponsor, tokenPaymaster, vault: options } = contracts;
  const vault = options !== undefined && { vault: vaultAddress(options) };
  const entry = {
    ...(network === null ? { id: chainId, name: "NAME" } : { network }),
    rpcUrl: "NODE_URL",
    bundlerUrl: "BUNDLER_URL",
    ...(permissionsFrom !== null && { permissionsFrom: Number(permissionsFrom) }),
    ...(sponsor !== undefined && {
      sponsor: {
        paymaster: sponsorPaymasterAddress(sponsor),
        signerKeyEnv: "SPONSOR_KEY",
        name: "NAME",
        ...vault,
      },
    }),
  };
  return [
    "Entry in `chains` of the service's configuration:",
    JSON.stringify(entry, null, 2),
    ...(permissionsFrom === null
      ? [`The node has no old state: set permissionsFrom to the block of ${permissions}.`]
      : []),
    ...(tokenPaymaster === undefined
      ? []
      : [`Paymaster of tokenFees: ${tokenPaymasterAddress(tokenPaymaster)}`]),
  ];
}
