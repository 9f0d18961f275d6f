import { assertEquals, assertRejects } from "@std/assert";
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseAbi,
} from "viem";
import type { ServiceClient } from "../../client/client.ts";
import { AcctError } from "../../ground/errors.ts";
import { MAX_PERMISSION_ENTRIES } from "../../ground/limits.ts";
import { MULTICALL } from "../../chain/contracts.ts";
import { tokensToWatch } from "./granted_targets.ts";

const at = (number: number) => numberToHex(number, { size: 20 });
const account = at(0xacc);
const [router, vault, shop] = [at(0x101), at(0x102), at(0x103)];
const [listed, allowed, other, mute] = [at(0x201), at(0x202), at(0x203), at(0x204)];
const burner = at(0x205);
const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const permit2Abi = parseAbi([
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);
const word = (value: bigint) => numberToHex(value, { size: 32 });

/** An approval in the service's format. */
interface Given {
  readonly token: Address;
  readonly spender: Address;
  readonly own: boolean;
  /** True if the operator lists the token. */
  readonly listed?: true;
  readonly kind?: "operator" | "permit2";
}

/** A service of a chain on which `vault` is a token, and the router may take `allowed`. */
function service(
  held: readonly Address[] = [listed, allowed, other],
  allows: (token: Address, spender: Address) => bigint = (token, spender) =>
    spender === router && token !== other ? 5n : 0n,
  byPermit2: (token: Address, spender: Address) => bigint = () => 0n,
  given: readonly Given[] = [],
  more = false,
  received: readonly Address[] = [],
): ServiceClient & { reads: number; parts: number } {
  const one = (target: Address, data: Hex): { success: boolean; returnData: Hex } => {
    if (target === PERMIT2) {
      const [owner, token, spender] = decodeFunctionData({ abi: permit2Abi, data }).args;
      assertEquals(owner.toLowerCase(), account);
      const lower = (address: Address) => address.toLowerCase() as Address;
      const types = [{ type: "uint160" }, { type: "uint48" }, { type: "uint48" }] as const;
      const amount = byPermit2(lower(token), lower(spender));
      return { success: true, returnData: encodeAbiParameters(types, [amount, 9, 1]) };
    }
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    if (functionName === "balanceOf") {
      if (target === vault) return { success: true, returnData: word(0n) };
      if (target === shop) return { success: true, returnData: "0x" };
      const holds = held.includes(target) || received.includes(target);
      return target === router || target === mute
        ? { success: false, returnData: word(1n) }
        : { success: true, returnData: word(holds ? 3n : 0n) };
    }
    const [, spender] = args as readonly [Address, Address];
    return {
      success: true,
      returnData: word(allows(target, spender.toLowerCase() as Address)),
    };
  };
  const fake = {
    reads: 0,
    /** Number of responses for the list of approvals. */
    parts: 1,
    call: (method: string, params: { spenders?: readonly Address[] }) => {
      if (method === "acct_getApprovals") {
        fake.parts--;
        const approvals = given.filter(({ spender }) => params.spenders!.includes(spender))
          .map(({ listed, ...each }) => ({
            kind: "allowance",
            amount: "0x1",
            ...each,
            token: { address: each.token, ...(listed && { listed }) },
          }));
        const complete = fake.parts <= 0;
        return Promise.resolve([{ chainId: "0x1", approvals, received, complete, more }]);
      }
      assertEquals(method, "wallet_getAssets");
      const tokens = held.map((address) => ({ address }));
      return Promise.resolve({ "0x1": [{ address: null }, ...tokens] });
    },
    chain(_id: number, _method: string, [{ to, data }]: [{ to: Address; data: Hex }]) {
      if (to !== MULTICALL) {
        const { success, returnData } = one(to.toLowerCase() as Address, data);
        const reverts = new AcctError("internal", { row: { code: 3, message: "", advice: "" } });
        return success ? Promise.resolve(returnData) : Promise.reject(reverts);
      }
      fake.reads++;
      const { args } = decodeFunctionData({ abi: multicall3Abi, data });
      const calls = args![0] as readonly { target: Address; callData: Hex }[];
      let left = true;
      const result = calls.map(({ target, callData }) => {
        // A contract that burns its gas leaves none to the following calls.
        if (target === burner) left = false;
        return left
          ? one(target.toLowerCase() as Address, callData)
          : { success: false, returnData: "0x" as const };
      });
      return Promise.resolve(
        encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result }),
      );
    },
  };
  return fake as unknown as ServiceClient & { reads: number; parts: number };
}

const ask = async (of: ServiceClient, targets: readonly Address[]) =>
  (await watching(of, targets)).watched;

const watching = (of: ServiceClient, targets: readonly Address[]) =>
  tokensToWatch(of, {
    chainId: 1,
    account,
    spender: shop,
    expiry: 1,
    calls: targets.map((target) => ({ target, selector: "0x11111111", rules: [] })),
    spends: [{ token: listed, allowance: "0x1", unit: 0, multiplier: 1 }],
  }, new AbortController().signal);

Deno.test("granted targets: called tokens, and tokens that the targets may take, are watched", async () => {
  assertEquals(await ask(service(), [router]), [allowed, other]);
  assertEquals(await ask(service([]), [shop]), []);
  assertEquals(await ask(service(), [vault, router, router]), [vault, allowed, other]);
  // Its own allowance limits it.
  assertEquals(await ask(service([listed]), [listed]), []);
  const idle = service();
  assertEquals(await ask(idle, []), []);
  assertEquals(idle.reads, 0);
});

Deno.test("granted targets: many tokens are read in several requests, and too many rejected", async () => {
  const held = Array.from({ length: 300 }, (_, index) => at(0x1000 + index));
  const last = held.at(-1)!;
  const many = service(held, (token) => token === last ? 1n : 0n);
  // Allowed tokens come first; tokens that do not fit are listed.
  const { watched, unwatched } = await watching(many, [router]);
  assertEquals(watched, [last, ...held.slice(0, MAX_PERMISSION_ENTRIES - 1)]);
  assertEquals(unwatched, held.slice(MAX_PERMISSION_ENTRIES - 1, -1));
  // Four for the allowances, two for the balances.
  assertEquals(many.reads, 6);
  const all = held.slice(0, MAX_PERMISSION_ENTRIES);
  assertEquals(await ask(service(all, () => 1n), [router]), all);
  const error = await assertRejects(
    () => ask(service(held.slice(0, MAX_PERMISSION_ENTRIES + 1), () => 1n), [router]),
    AcctError,
  );
  assertEquals([error.data.cause, error.data.field], [
    "invalid_params",
    "params[0].permissions.calls",
  ]);
});

Deno.test("granted targets: tokens that they may take through Permit2 are watched", async () => {
  const by = service(
    [allowed, other],
    () => 0n,
    (token, spender) => token === other && spender === router ? 5n : 0n,
  );
  assertEquals(await ask(by, [router, shop]), [other, allowed]);
});

Deno.test("granted targets: without a token list the grant fails", async () => {
  // A service omits chains whose balances it could not read.
  const blind = service();
  const { call } = blind;
  blind.call =
    ((method: "wallet_getAssets", params) =>
      method === "wallet_getAssets" ? Promise.resolve({}) : call(method, params)) as typeof call;
  const error = await assertRejects(() => ask(blind, [router]), AcctError);
  assertEquals(error.data.cause, "chain_down");
});

Deno.test("granted targets: an allowed token is watched although the account's balance is zero", async () => {
  const unheld = at(0x301);
  const given = [{ token: unheld, spender: router, own: true }];
  const may = (token: Address, spender: Address) =>
    token === unheld && spender === router ? 5n : 0n;
  assertEquals(await ask(service([], may, undefined, given), [router]), [unheld]);
  // The chain decides, not the list.
  assertEquals(await ask(service([], () => 0n, undefined, given), [router]), []);
  // An allowance of another contract is not read, and an operator has no amounts.
  assertEquals(await ask(service([], may, undefined, given), [shop]), []);
  const operator = [{ ...given[0]!, kind: "operator" }] as const;
  assertEquals(await ask(service([], may, undefined, operator), [router]), []);
  // A called token with its own allowance may still take another token.
  const byListed = [{ token: unheld, spender: listed, own: true }];
  const takes = service([], (_, spender) => spender === listed ? 5n : 0n, undefined, byListed);
  assertEquals(await ask(takes, [listed]), [unheld]);
});

Deno.test("granted targets: owned tokens are watched, allowed or not", async () => {
  // For example, the shares of a lending market, which burns them without an allowance.
  const shares = at(0x302);
  const none = () => 0n;
  assertEquals(await ask(service([other], none), [shop]), [other]);
  const brought = service([], none, undefined, [], false, [shares]);
  assertEquals(await ask(brought, [shop]), [shares]);
  const both = service([shares], none, undefined, [], false, [shares]);
  assertEquals(await ask(both, [shop]), [shares]);
  // Received once and spent since.
  const spent = service([], none, undefined, [], false, [vault]);
  assertEquals(await ask(spent, [shop]), []);
});

Deno.test("granted targets: tokens that only others name are not watched", async () => {
  const strange = [at(0x4001), at(0x4002)];
  const [own, vouched] = [at(0x301), at(0x303)];
  const given: Given[] = [
    ...strange.map((token) => ({ token, spender: router, own: false })),
    { token: own, spender: router, own: true },
    // For example, a permit that anyone may submit.
    { token: vouched, spender: router, own: false, listed: true },
  ];
  const full = await watching(service([], () => 1n, undefined, given), [router]);
  assertEquals(full, { watched: [own, vouched], unwatched: strange, more: false });
  // A token that does not return its balance would make every use fail; it is listed instead.
  const silent = [{ token: mute, spender: router, own: true }];
  const partly = await watching(service([], () => 1n, undefined, silent, true), [router]);
  assertEquals(partly, { watched: [], unwatched: [mute], more: true });
});

Deno.test("granted targets: a long history is read in several requests; an endless one fails the grant", async () => {
  const slow = service([allowed]);
  slow.parts = 5;
  assertEquals(await ask(slow, [router]), [allowed]);
  const endless = service();
  endless.parts = 1_000;
  const error = await assertRejects(() => ask(endless, [router]), AcctError);
  assertEquals(error.data.cause, "chain_down");
});

Deno.test("granted targets: a contract that burns the gas does not hide others", async () => {
  const given = [burner, allowed].map((token) => ({ token, spender: router, own: true }));
  assertEquals(await ask(service([], () => 1n, undefined, given), [router]), [burner, allowed]);
});
