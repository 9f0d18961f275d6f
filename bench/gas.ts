/** Reports the gas of operations, measured by `contracts/gas.ts`. @module */
import {
  bars,
  type GasTable,
  measureGas,
  measurePaymasters,
  openZeppelin,
} from "../contracts/gas.ts";
import type { Part } from "./report.ts";

/** Measures gas. */
export async function reportGas(): Promise<Part> {
  const precompile = await measureGas();
  const solidity = await measureGas("prague");
  const theirs = await measureGas("osaka", openZeppelin);
  const names = Object.keys(bars) as (keyof GasTable)[];
  const [sponsored, prepaid, postpaid] = await measurePaymasters();
  return {
    sections: [
      {
        title: "Gas",
        about:
          "Gas of the whole `handleOps` transaction with one operation that the account pays for, with " +
          "the P-256 precompile, and with the curve in Solidity. Baseline: an account made of " +
          "OpenZeppelin's building blocks, with the same kind of passkey.",
        columns: ["", "With precompile", "Without", "OpenZeppelin's blocks"],
        rows: names.map((name) => [name, precompile[name], solidity[name], theirs[name]]),
      },
      {
        title: "Gas by payer",
        about: "An ether transfer with the precompile, paid by a sponsor or in a token.",
        columns: ["Payer", "Gas"],
        rows: [
          ["the account", precompile["ether transfer"]],
          ["sponsor", sponsored],
          ["token, prepaid", prepaid],
          ["token, postpaid", postpaid],
        ],
      },
    ],
  };
}
