import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { acctBytecode } from "../../contracts/artifacts/acct_bytecode.ts";
import { acctSecondBytecode } from "../../contracts/artifacts/test/acct_second_bytecode.ts";
import { releaseSecondVersion, secondVersion } from "../../contracts/testing/second_version.ts";
import { implementationAt } from "../account/code.ts";
import { contracts, implementations } from "./contracts.ts";
import { implementationCodes, isCodeOf } from "./implementation_codes.ts";

Deno.test("implementations: the released versions, each by address and code", () => {
  assertEquals(implementations.map(({ version }) => version), [1]);
  assertEquals(implementations[0]!.address, contracts.implementation);
  const [first] = implementations;
  const code: Hex = acctBytecode.runtimeCode;
  assertEquals(isCodeOf(first!, code), true);
  // These words differ between chains.
  const at = 2 + implementationCodes[1]!.words[0]! * 2;
  assertEquals(
    isCodeOf(first!, `${code.slice(0, at)}${"ab".repeat(32)}${code.slice(at + 64)}` as Hex),
    true,
  );
  // No other byte may differ.
  for (const place of [2, at - 2, at + 64, code.length - 2]) {
    const byte = code.slice(place, place + 2) === "5b" ? "5c" : "5b";
    const other = `${code.slice(0, place)}${byte}${code.slice(place + 2)}` as Hex;
    assertEquals(isCodeOf(first!, other), false, `${place}`);
  }
  assertEquals(isCodeOf(first!, "0x"), false);
  assertEquals(isCodeOf(first!, `${code}00`), false);
  assertEquals(isCodeOf(first!, acctSecondBytecode.runtimeCode), false);
});

Deno.test("implementations: releases made by tests are removed after them", () => {
  const known = () => implementationAt(secondVersion.address.toLowerCase() as Hex)?.version;
  assertEquals(known(), undefined);
  {
    using _ = releaseSecondVersion();
    assertEquals(known(), 2);
  }
  assertEquals(known(), undefined);
});
