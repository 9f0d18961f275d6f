import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { createRegistry } from "../../core/reading/clear/registry.ts";
import { explainer } from "../../core/reading/clear/mod.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { type TypedDescriptor, typeHash } from "../../core/reading/clear/typed_descriptor.ts";
import { compile } from "./compile.ts";
import { compileFolder } from "./mod.ts";

const garden = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const seeds = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const me: Hex = `0x${"11".repeat(20)}`;

/** A descriptor with one function, and changes of it. */
const file = (format: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  $schema: "../../specs/erc7730-v2.schema.json",
  context: { $id: "Garden", contract: { deployments: [{ chainId: 1, address: garden }] } },
  metadata: {
    owner: "Garden Club",
    contractName: "Garden",
    constants: { seeds, most: "0xffff", note: "All" },
    maps: { bySort: { values: { "1": seeds, "2": garden } } },
    enums: { sorts: { "1": "Rose", "2": "Oak" } },
  },
  display: {
    definitions: { amount: { label: "Amount", format: "tokenAmount", params: { token: seeds } } },
    formats: { "plant(uint256 amount, address to)": format },
  },
  ...more,
});
const whole = {
  intent: "Plant seeds",
  interpolatedIntent: "Plant {amount} for {#.to}",
  fields: [
    { path: "#.amount", $ref: "$.display.definitions.amount" },
    { path: "to", label: "For", format: "addressName", params: { types: ["eoa"] } },
  ],
};
const fieldsOf = (given: unknown) => Object.values(compile(given).descriptor.display.formats)[0];

Deno.test("compile: references, constants and paths are normalised", () => {
  const { descriptor, left } = compile(file(whole));
  assertEquals(left, []);
  assertEquals(descriptor.display.formats, {
    "plant(uint256 amount,address to)": {
      intent: "Plant seeds",
      fields: [
        { path: "amount", label: "Amount", format: "tokenAmount", params: { token: seeds } },
        { path: "to", label: "For", format: "addressName" },
      ],
    },
  });
  const referred = structuredClone(whole);
  Object.assign(referred.fields[0]!, {
    params: {
      token: "$.metadata.constants.seeds",
      threshold: "$.metadata.constants.most",
      message: "All",
    },
  });
  assertEquals(fieldsOf(file(referred))?.fields[0]?.params, {
    token: seeds,
    threshold: "0xffff",
    message: "All",
  });
});

Deno.test("compile: groups are taken apart, and conditions kept", () => {
  const nested = file({
    intent: "Plant seeds",
    fields: [{
      path: "#.beds.[]",
      fields: [
        { path: "amount", label: "Number", format: "raw", visible: { ifNotIn: [0] } },
        { path: "sort", label: "Sort", format: "enum", params: { $ref: "$.metadata.enums.sorts" } },
      ],
    }],
  });
  const given = {
    ...nested,
    display: {
      formats: {
        "plant((uint256 amount, uint8 sort)[] beds)":
          nested.display.formats["plant(uint256 amount, address to)"],
      },
    },
  };
  assertEquals(fieldsOf(given)?.fields.map(({ path, visible }) => [path, visible]), [
    ["beds.[].amount", { ifNotIn: ["0"] }],
    ["beds.[].sort", undefined],
  ]);
});

Deno.test("compile: a map resolves the token by a value of the call, and no other one", () => {
  const mapped = file({
    intent: "Plant seeds",
    fields: [
      {
        path: "amount",
        label: "Amount",
        format: "tokenAmount",
        params: { token: { map: "$.metadata.maps.bySort", keyPath: "#.sort" } },
      },
      { path: "sort", label: "Sort", format: "raw" },
    ],
  });
  const { descriptor } = compile({
    ...mapped,
    display: {
      formats: {
        "plant(uint256 amount,uint8 sort)":
          mapped.display.formats["plant(uint256 amount, address to)"],
      },
    },
  });
  const abi = parseAbi(["function plant(uint256 amount, uint8 sort)"]);
  const shown = (sort: number) => {
    const nothing = { value: undefined, path: "" };
    const [call] = decodeCalls(
      [{
        to: garden,
        value: 0n,
        data: encodeFunctionData({ abi, functionName: "plant", args: [5n, sort] }),
      }],
      { symbol: "ETH", decimals: 18 },
      [],
      explainer({
        chainId: 1,
        account: me,
        native: { symbol: "ETH", decimals: 18 },
        abi: nothing,
        abis: [nothing],
        further: [descriptor],
      }),
    );
    assertEquals(call?.explanation?.source, "pinned");
    return call?.explanation?.fields[0]?.value;
  };
  const value = shown(2);
  assert(value?.kind === "amount" && value.address === garden);
  // Not in the map: a bare number.
  assertEquals(shown(7)?.kind === "amount", false);
});

Deno.test("compile: an incomplete function is skipped with its reason", () => {
  const { interpolatedIntent: _, ...plain } = whole;
  const broken: [change: unknown, reason: RegExp][] = [
    [file({ ...plain, fields: whole.fields.slice(1) }), /amount is not shown/],
    [file({ ...plain, fields: whole.fields.slice(0, 1) }), /to is not shown/],
    [file({ ...whole, intent: "Plant\u202e seeds" }), /intent/],
    [file({ ...whole, intent: "x".repeat(41) }), /intent/],
    [file({ ...whole, intent: { plant: "seeds" } }), /intent is no text/],
    [file({ ...whole, interpolatedIntent: "Plant {secret}" }), /sentence names secret/],
    [file({ ...whole, interpolatedIntent: "Plant {amount" }), /sentence is torn/],
    [
      file({
        ...whole,
        fields: [{ ...whole.fields[0], params: { spenderPath: "to" } }, whole.fields[1]],
      }),
      /spenderPath/,
    ],
    [
      file({
        ...whole,
        fields: [{ path: "amount", $ref: "$.display.definitions.no" }, whole.fields[1]],
      }),
      /is not defined/,
    ],
    [
      file({
        ...whole,
        fields: [{ ...whole.fields[0], params: { token: "0x1234" } }, whole.fields[1]],
      }),
      /no address/,
    ],
    [
      file({
        ...whole,
        fields: [
          { ...whole.fields[0], params: { token: garden.replace("3C", "3c") } },
          whole.fields[1],
        ],
      }),
      /wrong checksum/,
    ],
    [file(whole, { $schema: "../../specs/erc7730-v1.schema.json" }), /not version 2/],
    [file(whole, { context: { eip712: { deployments: [] } } }), /typed data/],
    [file(whole, { context: { $id: "x", contract: { deployments: [] } } }), /for no contract/],
    [file(whole, { metadata: { owner: "Club", contractName: "Gard\u200ben" } }), /contractName/],
    [null, /object is missing/],
  ];
  for (const [given, reason] of broken) {
    const { message } = assertThrows(() => compile(given), Error);
    assert(reason.test(message), `${message} is not ${reason}`);
  }
});

Deno.test("compile: a folder is read in a fixed order, includes stay inside, and ours take precedence", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const write = (name: string, value: unknown) =>
      Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value));
    await Deno.mkdir(`${folder}/registry/tests`, { recursive: true });
    const { context, ...base } = file(whole);
    await write("registry/base.json", base);
    await write("registry/calldata-a.json", { context, includes: "./base.json" });
    // The same contract once more, a contract that the wallet describes itself, and one from
    // another chain.
    await write("registry/calldata-b.json", file({ ...whole, intent: "Take all" }));
    const [ours] = (await import("../../core/reading/descriptors/mod.ts")).descriptors;
    const deployments = [ours!.context.contract.deployments[0]!];
    await write(
      "registry/calldata-c.json",
      file(whole, { context: { $id: "x", contract: { deployments } } }),
    );
    await write("registry/calldata-d.json", { context, includes: "../../secret.json" });
    await write("registry/calldata-e.json", {
      context,
      includes: "https://elsewhere.example/x.json",
    });
    await write("registry/tests/calldata-f.json", file(whole));
    // Typed data of the same contract, in two files, and for another chain in one.
    const bed = (intent: string, ...chainIds: number[]) => ({
      $schema: "../../specs/erc7730-v2.schema.json",
      context: {
        $id: "Garden",
        eip712: { deployments: chainIds.map((chainId) => ({ chainId, address: garden })) },
      },
      metadata: { owner: "Garden Club" },
      display: {
        formats: { "Bed(uint256 seeds)": { intent, fields: [{ path: "seeds", label: "Seeds" }] } },
      },
    });
    await write("registry/eip712-a.json", bed("Plant a bed", 1));
    await write("registry/eip712-b.json", bed("Take all", 1));
    await write("registry/eip712-c.json", bed("Plant afar", 1, 10));
    const first = await compileFolder(folder);
    const hash = typeHash("Bed(uint256 seeds)");
    assertEquals(
      [1, 10].map((chain) => {
        const text = first.texts[first.typed[`${chain}:${garden.toLowerCase()}:${hash}`]!];
        const { context, display } = JSON.parse(text!) as TypedDescriptor;
        const [format] = Object.values(display.formats);
        return [format?.intent, context.eip712.deployments.map(({ chainId }) => chainId)];
      }),
      [["Plant a bed", [1]], ["Plant afar", [10]]],
    );
    assertEquals(Object.keys(first.typed).length, 2);
    assertEquals(Object.keys(first.contracts), [`1:${garden.toLowerCase()}`]);
    assertEquals(first.left.map((line) => line.slice(9, 19)), [
      "calldata-b",
      "calldata-c",
      "calldata-d",
      "calldata-e",
      "eip712-b.j",
    ]);
    const text = first.texts[first.contracts[`1:${garden.toLowerCase()}`]!];
    const read = createRegistry([JSON.parse(text!)]).verified(1, {
      to: garden,
      value: 0n,
      data: encodeFunctionData({
        abi: parseAbi(["function plant(uint256 amount, address to)"]),
        args: [1n, me],
      }),
    });
    assertEquals(read?.format.intent, "Plant seeds");
    assertEquals(await compileFolder(folder), first);
    await assertRejects(() => compileFolder(`${folder}/none`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("compile: intents without an action, shared by functions, and raw amounts are skipped", () => {
  const raw = (label: string, type = "uint256") => ({
    key: `plant(${type} it)`,
    format: { intent: "Plant seeds", fields: [{ path: "it", label, format: "raw" }] },
  });
  const reasonOf = (formats: Record<string, unknown>) => {
    try {
      return compile({ ...file(whole), display: { formats } }).left;
    } catch (error) {
      return [String(error)];
    }
  };
  const one = ({ key, format }: ReturnType<typeof raw>) => reasonOf({ [key]: format });
  for (const label of ["Amount", "Minimum value", "Protocol fee", "Shares to burn"]) {
    assertMatch(one(raw(label))[0] ?? "", /it is an amount, and shown raw/, label);
  }
  for (const each of [raw("Number of beds"), raw("Value", "string"), raw("Amount", "bytes32")]) {
    assertEquals(one(each), [], each.key);
  }
  for (const intent of ["ENS Governor", "DeGate AccountUpdate", "Withdrawal message"]) {
    const { key, format } = raw("Number");
    assertMatch(reasonOf({ [key]: { ...format, intent } })[0] ?? "", /names no action/, intent);
  }
  const manage = { intent: "Manage session manager", fields: [] };
  const left = reasonOf({
    "acceptOwnership()": manage,
    "renounceOwnership()": manage,
    "plant()": { intent: "Plant", fields: [] },
    "plant(bool now)": {
      intent: "Plant",
      fields: [{ path: "now", label: "Now", format: "raw" }],
    },
  });
  assertEquals(left.map((line) => line.split(":")[0]), [
    "acceptOwnership()",
    "renounceOwnership()",
  ]);
});
