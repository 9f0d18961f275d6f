/** Builds orders on exchanges for tests, as dApps request to sign them. */
import { readTypedData } from "../account/typed_data.ts";
import type { TypedData } from "../account/typed_data_hash.ts";
import { exchanges } from "../reading/orders/exchanges.ts";
import { readOrder } from "../reading/orders/mod.ts";

/** Signing account. */
export const account = "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C".toLowerCase() as `0x${string}`;
/** Another account. */
export const other = `0x${"22".repeat(20)}`;
/** A token. */
export const token = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
/** A collection. */
export const nft = `0x${"77".repeat(20)}`;
export const zero = `0x${"00".repeat(20)}`;
export const word = `0x${"00".repeat(32)}`;
/** Expiry of orders, in Unix seconds. */
export const until = 1_793_577_600;
const domainTypes = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

/** Parses types from their EIP-712 encoding. */
function typesOf(encoded: string): Record<string, { name: string; type: string }[]> {
  return Object.fromEntries(
    [...encoded.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name, fields]) => [
      name!,
      fields!.split(",").map((field) => {
        const [type, name] = field.split(" ");
        return { type: type!, name: name! };
      }),
    ]),
  );
}

/** Builds typed data of an exchange. */
export function dataOf(protocol: string, message: object, chainId = 1, kind = ""): TypedData {
  const { type, primaryType, domain, contracts } = exchanges.find((each) =>
    each.protocol === protocol && each.type.includes(kind)
  )!;
  const data: TypedData = {
    types: {
      ...typesOf(type),
      EIP712Domain: domainTypes.filter(({ name }) => name !== "version" || domain.version),
    },
    primaryType,
    domain: { ...domain, chainId, verifyingContract: contracts[0] },
    message: message as TypedData["message"],
  };
  // Throws unless every field is present and matches its type.
  return readTypedData({ value: data, path: "data" });
}
/** Reads an order for the signing account. */
export const read = (data: TypedData, chainId = 1) =>
  readOrder(data, { address: account, chainId });

/** Builds an order of Seaport: an item for ether. */
export const seaport = (changes: object = {}) => ({
  offerer: account,
  zone: zero,
  offer: [{ itemType: 2, token: nft, identifierOrCriteria: "7", startAmount: "1", endAmount: "1" }],
  consideration: [
    { ...paid("950000000000000000", "900000000000000000"), recipient: account },
    { ...paid("50", "50"), recipient: other },
  ],
  orderType: 0,
  startTime: 0,
  endTime: until,
  zoneHash: word,
  salt: "1",
  conduitKey: word,
  counter: "0",
  ...changes,
});
/** Builds an amount of ether in an order. */
export const paid = (startAmount: string, endAmount: string) => ({
  itemType: 0,
  token: zero,
  identifierOrCriteria: "0",
  startAmount,
  endAmount,
});
