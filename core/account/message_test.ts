import { assertEquals, assertNotEquals } from "@std/assert";
import { hashTypedData, type Hex, stringToHex } from "viem";
import { hashMessage } from "viem/experimental/erc7739";
import { ACCOUNT_DOMAIN } from "../chain/contracts.ts";
import { messageToSign, type TypedData, typedDataToSign } from "./message.ts";

const signer = { address: `0x${"ab".repeat(20)}` as Hex, chainId: 31337 };
const verifierDomain = {
  ...ACCOUNT_DOMAIN,
  chainId: signer.chainId,
  verifyingContract: signer.address,
  salt: `0x${"00".repeat(32)}` as Hex,
};

const mail: TypedData = {
  types: {
    Mail: [{ name: "from", type: "Agent" }, { name: "notes", type: "Zebra[2][]" }],
    Agent: [{ name: "wallet", type: "address" }],
    Zebra: [{ name: "size", type: "int256" }],
  },
  primaryType: "Mail",
  domain: { name: "Shop", version: "1", chainId: 31337, verifyingContract: `0x${"cd".repeat(20)}` },
  message: {
    from: { wallet: `0x${"01".repeat(20)}` },
    notes: [[{ size: -(2n ** 255n) }, { size: 2n ** 255n - 1n }]],
  },
};

Deno.test("message: the digest is viem's ERC-7739 one, for text and for any bytes", () => {
  for (const message of ["", "hello", "ü😀\n", "0x12", "a".repeat(10_000)]) {
    assertEquals(
      messageToSign(signer, stringToHex(message)).digest,
      hashMessage({ message, verifierDomain }),
    );
  }
  const raw: Hex = "0xff00fe";
  assertEquals(
    messageToSign(signer, raw).digest,
    hashMessage({ message: { raw }, verifierDomain }),
  );
});

Deno.test("message: another account or chain has another digest", () => {
  const message = stringToHex("hello");
  const { digest } = messageToSign(signer, message);
  assertNotEquals(messageToSign({ ...signer, chainId: 1 }, message).digest, digest);
  const other = { ...signer, address: `0x${"ac".repeat(20)}` as Hex };
  assertNotEquals(messageToSign(other, message).digest, digest);
});

Deno.test("typed data: the digest is the EIP-712 hash of TypedDataSign", () => {
  const wrapped = hashTypedData({
    domain: mail.domain,
    types: {
      ...mail.types,
      TypedDataSign: [
        { name: "contents", type: "Mail" },
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
        { name: "salt", type: "bytes32" },
      ],
    } as Record<string, { name: string; type: string }[]>,
    primaryType: "TypedDataSign",
    message: { contents: mail.message, ...verifierDomain },
  });
  assertEquals(typedDataToSign(signer, mail).digest, wrapped);
});

Deno.test("typed data: with and without EIP712Domain among the types, the digest is the same", () => {
  const EIP712Domain = [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ];
  const declared = { ...mail, types: { ...mail.types, EIP712Domain } };
  assertEquals(typedDataToSign(signer, declared).digest, typedDataToSign(signer, mail).digest);
});

Deno.test("typed data: a recursive type is hashed as viem does, or refused, without hanging", () => {
  const node: TypedData = {
    types: { Node: [{ name: "next", type: "Node[]" }] },
    primaryType: "Node",
    domain: {},
    message: { next: [{ next: [] }] },
  };
  assertEquals(typedDataToSign(signer, node).digest.length, 66);
});
