/** Builds calls for the tests of clear signing, and formats explanations for comparison. */
import { type Address, encodeFunctionData, type Hex } from "viem";
import type { CallView } from "../dialog/types.ts";
import { parseFunction } from "../reading/clear/registry.ts";
import { explainer } from "../reading/clear/mod.ts";
import { decodeCalls } from "../reading/decode.ts";
import type { FieldValue } from "../dialog/explanation.ts";

export const native = { symbol: "ETH", decimals: 18 };
/** Tokens on Ethereum mainnet. */
export const usdc: Address = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
export const weth: Address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
/** Address of the account. */
export const me: Address = `0x${"ac".repeat(20)}`;
/** Address of another account. */
export const friend: Address = `0x${"22".repeat(20)}`;
/** Tokens that the service describes. */
export const tokens = [
  { address: usdc, symbol: "USDC", name: "USD Coin", decimals: 6 },
  { address: weth, symbol: "WETH", name: "Wrapped Ether", decimals: 18 },
];
const none = { value: undefined, path: "abi" };

/** Encodes a function, written as in descriptors. */
export function encode(signature: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: [parseFunction(signature)], args });
}

/** Decodes and explains a call as for a dialog. */
export function explain(
  to: Address,
  data: Hex,
  { chainId = 1, value = 0n, account = me, abi }: {
    chainId?: number;
    value?: bigint;
    account?: Address;
    abi?: unknown;
  } = {},
): CallView {
  const [view] = decodeCalls(
    [{ to, value, data }],
    native,
    tokens,
    explainer({ chainId, account, native, abi: { value: abi, path: "abi" }, abis: [none] }),
  );
  return view!;
}

/** Reduces a value for comparison. */
export function said(value: FieldValue): unknown {
  switch (value.kind) {
    case "amount":
      return [value.amount, value.token?.symbol ?? value.address, value.beyond];
    case "address":
      return value.address.toLowerCase();
    case "date":
    case "duration":
      return value.seconds;
    case "unit":
      return [value.value, value.decimals, value.unit];
    case "text":
      return value.text;
    case "item":
      return [value.id, value.collection];
    default:
      return value.value;
  }
}

/** Lists the fields of a call by their labels. */
export function fieldsOf(view: CallView): Record<string, unknown> {
  return Object.fromEntries(
    view.explanation!.fields.map(({ label, value }) => [label, said(value)]),
  );
}
