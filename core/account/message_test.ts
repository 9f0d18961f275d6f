import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { concat, hashTypedData, type Hex, keccak256, stringToHex, toHex } from "viem";
import { hashMessage } from "viem/experimental/erc7739";
import { ACCOUNT_DOMAIN } from "../chain/contracts.ts";
import { messageToSign, type TypedData, typedDataToSign } from "./message.ts";
import { readTypedData } from "./typed_data.ts";
import { typedDataHashes } from "./typed_data_hash.ts";

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

Deno.test("message: another account or chain results in another digest", () => {
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

Deno.test("typed data: a recursive type is hashed like in viem, or rejected, without hanging", () => {
  const node: TypedData = {
    types: { Node: [{ name: "next", type: "Node[]" }] },
    primaryType: "Node",
    domain: {},
    message: { next: [{ next: [] }] },
  };
  assertEquals(typedDataToSign(signer, node).digest.length, 66);
});

/** Makes typed data of random types, with a value of each. */
const anyTyped = fc.letrec<{ type: Made; struct: Made }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    builtIn("address", fc.uint8Array({ minLength: 20, maxLength: 20 }).map((each) => toHex(each))),
    builtIn("bool", fc.boolean()),
    builtIn("string", fc.string({ unit: "grapheme" })),
    builtIn("bytes", fc.uint8Array({ maxLength: 70 }).map((each) => toHex(each))),
    fc.integer({ min: 1, max: 32 }).chain((size) =>
      builtIn(
        `bytes${size}`,
        fc.uint8Array({ minLength: size, maxLength: size }).map((each) => toHex(each)),
      )
    ),
    fc.integer({ min: 1, max: 32 }).chain((bytes) =>
      builtIn(`uint${8 * bytes}`, fc.bigInt(0n, 2n ** BigInt(8 * bytes) - 1n))
    ),
    fc.integer({ min: 1, max: 32 }).chain((bytes) =>
      builtIn(
        `int${8 * bytes}`,
        fc.bigInt(-(2n ** BigInt(8 * bytes - 1)), 2n ** BigInt(8 * bytes - 1) - 1n),
      )
    ),
    fc.record({ of: tie("type"), count: fc.nat(3), isFixed: fc.boolean() }).map((
      { of, count, isFixed },
    ) => ({
      ...of,
      type: `${of.type}[${isFixed ? count : ""}]`,
      value: Array.from({ length: count }, () => of.value),
    })),
    tie("struct"),
  ),
  struct: fc.array(tie("type"), { maxLength: 4 }).map((members) => {
    const fields = members.map(({ type }, index) => ({ name: `m${index}`, type }));
    // Named by its members, so that a name identifies one type.
    const type = `S${keccak256(stringToHex(JSON.stringify(fields))).slice(2, 18)}`;
    return {
      type,
      types: Object.assign({}, ...members.map(({ types }) => types), { [type]: fields }),
      value: Object.fromEntries(members.map(({ value }, index) => [`m${index}`, value])),
    };
  }),
}));

/** A type with a value of it. */
interface Made {
  readonly type: string;
  readonly types: TypedData["types"];
  readonly value: unknown;
}

function builtIn(type: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Made> {
  return values.map((value) => ({ type, types: {}, value }));
}

Deno.test("typed data: every type and value has viem's hash", () => {
  const domain = { name: "Shop", chainId: 31337, verifyingContract: signer.address };
  fc.assert(
    fc.property(anyTyped.struct, ({ type: primaryType, types, value }) => {
      const data = { types, primaryType, domain, message: value as TypedData["message"] };
      const { domainHash, messageHash } = typedDataHashes(data);
      assertEquals(
        keccak256(concat(["0x1901", domainHash, messageHash])),
        hashTypedData(data as Parameters<typeof hashTypedData>[0]),
      );
    }),
    { numRuns: 300 },
  );
});

Deno.test("typed data: other spellings of a number have its hash, and no other value does", () => {
  const hash = (type: string, value: unknown) =>
    typedDataHashes({
      types: { Bed: [{ name: "seeds", type }] },
      primaryType: "Bed",
      domain: {},
      message: { seeds: value },
    }).messageHash;
  for (const value of [300n, 300, "300", "0x12c", "0300"]) {
    assertEquals(hash("uint256", value), hash("uint256", 300n));
  }
  assertEquals(hash("uint", 5n) === hash("uint256", 5n), false, "the type is part of it");
  for (
    const [type, value] of [
      ["uint8", 256n],
      ["uint8", -1n],
      ["int8", 128n],
      ["uint256", undefined],
      ["uint256", 1.5],
      ["uint256", "five"],
      ["address", "0x12"],
      ["bytes4", "0x1234567890"],
      ["string", 5],
      ["bytes", undefined],
      ["uint8[]", "0x01"],
      ["Row", { count: 1 }],
    ] as const
  ) assertThrows(() => hash(type, value), Error, "", `${type} ${value}`);
});

Deno.test("typed data: accepted data can be hashed", () => {
  fc.assert(fc.property(anyTyped.struct, ({ type: primaryType, types, value }) => {
    const message = value as TypedData["message"];
    typedDataHashes(readTypedData({
      value: { types, primaryType, domain: { name: "Shop" }, message },
      path: "data",
    }));
  }));
  // A chain of types without values.
  const length = 50_000;
  const chain = Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `T${index}`,
      [{ name: "next", type: index + 1 < length ? `T${index + 1}[]` : "bool" }],
    ]),
  );
  const data = { types: chain, primaryType: "T0", domain: {}, message: { next: [] } };
  assertEquals(
    typedDataHashes(readTypedData({ value: data, path: "data" })).messageHash.length,
    66,
  );
});
