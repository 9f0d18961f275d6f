import { assertEquals } from "@std/assert";
import {
  concat,
  encodeAbiParameters,
  hashStruct,
  hashTypedData,
  type Hex,
  keccak256,
  stringToHex,
  toBytes,
} from "viem";
import { typedDataHashes } from "../account/typed_data_hash.ts";
import { calldataDigests, messageDigests, typedDataDigests } from "./digests.ts";

/** Example from EIP-712, with the hashes in its text. */
const mail = {
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
    Person: [{ name: "name", type: "string" }, { name: "wallet", type: "address" }],
    Mail: [
      { name: "from", type: "Person" },
      { name: "to", type: "Person" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: {
    name: "Ether Mail",
    version: "1",
    chainId: 1,
    verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
  },
  message: {
    from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
    to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
    contents: "Hello, Bob!",
  },
} as const;

Deno.test("digests: typed data, equal to the standard's own example", () => {
  assertEquals(typedDataDigests(typedDataHashes(mail)), [
    {
      term: "EIP-712 Digest",
      value: "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2",
    },
    {
      term: "Domain Hash",
      value: "0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f",
    },
    {
      term: "Message Hash",
      value: "0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e",
    },
  ]);
});

Deno.test("digests: typed data, equal to viem's hash by other functions", () => {
  const { EIP712Domain: _, ...types } = mail.types;
  for (
    const domain of [
      mail.domain,
      { name: "Permit2", chainId: 8453, verifyingContract: mail.domain.verifyingContract },
      { name: "Only a name" },
      { chainId: 10, salt: `0x${"5a".repeat(32)}` as Hex },
    ]
  ) {
    const data = { types, primaryType: "Mail", domain, message: mail.message } as const;
    const order = ["name", "version", "chainId", "verifyingContract", "salt"] as const;
    const fields = order.filter((name) => name in domain).map((name) => ({
      name,
      type: ({ chainId: "uint256", verifyingContract: "address", salt: "bytes32" } as Record<
        string,
        string
      >)[name] ?? "string",
    }));
    assertEquals(typedDataDigests(typedDataHashes(data)).map(({ value }) => value), [
      hashTypedData(data),
      hashStruct({
        data: domain as Record<string, unknown>,
        types: { EIP712Domain: fields } as Record<string, { name: string; type: string }[]>,
        primaryType: "EIP712Domain",
      }),
      hashStruct({ data: mail.message, types, primaryType: "Mail" }),
    ]);
  }
});

Deno.test("digests: call data, equal to ERC-8213's test case, and composed of other parts", () => {
  const transfer: Hex = `0xa9059cbb${"4675c7e5baafbffbca748158becba61ef3b0a263".padStart(64, "0")}${
    (10n ** 18n).toString(16).padStart(64, "0")
  }`;
  assertEquals(calldataDigests(transfer), [{
    term: "Calldata Digest",
    value: "0x812cee5d9cc7461c04bbcd7b70af9c28b243ac5d74d3453b008b93b7dac69985",
  }]);
  for (const data of ["0x", "0x00", "0x0000", transfer] as const) {
    const length = encodeAbiParameters([{ type: "uint256" }], [BigInt(toBytes(data).length)]);
    assertEquals(calldataDigests(data)[0]!.value, keccak256(concat([length, data])));
  }
});

Deno.test("digests: a message, by its bytes and not by its characters", () => {
  for (const text of ["hello", "", "grüße 🌱"]) {
    const bytes = toBytes(text);
    const prefixed = concat([
      stringToHex(`\x19Ethereum Signed Message:\n${bytes.length}`),
      stringToHex(text),
    ]);
    assertEquals(messageDigests(stringToHex(text)), [
      { term: "ERC-191 Digest", value: keccak256(prefixed) },
    ]);
  }
});
