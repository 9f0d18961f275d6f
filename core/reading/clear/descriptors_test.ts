import { assert, assertEquals } from "@std/assert";
import { keccak256, stringToHex } from "viem";
import { parseFunction } from "./registry.ts";
import { shapeOf } from "../../abi/shape.ts";
import type { Descriptor, FunctionFormat } from "../descriptor/descriptor.ts";
import { functionProblems, headProblems } from "./rules.ts";
import { convention, descriptors } from "../descriptors/mod.ts";

Deno.test("descriptors: all of them are well formed", () => {
  const seen = new Set<string>();
  for (const descriptor of descriptors) {
    const { context, display } = descriptor;
    assertEquals([context.$id, ...headProblems(descriptor)], [context.$id]);
    for (const { chainId, address } of context.contract.deployments) {
      const key = `${chainId}:${address}`;
      assert(!seen.has(key), `${key} is described twice`);
      seen.add(key);
    }
    checkFunctions(descriptor);
    const tables = [display.commands, display.actions].map((table) => Object.entries(table ?? {}));
    for (const [type, { input, ...format }] of tables.flat()) {
      assert(/^0x[0-7][0-9a-f]$/.test(type), type);
      if (input === undefined) assertEquals(format.fields, [], `${type} is not read`);
      else checkFunction(input, format, descriptor);
    }
  }
  assertEquals(convention.context.contract.deployments, []);
  checkFunctions(convention);
});

function checkFunctions(descriptor: Descriptor) {
  const selectors = new Set<string>();
  for (const [key, format] of Object.entries(descriptor.display.formats)) {
    checkFunction(key, format, descriptor);
    const { selector } = shapeOf(parseFunction(key));
    assert(!selectors.has(selector), `${key} is there twice`);
    selectors.add(selector);
  }
}

function checkFunction(key: string, format: FunctionFormat, descriptor: Descriptor) {
  assertEquals([key, ...functionProblems(key, format, descriptor)], [key]);
}

Deno.test("descriptors: they equal the pinned version", () => {
  // After a change, check every address again, then update the hash.
  assertEquals(
    keccak256(stringToHex(JSON.stringify([descriptors, convention]))),
    "0x342d48c46d860be40c0fdbb8bb25fbc5ed782aabd7aa78c2a52c8dc9d781c676",
  );
});
