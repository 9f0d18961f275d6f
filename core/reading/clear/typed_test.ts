import { assert, assertEquals } from "@std/assert";
import { hashStruct, type Hex } from "viem";
import { readTypedData } from "../../account/typed_data.ts";
import type { TypedData } from "../../account/typed_data_hash.ts";
import type { ServiceClient } from "../../client/client.ts";
import { atOnce } from "../../lib/pieces.ts";
import { $schema } from "../descriptor/descriptor.ts";
import { canonicalTypedData } from "../typed/canonical.ts";
import { readTyped } from "../typed/mod.ts";
import { descriptorHash } from "./further.ts";
import { explainTyped, loadTyped, tokensIn } from "./typed.ts";
import { type TypedDescriptor, typeHash } from "./typed_descriptor.ts";

const garden: Hex = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const other: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const seeds: Hex = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const me: Hex = `0x${"11".repeat(20)}`;
const { signal } = new AbortController();

const type =
  "Bed(address gardener,uint256 amount,Row[] rows,bytes32 salt,string note)Row(uint8 sort,int64 count)";
const message = {
  gardener: me,
  amount: "0x4c4b40",
  rows: [{ sort: 1, count: "-3" }, { sort: 9, count: 4 }],
  salt: `0x${"5c".repeat(32)}`,
  note: "By the gate",
};
const bed: TypedData = {
  types: {
    Bed: [
      { name: "gardener", type: "address" },
      { name: "amount", type: "uint256" },
      { name: "rows", type: "Row[]" },
      { name: "salt", type: "bytes32" },
      { name: "note", type: "string" },
    ],
    Row: [{ name: "sort", type: "uint8" }, { name: "count", type: "int64" }],
  },
  primaryType: "Bed",
  domain: { name: "Garden", version: "1", chainId: 1, verifyingContract: garden },
  message,
};

const descriptor: TypedDescriptor = {
  $schema,
  context: {
    $id: "Garden",
    eip712: {
      deployments: [{ chainId: 1, address: garden }],
      domain: { name: "Garden", version: "1" },
    },
  },
  metadata: { owner: "Club", contractName: "Garden", enums: { sorts: { "1": "Rose" } } },
  display: {
    formats: {
      [type]: {
        intent: "Plant a bed",
        fields: [
          { path: "amount", label: "Seeds", format: "tokenAmount", params: { token: seeds } },
          { path: "gardener", label: "For", format: "addressName" },
          {
            path: "rows.[].sort",
            label: "Sort",
            format: "enum",
            params: { $ref: "$.metadata.enums.sorts" },
          },
          { path: "rows.[-1].count", label: "Last", format: "raw" },
          { path: "note", label: "Note", format: "raw" },
          { path: "salt", label: "Salt", format: "raw", visible: "never" },
        ],
      },
    },
  },
};

/** Reads typed data in the form in which a page passes it. */
const read = (data: TypedData) =>
  atOnce(canonicalTypedData(readTypedData({ value: data, path: "data" })));

/** Changes the descriptor's context. */
const within = (
  eip712: Partial<TypedDescriptor["context"]["eip712"]>,
): TypedDescriptor => ({
  ...descriptor,
  context: { $id: "Garden", eip712: { ...descriptor.context.eip712, ...eip712 } },
});

/** Loads from a service that returns these texts. All are trusted unless specified. */
async function load(
  texts: readonly unknown[] | Error,
  data: TypedData = bed,
  believed: readonly unknown[] = texts instanceof Error ? [] : texts,
) {
  const asked: unknown[] = [];
  const written = (all: readonly unknown[]) =>
    all.map((each) => typeof each === "string" ? each : JSON.stringify(each));
  const call = (method: string, params: unknown) => {
    asked.push([method, params]);
    return texts instanceof Error ? Promise.reject(texts) : Promise.resolve(written(texts));
  };
  const known = new Set(await Promise.all(written(believed).map(descriptorHash)));
  const words = await loadTyped(
    {
      call: call as ServiceClient["call"],
      configuration: () =>
        Promise.resolve({ version: 1, keysUrl: "", chains: [], descriptors: true }),
    },
    read(data),
    signal,
    () => Promise.resolve(known),
  );
  return { asked, words };
}

/** Explains typed data by a descriptor. */
async function explain(given: TypedDescriptor = descriptor, data: TypedData = bed) {
  const { words } = await load([given], data);
  const native = { symbol: "ETH", decimals: 18 };
  const tokens = [{ address: seeds, symbol: "SEED", name: "Seeds", decimals: 6 }];
  return words && explainTyped(words, read(data), { account: me, native, tokens });
}

Deno.test("typed words: values are shown next to their labels, as signed", async () => {
  const explained = await explain();
  assert(explained !== null);
  const { fields, ...head } = explained;
  assertEquals(head, {
    source: "pinned",
    contract: "Garden",
    intent: "Plant a bed",
    partial: false,
  });
  assertEquals(fields, [
    {
      label: "Seeds",
      value: {
        kind: "amount",
        amount: 5_000_000n,
        address: seeds,
        token: { address: seeds, symbol: "SEED", decimals: 6, unlisted: true },
      },
    },
    { label: "For", value: { kind: "address", address: me } },
    { label: "Sort [1]", value: { kind: "text", text: "Rose" } },
    // A number that is not in the enum is shown as is.
    { label: "Sort [2]", value: { kind: "number", value: 9n } },
    { label: "Last", value: { kind: "number", value: 4n } },
    { label: "Note", value: { kind: "text", text: "By the gate" } },
  ]);
  assertEquals(tokensIn(explained), [seeds]);
});

Deno.test("typed words: requested once by chain, contract and type", async () => {
  const { asked } = await load([descriptor]);
  assertEquals(asked, [[
    "acct_getDescriptors",
    { chainId: "0x1", contracts: [garden], typeHash: typeHash(type) },
  ]]);
  for (
    const domain of [
      { name: "Garden", version: "1", chainId: 1 },
      { name: "Garden", version: "1", verifyingContract: garden },
      {},
    ]
  ) assertEquals((await load([descriptor], { ...bed, domain })).asked, []);
  // The hash does not cover the contract, or covers it as text.
  for (const declared of ["", "string"]) {
    const EIP712Domain = [
      { name: "chainId", type: "uint256" },
      ...declared === "" ? [] : [{ name: "verifyingContract", type: declared }],
    ];
    const data = { ...bed, types: { ...bed.types, EIP712Domain } };
    assertEquals((await load([descriptor], data)).asked, []);
  }
});

Deno.test("typed words: a descriptor is accepted only with its exact hash", async () => {
  const text = JSON.stringify(descriptor);
  assert((await load([text])).words !== null);
  for (
    const forged of [
      `${text} `,
      text.replace("Plant a bed", "Claim gifts"),
      text.replace(garden, other),
      "{",
      "x".repeat(200_000),
    ]
  ) assertEquals((await load([forged], bed, [text])).words, null, forged.slice(0, 30));
  assertEquals((await load(new Error("down"))).words, null);
  // Trusted, but not a descriptor of typed data: calls, a list, null.
  const calls = {
    ...descriptor,
    context: { $id: "Garden", contract: { deployments: [{ chainId: 1, address: garden }] } },
  };
  for (const odd of [calls, [descriptor], "null", "5", {}]) {
    assertEquals((await load([odd])).words, null);
  }
  // An unusable text does not hide a usable one.
  assert((await load([calls, "null", descriptor])).words !== null);
});

Deno.test("typed words: another contract, chain, domain or type is not explained", async () => {
  const domainHash = hashStruct({
    data: { name: "Garden", version: "1", chainId: 1n, verifyingContract: garden },
    primaryType: "EIP712Domain",
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
    },
  });
  assert(await explain(within({ domainSeparator: domainHash })) !== null);
  for (
    const wrong of [
      within({ deployments: [{ chainId: 1, address: other }] }),
      within({ deployments: [{ chainId: 10, address: garden }] }),
      within({ deployments: [] }),
      within({ domain: { name: "Gard\u0435n" } }),
      within({ domain: { name: "Garden", version: "2" } }),
      within({ domain: { salt: "0x" } }),
      within({ domainSeparator: `0x${"00".repeat(32)}` }),
    ]
  ) assertEquals(await explain(wrong), null, JSON.stringify(wrong.context));

  const changed: TypedData[] = [
    // A type with the same name, but another member, order or nested struct.
    { ...bed, types: { ...bed.types, Bed: bed.types.Bed!.slice(0, 4) } },
    { ...bed, types: { ...bed.types, Bed: bed.types.Bed!.toReversed() } },
    {
      ...bed,
      types: { ...bed.types, Row: [...bed.types.Row!, { name: "to", type: "address" }] },
      message: { ...message, rows: [{ sort: 1, count: 1, to: other }] },
    },
    { ...bed, domain: { ...bed.domain, chainId: 10 } },
    { ...bed, domain: { ...bed.domain, verifyingContract: other } },
  ];
  for (const data of changed) assertEquals(await explain(descriptor, data), null);
});

Deno.test("typed words: a path without a value explains nothing, and no value is omitted", async () => {
  const withField = (path: string, params = {}) => {
    const format = descriptor.display.formats[type]!;
    const fields = [...format.fields, { path, label: "More", format: "tokenAmount", params }];
    return { ...descriptor, display: { formats: { [type]: { ...format, fields } } } };
  };
  for (
    const hostile of [
      withField("rows.[7].count"),
      withField("rows.count"),
      withField("__proto__.amount"),
      withField("amount.[].x"),
      withField("constructor"),
      withField("amount", { tokenPath: "rows.[0].sort" }),
      withField("amount", { tokenPath: "nothing" }),
    ]
  ) assertEquals(await explain(hostile), null);
  // Nested call data is not described by a descriptor of typed data.
  const inside = withField("salt");
  const [format] = Object.values(inside.display.formats);
  const fields = [
    ...format!.fields.slice(0, -1),
    { path: "note", label: "Step", format: "calldata", params: { callee: other } },
  ];
  assertEquals(
    await explain({ ...inside, display: { formats: { [type]: { ...format!, fields } } } }),
    null,
  );
});

Deno.test("typed words: values beyond the limit are reported", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ sort: 1, count: index }));
  const explained = await explain(descriptor, { ...bed, message: { ...message, rows } });
  assertEquals([explained?.fields.length, explained?.partial], [64, true]);
});

Deno.test("typed words: data with a built-in reader needs none, and dangers remain", () => {
  const signer = { address: me, chainId: 1 };
  const permit: TypedData = {
    ...bed,
    types: {
      Permit: ["owner address", "spender address", "value uint256", "nonce uint256"].map((each) => {
        const [name, type] = each.split(" ") as [string, string];
        return { name, type };
      }),
    },
    primaryType: "Permit",
    message: { owner: me, spender: other, value: "5", nonce: "0" },
  };
  assertEquals(readTyped(permit, signer).isPlain, false);
  // The data names the account: that warning is independent of the descriptor.
  const reading = readTyped(bed, signer);
  assertEquals([reading.isPlain, reading.warnings().map(({ code }) => code)], [
    true,
    ["acts_for_you"],
  ]);
});
