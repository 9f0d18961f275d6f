import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import type { ServiceClient } from "../../client/client.ts";
import { tokenAbi } from "../../chain/abi.ts";
import { $schema, type Descriptor } from "../descriptor/descriptor.ts";
import {
  descriptorHash,
  type DescriptorSource,
  loadFurther,
  MAX_DESCRIPTOR_LENGTH,
} from "./further.ts";
import { hashes } from "./hashes.ts";

const garden: Hex = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const other: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const data = encodeFunctionData({
  abi: parseAbi(["function plant(uint256 amount)"]),
  args: [1n],
});
const descriptor = (address: Hex, intent = "Plant seeds"): Descriptor => ({
  $schema,
  context: { $id: "Garden", contract: { deployments: [{ chainId: 1, address }] } },
  metadata: { owner: "Club", contractName: "Garden" },
  display: {
    formats: {
      "plant(uint256 amount)": {
        intent,
        fields: [{ path: "amount", label: "Amount", format: "raw" }],
      },
    },
  },
});
const signal = new AbortController().signal;

/** Loads from a service that answers with these texts. */
async function load(
  texts: readonly string[] | Error,
  believed: readonly string[],
  calls: readonly { to: Hex; data: Hex }[] = [{ to: garden, data }],
  has = true,
) {
  const asked: unknown[] = [];
  const call = (_method: string, params: unknown) => {
    asked.push(params);
    return texts instanceof Error ? Promise.reject(texts) : Promise.resolve(texts);
  };
  const service: DescriptorSource = {
    call: call as ServiceClient["call"],
    configuration: () =>
      Promise.resolve({ version: 1, keysUrl: "", chains: [], ...(has && { descriptors: true }) }),
  };
  const known = new Set(await Promise.all(believed.map(descriptorHash)));
  const found = await loadFurther(
    service,
    { chainId: 1, calls },
    signal,
    () => Promise.resolve(known),
  );
  return { asked, intents: found.map(({ display }) => Object.values(display.formats)[0]!.intent) };
}

Deno.test("registry: a descriptor is accepted only with its exact hash", async () => {
  const text = JSON.stringify(descriptor(garden));
  assertEquals((await load([text], [text])).intents, ["Plant seeds"]);
  for (
    const forged of [
      `${text} `,
      text.replace("Plant seeds", "Take gifts!"),
      JSON.stringify(descriptor(garden, "Claim your reward")),
      "{",
      "x".repeat(MAX_DESCRIPTOR_LENGTH + 1),
    ]
  ) assertEquals((await load([forged], [text])).intents, [], forged.slice(0, 40));
  // Not a descriptor, although its hash is trusted.
  assertEquals((await load(["null"], ["null"])).intents, []);
  assertEquals((await load(new Error("down"), [text])).intents, []);
});

Deno.test("registry: a service without descriptors receives no request for them", async () => {
  const text = JSON.stringify(descriptor(garden));
  const { asked, intents } = await load([text], [text], undefined, false);
  assertEquals([asked, intents], [[], []]);
});

Deno.test("registry: a descriptor for another contract or chain explains nothing", async () => {
  const text = JSON.stringify(descriptor(other));
  assertEquals((await load([text], [text])).intents, []);
  const elsewhere = JSON.stringify({
    ...descriptor(garden),
    context: { $id: "x", contract: { deployments: [{ chainId: 10, address: garden }] } },
  });
  assertEquals((await load([elsewhere], [elsewhere])).intents, []);
});

Deno.test("registry: only unexplained contracts are requested, each once, up to the limit", async () => {
  const transfer = encodeFunctionData({
    abi: tokenAbi,
    functionName: "transfer",
    args: [other, 1n],
  });
  assertEquals(
    (await load([], [], [{ to: garden, data: "0x" }, { to: other, data: transfer }])).asked,
    [],
  );
  const many = Array.from({ length: 20 }, (_, index) => ({
    to: `0x${String(10 + index).repeat(20)}` as Hex,
    data,
  }));
  const { asked } = await load([], [], [...many.slice(0, 1), ...many]);
  assertEquals((asked[0] as { contracts: unknown[] }).contracts.length, 8);
});

Deno.test("registry: the release's hashes are complete", () => {
  assertEquals([...hashes].filter((hash) => !/^[\w-]{43}$/.test(hash)), []);
  assertEquals(hashes.size > 0, true);
});
