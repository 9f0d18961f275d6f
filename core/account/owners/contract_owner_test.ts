import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { Hex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import { type CodeAt, refuseContract } from "./contract_owner.ts";

const address: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const delegation: Hex = `0xef0100${"11".repeat(20)}`;
const at = (...codes: readonly unknown[]): CodeAt[] =>
  codes.map((code, index) => ({ chain: `Chain ${index}`, code }));

Deno.test("contract owner: an address without code, or that delegates, keeps its key", () => {
  for (const code of ["0x", delegation, delegation.toUpperCase().replace("0X", "0x")]) {
    refuseContract(address, at("0x", code), "owner");
  }
});

Deno.test("contract owner: code on any chain is rejected, with address, chains and rule", () => {
  const codes = [
    "0x00",
    "0x60006000",
    // Any other length is the code of a contract.
    delegation.slice(0, -2),
    `${delegation}00`,
    "0xef0101" + delegation.slice(8),
  ];
  for (const code of codes) {
    const error = assertThrows(
      () => refuseContract(address, at("0x", code, "0x", code), "params[0].owner"),
      AcctError,
    );
    assertEquals([error.data.cause, error.data.field], ["owner_is_contract", "params[0].owner"]);
    for (const word of [address, "Chain 1, Chain 3.", "cannot be an owner"]) {
      assertStringIncludes(error.message, word, code);
    }
  }
});

Deno.test("contract owner: a chain that did not answer proves nothing, and hides no other chain", () => {
  refuseContract(address, at(null, undefined, "rate limited", {}), "owner");
  assertThrows(() => refuseContract(address, at(null, "0x6000"), "owner"), AcctError);
});
