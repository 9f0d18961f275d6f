/**
 * Describes the test's contracts in the form of the public registry, and serves a modified one.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import { $schema, type Descriptor } from "../../core/reading/descriptor/descriptor.ts";
import { type TypedDescriptor, typeHash } from "../../core/reading/clear/typed_descriptor.ts";

/** Contracts with descriptors that the service serves unchanged. */
export const garden: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/** Contract with a descriptor that the service serves with a changed byte. */
export const weeds: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Chain of the local stack. */
const CHAIN_ID = 31337;

/** Type of the messages that are described. */
export const bedType = "Bed(address gardener,uint256 seeds)";

const metadata = { owner: "Garden Club", contractName: "Rose Garden" };
const fields = [
  { path: "gardener", label: "Gardener", format: "addressName" },
  { path: "seeds", label: "Number of seeds", format: "raw" },
];

function calls(address: Address): string {
  const descriptor: Descriptor = {
    $schema,
    context: { $id: "Garden", contract: { deployments: [{ chainId: CHAIN_ID, address }] } },
    metadata,
    display: {
      formats: { "plant(address gardener,uint256 seeds)": { intent: "Plant roses", fields } },
    },
  };
  return JSON.stringify(descriptor);
}

function messages(address: Address): string {
  const descriptor: TypedDescriptor = {
    $schema,
    context: { $id: "Garden", eip712: { deployments: [{ chainId: CHAIN_ID, address }] } },
    metadata,
    display: { formats: { [bedType]: { intent: "Reserve a bed", fields } } },
  };
  return JSON.stringify(descriptor);
}

/** Descriptors that a release would have pinned. */
export const pinnedWords: readonly string[] = [garden, weeds].flatMap((address) => [
  calls(address),
  messages(address),
]);

/** Serves the descriptors; for one contract with one letter changed. */
export function servedWords(chainId: number, address: Address, type?: Hex): string | undefined {
  if (chainId !== CHAIN_ID || (type !== undefined && type !== typeHash(bedType))) return undefined;
  const contract = [garden, weeds].find((each) => each.toLowerCase() === address.toLowerCase());
  if (contract === undefined) return undefined;
  const text = type === undefined ? calls(contract) : messages(contract);
  return contract === garden ? text : text.replace("Rose Garden", "Nose Garden");
}
