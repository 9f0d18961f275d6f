import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { decodeCalls } from "../decode.ts";
import { functionProblems } from "../clear/rules.ts";
import { $schema, type Descriptor } from "../descriptor/descriptor.ts";
import { explainer } from "../clear/mod.ts";
import { ownWords } from "./own_words.ts";

const manager: Hex = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const me: Hex = `0x${"11".repeat(20)}`;
const vague = { intent: "Manage session manager", fields: [] };
const descriptor: Descriptor = {
  $schema,
  context: { $id: "Manager", contract: { deployments: [{ chainId: 1, address: manager }] } },
  metadata: { owner: "Sessions", contractName: "SessionManager" },
  display: {
    formats: {
      "acceptOwnership()": vague,
      "renounceOwnership()": vague,
      "transferOwnership(address to)": { ...vague, fields: [] },
      "open()": { intent: "Open a session", fields: [] },
    },
  },
};
const abi = parseAbi([
  "function acceptOwnership()",
  "function renounceOwnership()",
  "function transferOwnership(address to)",
  "function open()",
]);

Deno.test("own words: changes of control are described as such, for any descriptor", () => {
  const native = { symbol: "ETH", decimals: 18 };
  const nothing = { value: undefined, path: "" };
  const explain = explainer({
    chainId: 1,
    account: me,
    native,
    abi: nothing,
    abis: [nothing],
    further: [descriptor],
  });
  const read = (data: Hex) =>
    decodeCalls([{ to: manager, value: 0n, data }], native, [], explain)[0]!.explanation;
  const intent = (name: "acceptOwnership" | "renounceOwnership" | "open") =>
    read(encodeFunctionData({ abi, functionName: name }))?.intent;
  assertEquals(intent("acceptOwnership"), "Take over the contract");
  assertEquals(intent("renounceOwnership"), "Give up the contract for good");
  assertEquals(intent("open"), "Open a session");
  const handed = read(
    encodeFunctionData({ abi, functionName: "transferOwnership", args: [manager] }),
  );
  assertEquals([handed?.intent, handed?.contract], ["Hand over the contract", "SessionManager"]);
  assert(handed?.fields.some(({ label }) => label === "New owner"));
});

Deno.test("own words: each description shows all values of its function", () => {
  for (const [key, format] of Object.entries(ownWords)) {
    assertEquals([key, ...functionProblems(key, format, descriptor)], [key]);
  }
});
