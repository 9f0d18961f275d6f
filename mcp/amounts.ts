/** Converts amounts of the agent's token to text and back. @module */
import { type Address, erc20Abi, formatUnits, parseUnits, type PublicClient } from "viem";
import { Refused } from "./refused.ts";

/** Converts amounts of one token. */
export interface Amounts {
  /** Parses an amount such as `0.5`; throws `Refused` if it is zero or has too many decimals. */
  parse(text: string): Promise<bigint>;
  /** Formats an amount with the token's symbol. */
  format(amount: bigint): Promise<string>;
}

/** Reads decimals and symbol of the token once; a failed read is repeated. */
export function createAmounts(
  client: Pick<PublicClient, "readContract">,
  token: Address,
): Amounts {
  const read = { address: token, abi: erc20Abi } as const;
  let unit: Promise<{ readonly decimals: number; readonly symbol: string }> | undefined;
  const tokenUnit = () => {
    unit ??= Promise.all([
      client.readContract({ ...read, functionName: "decimals" }),
      client.readContract({ ...read, functionName: "symbol" }),
    ]).then(([decimals, symbol]) => ({ decimals, symbol: symbol.slice(0, 16) }));
    unit.catch(() => unit = undefined);
    return unit;
  };
  return {
    async parse(text) {
      const { decimals } = await tokenUnit();
      const [, fraction = ""] = text.split(".");
      if (fraction.length > decimals) {
        throw new Refused(`${text} has more than ${decimals} decimals.`);
      }
      const amount = parseUnits(text, decimals);
      if (amount === 0n) throw new Refused("The amount is zero.");
      return amount;
    },
    async format(amount) {
      const { decimals, symbol } = await tokenUnit();
      return `${formatUnits(amount, decimals)} ${symbol}`;
    },
  };
}
