import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readPermit } from "./permit.ts";

const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const spender = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
const domain = { verifyingContract: token };

Deno.test("ERC-2612: spender, amount and deadline", () => {
  const message = { owner: token, spender, value: "5000000", nonce: "0", deadline: 1793577600 };
  assertEquals(readPermit("Permit", domain, message), {
    spender,
    grants: [{ token, amount: 5_000_000n }],
    until: 1793577600n,
  });
  const all = { ...message, value: `0x${"f".repeat(64)}` };
  assertEquals(readPermit("Permit", domain, all)?.grants[0]?.amount, null);
});

Deno.test("DAI: everything or nothing", () => {
  for (const allowed of [true, "true", 1, "1"]) {
    const permit = readPermit("Permit", domain, { spender, allowed, expiry: "0" });
    assertEquals(permit?.grants[0]?.amount, null);
    assertEquals(permit?.until, 0n);
  }
  for (const allowed of [false, "false", 0, "0x0"]) {
    assertEquals(readPermit("Permit", domain, { spender, allowed })?.grants[0]?.amount, 0n);
  }
});

Deno.test("Permit2: one, several, and transfers", () => {
  const details = { token, amount: (2n ** 160n - 1n).toString(), expiration: "10", nonce: 0 };
  assertEquals(readPermit("PermitSingle", {}, { details, spender }), {
    spender,
    grants: [{ token, amount: null }],
    until: 10n,
  });
  const batch = { details: [details, { ...details, amount: 7, expiration: 20 }], spender };
  assertEquals(readPermit("PermitBatch", {}, batch)?.grants.map(({ amount }) => amount), [
    null,
    7n,
  ]);
  assertEquals(readPermit("PermitBatch", {}, batch)?.until, 20n);
  const transfer = { permitted: { token, amount: "9" }, spender, deadline: "30" };
  assertEquals(readPermit("PermitTransferFrom", {}, transfer), {
    spender,
    grants: [{ token, amount: 9n }],
    until: 30n,
  });
});

Deno.test("other data is no permit, and odd data never throws", () => {
  for (const type of ["Order", "permit", "", "PermitX"]) {
    assertEquals(readPermit(type, domain, { spender }), null);
  }
  const types = fc.constantFrom("Permit", "PermitSingle", "PermitBatch", "PermitTransferFrom");
  fc.assert(fc.property(types, fc.dictionary(fc.string(), fc.anything()), (type, message) => {
    readPermit(type, message, message);
  }));
  const odd = { spender: 5, value: "many", deadline: {}, details: "x", permitted: [null, 1] };
  assertEquals(readPermit("Permit", {}, odd), {
    spender: null,
    grants: [{ token: null, amount: null }],
    until: null,
  });
});
