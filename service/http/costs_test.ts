import { assertEquals } from "@std/assert";
import { chainMethods } from "../rpc/chain_methods.ts";
import { methods } from "../rpc/methods.ts";
import { defaultCosts, extraCost, isShared } from "./costs.ts";

Deno.test("costs: every default names a method, and no body counts less than its requests", () => {
  const paymaster = ["pm_getPaymasterData", "pm_getPaymasterStubData"];
  const known = new Set([...methods.keys(), ...chainMethods, ...paymaster]);
  assertEquals(Object.keys(defaultCosts).filter((name) => !known.has(name)), []);
  const bodies: readonly (readonly [unknown, number])[] = [
    [{ method: "acct_prepare" }, 2],
    [{ method: "eth_blockNumber" }, 0],
    [[{ method: "acct_prepare" }, { method: "eth_blockNumber" }], 4],
    [[[{ method: "acct_prepare" }], null, 7, "acct_prepare", { method: ["acct_prepare"] }], 5],
    [[], 0],
    [null, 0],
    ["acct_prepare", 0],
    [{ method: "hasOwnProperty" }, 0],
    [Array.from({ length: 1_000 }, () => ({ method: "eth_getLogs" })), 500],
  ];
  for (const [body, extra] of bodies) assertEquals(extraCost(body, defaultCosts), extra);
});

Deno.test("costs: rates that an operator makes cheap keep the shares of keys", () => {
  const cheap = Object.fromEntries(Object.keys(defaultCosts).map((name) => [name, 1]));
  for (const name of Object.keys(defaultCosts)) assertEquals(isShared(name, cheap), true, name);
  const others = ["eth_chainId", "unknown", "__proto__", "constructor"];
  for (const name of others) assertEquals(isShared(name, cheap), false, name);
  assertEquals(isShared("eth_call", { ...cheap, eth_call: 2 }), true);
});
