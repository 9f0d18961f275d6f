/** Implements ERC-7739 as the contract expects it, independently of the SDK. */
import {
  type Address,
  concat,
  hashStruct,
  hashTypedData,
  type Hex,
  size,
  stringToHex,
  toHex,
  toPrefixedMessage,
} from "viem";
import { type Owner, wrapSignature } from "./passkey.ts";

type Types = Record<string, readonly { name: string; type: string }[]>;

/** Typed data to sign; `types` without `EIP712Domain`, `domainType` in its place. */
export type Typed = {
  domain: Record<string, unknown>;
  domainType: { name: string; type: string }[];
  types: Types;
  primaryType: string;
  message: Record<string, unknown>;
};

const domainOf = (account: Address, chainId: number) => ({
  name: "Acct",
  version: "1",
  chainId,
  verifyingContract: account,
});

/** Signs a text as `personal_sign` does. */
export async function signMessage(
  { account, chainId, owner, ownerIndex = 0, message }: {
    account: Address;
    chainId: number;
    owner: Owner;
    ownerIndex?: number;
    message: string;
  },
): Promise<Hex> {
  const digest = hashTypedData({
    domain: domainOf(account, chainId),
    types: { PersonalSign: [{ name: "prefixed", type: "bytes" }] },
    primaryType: "PersonalSign",
    message: { prefixed: toPrefixedMessage(message) },
  });
  return wrapSignature(ownerIndex, await owner.sign(digest));
}

/** Signs typed data, naming the contents' type explicitly. */
export async function signTypedData(
  { account, chainId, owner, ownerIndex = 0, typed }: {
    account: Address;
    chainId: number;
    owner: Owner;
    ownerIndex?: number;
    typed: Typed;
  },
): Promise<Hex> {
  const { domain, domainType, types, primaryType, message } = typed;
  // Types known at run time only; viem's own types require literal ones.
  const nested: Record<string, unknown> = {
    ...types,
    EIP712Domain: domainType,
    TypedDataSign: [
      { name: "contents", type: primaryType },
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
      { name: "salt", type: "bytes32" },
    ],
  };
  const digest = hashTypedData({
    domain,
    types: nested,
    primaryType: "TypedDataSign",
    message: {
      contents: message,
      ...domainOf(account, chainId),
      salt: `0x${"00".repeat(32)}`,
    },
  });
  const separator = hashStruct({
    data: domain,
    types: { EIP712Domain: domainType },
    primaryType: "EIP712Domain",
  });
  const contents = hashStruct({ data: message, types, primaryType });
  const described = Object.keys(types).sort()
    .map((name) => `${name}(${types[name]!.map((f) => `${f.type} ${f.name}`).join(",")})`)
    .join("");
  const description = stringToHex(described + primaryType);
  return concat([
    wrapSignature(ownerIndex, await owner.sign(digest)),
    separator,
    contents,
    description,
    toHex(size(description), { size: 2 }),
  ]);
}
