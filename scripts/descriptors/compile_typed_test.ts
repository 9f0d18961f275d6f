import { assert, assertEquals, assertThrows } from "@std/assert";
import { compileTyped } from "./compile_typed.ts";

const garden = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const seeds = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const type =
  "Bed(address gardener,uint256 seeds,Row[] rows,bytes32 salt)Row(uint8 sort,uint256 count)";
const whole = {
  intent: "Plant a bed",
  interpolatedIntent: "Plant {seeds} for {#.gardener}",
  fields: [
    { path: "#.seeds", label: "Seeds", format: "tokenAmount", params: { token: seeds } },
    { path: "gardener", label: "For", format: "addressName", params: { types: ["eoa"] } },
    {
      path: "rows.[]",
      fields: [
        { path: "sort", label: "Sort", format: "enum", params: { $ref: "$.metadata.enums.sorts" } },
        { path: "count", label: "Count" },
      ],
    },
    { path: "salt", label: "Salt", visible: "never" },
  ],
};

/** A descriptor with one message, and changes of it. */
const file = (
  formats: Record<string, unknown> = { [type]: whole },
  eip712: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) => ({
  $schema: "../../specs/erc7730-v2.schema.json",
  context: {
    $id: "Garden",
    eip712: {
      deployments: [{ chainId: 1, address: garden }],
      domain: { name: "Garden", version: "1" },
      ...eip712,
    },
  },
  metadata: { owner: "Club", contractName: "Garden", enums: { sorts: { "1": "Rose" } } },
  display: { formats },
  ...more,
});
const fields = (...changed: unknown[]) => ({ [type]: { intent: whole.intent, fields: changed } });

Deno.test("compile typed data: references and groups are normalised, hidden values are kept", () => {
  const { descriptor, left } = compileTyped(file());
  assertEquals(left, []);
  assertEquals(descriptor.context, file().context as unknown);
  assertEquals(descriptor.display.formats, {
    [type]: {
      intent: "Plant a bed",
      fields: [
        { path: "seeds", label: "Seeds", format: "tokenAmount", params: { token: seeds } },
        { path: "gardener", label: "For", format: "addressName" },
        {
          path: "rows.[].sort",
          label: "Sort",
          format: "enum",
          params: { $ref: "$.metadata.enums.sorts" },
        },
        { path: "rows.[].count", label: "Count", format: "raw" },
        { path: "salt", label: "salt", format: "raw", visible: "never" },
      ],
    },
  });
  // Spaces that the hashed type does not have, and additional fields of version 1.
  const loose = compileTyped(file({ [type.replaceAll(",", ", ")]: whole }, { schemas: [] }));
  assertEquals(loose.descriptor.display, descriptor.display);
});

Deno.test("compile typed data: an incomplete message is skipped with its reason", () => {
  const [amount, party, rows, salt] = whole.fields;
  const of = (key: string, ...paths: string[]) => ({
    [key]: { intent: "Plant", fields: paths.map((path) => ({ path, label: "Label" })) },
  });
  const chain = (length: number) =>
    Array.from(
      { length },
      (_, index) => `T${index}(${index + 1 < length ? `T${index + 1} t` : ""})`,
    )
      .join("");
  const wide = (depth: number) =>
    Array.from(
      { length: depth },
      (_, index) => `W${index}(W${index + 1} a,W${index + 1} b,W${index + 1} c,W${index + 1} d)`,
    ).join("") + `W${depth}(uint8 a,uint8 b,uint8 c,uint8 d)`;
  const broken: [change: unknown, reason: RegExp][] = [
    // Paths without a target, and omitted values.
    [file(fields(amount, party, rows)), /salt is not shown/],
    [file(fields({ ...amount, path: "seed" }, party, rows, salt)), /seed leads nowhere/],
    [file(fields({ ...amount, path: "seeds.[]" }, party, rows, salt)), /leads nowhere/],
    [file(fields({ ...amount, path: "rows.sort" }, party, rows, salt)), /leads nowhere/],
    [
      file(fields({ ...amount, params: { tokenPath: "token" } }, party, rows, salt)),
      /token leads nowhere/,
    ],
    [file(fields(amount, party, rows, salt, { ...amount, path: "@.value" })), /of calls/],
    [file(fields(amount, party, rows, { path: "salt", label: "x", format: "pools" })), /of calls/],
    [
      file(fields(amount, party, rows, {
        path: "salt",
        label: "x",
        format: "calldata",
        params: { callee: seeds },
      })),
      /of calls/,
    ],
    [file(fields(amount, party, rows, { ...salt, visible: { mustMatch: [] } })), /not known/],
    // Words that hide or pretend.
    [file({ [type]: { ...whole, intent: "Plant\u202e a bed" } }), /intent/],
    [file({ [type]: { ...whole, intent: "x".repeat(41) } }), /intent/],
    [file(fields({ ...amount, label: "See\u200bds" }, party, rows, salt)), /label/],
    [file({ [type]: { ...whole, interpolatedIntent: "Plant {salt}" } }), /sentence names salt/],
    [
      file(undefined, {}, { metadata: { owner: "Club", contractName: "Gard\u200ben" } }),
      /contractName/,
    ],
    // Types that no message has, and types other than the hashed one.
    [file(of("Bed")), /no type/],
    [file(of("Bed(uint256)")), /no type/],
    [file(of("Bed(uint256 se\u200beds)")), /no type/],
    [file(of("B\u200bed(uint256 seeds)")), /no type/],
    [file(of("Bed(Row row)")), /no type/],
    [file(of("Bed(uint256 seeds)Row(uint8 sort)")), /not as types are encoded/],
    [file(of(`${type.slice(0, type.indexOf("Row("))}Row(uint8 sort)`)), /is not shown/],
    [file(of("Bed(Sort sort,Row row)Sort(uint8 a)Row(uint8 a)")), /not as types are encoded/],
    [file(of("Bed(Bed[] beds)")), /without end/],
    [file(of(chain(10))), /too deeply/],
    [file(of(wide(7))), /too deeply|not as types/],
    [file(of("bed(uint256 seeds)", "seeds")), /does not sign it: .*lower-case/],
    [file(of("Bed(uint256 seeds,uint8 seeds)", "seeds")), /does not sign it: .*used twice/],
    [file(of("Bed(uint8[1000][1000][1000] a)", "a")), /too long/],
    // The wallet's own readers win.
    [
      file(of(
        "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)",
        ...["owner", "spender", "value", "nonce", "deadline"],
      )),
      /reads it by itself/,
    ],
    // No contract, or an unreadable one.
    [file(undefined, { deployments: [] }), /no contract/],
    [file(undefined, { deployments: undefined }), /no contract/],
    [file(undefined, { deployments: [{ chainId: 0, address: garden }] }), /chain 0/],
    [file(undefined, { deployments: [{ chainId: 1, address: "0x12" }] }), /no address/],
    [file(undefined, { domain: { name: "Garden", chainId: 1 } }), /domain has chainId/],
    [file(undefined, { domain: { name: "x".repeat(101) } }), /no short text/],
    [file(undefined, { domainSeparator: "0x12" }), /no hash/],
    [file(undefined, { anyContract: true }), /context has anyContract/],
    [file(undefined, {}, { $schema: "erc7730-v1.schema.json" }), /not version 2/],
    [file(undefined, {}, { context: { contract: {} } }), /not for typed data/],
    [null, /object is missing/],
  ];
  for (const [given, reason] of broken) {
    const { message } = assertThrows(() => compileTyped(given), Error);
    assert(reason.test(message), `${message} is not ${reason}`);
  }
  // An unreadable message does not affect the others.
  const { descriptor, left } = compileTyped(file({ [type]: whole, ...of("Bed(Row row)") }));
  assertEquals([Object.keys(descriptor.display.formats), left.length], [[type], 1]);
});
