/**
 * Deploys a contract that acts like a router: pulls approved amounts, returns them and calls in
 * again.
 */
import type { Address, Hex } from "viem";
import { daily } from "./grant.ts";
import {
  deployPuppet,
  native,
  type Permission,
  puppetData,
  selectors,
  unit,
} from "./permission.ts";
import type { Call, Stack } from "./stack.ts";
import { tokenData } from "./token.ts";

/** Router on a chain, and the calls to it. */
export type Router = {
  puppet: Address;
  /** Selector with which the puppet acts. */
  run: Hex;
  /** Approve it and call it, with 100 tokens and 100 wei a day. */
  routed: (account: Address, changes?: Partial<Permission>) => Promise<Permission>;
  pull: (from: Address, amount: bigint) => Call;
  give: (account: Address, amount: bigint) => Call;
  approve: (amount: bigint) => Call;
};

/** Deploys a router. */
export async function startRouter(stack: Stack): Promise<Router> {
  const [token] = stack.tokens;
  const puppet = await deployPuppet(stack);
  const run = puppetData("run", []).slice(0, 10) as Hex;
  const claim = puppetData("claim", []).slice(0, 10) as Hex;
  const routed = (account: Address, changes: Partial<Permission> = {}) =>
    daily(stack, account, {
      calls: [
        { target: token, selector: selectors.approve, rules: [] },
        { target: token, selector: selectors.transfer, rules: [] },
        { target: token, selector: selectors.transferFrom, rules: [] },
        { target: puppet, selector: run, rules: [] },
        { target: puppet, selector: claim, rules: [] },
      ],
      spends: [
        { token, allowance: 100n, unit: unit.day, multiplier: 1 },
        { token: native, allowance: 100n, unit: unit.day, multiplier: 1 },
      ],
      ...changes,
    });
  const pull = (from: Address, amount: bigint): Call => ({
    target: puppet,
    data: puppetData("run", [{
      target: token,
      data: tokenData.transferFrom(from, puppet, amount),
    }]),
  });
  const give = (account: Address, amount: bigint): Call => ({
    target: puppet,
    data: puppetData("claim", [{ target: token, data: tokenData.transfer(account, amount) }]),
  });
  const approve = (amount: bigint): Call => ({
    target: token,
    data: tokenData.approve(puppet, amount),
  });
  return { puppet, run, routed, pull, give, approve };
}
