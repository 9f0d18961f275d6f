/**
 * Describes the actions of a swap in Uniswap v4: swaps cause debts to and credits from the pools,
 * which other actions settle and take. Only actions that transfer tokens name a payer or recipient.
 *
 * @see https://docs.uniswap.org/contracts/v4/reference/periphery/V4Router
 * @see https://github.com/Uniswap/v4-periphery (Actions.sol, V4Router.sol, IV4Router.sol)
 * @module
 */
import {
  amount,
  type CommandFormat,
  type FieldFormat,
  type FormatParams,
  hidden,
  party,
  partyOf,
} from "../descriptor/descriptor.ts";
import { ether, held, payer, to } from "./router_words.ts";
import { limitless } from "./tokens.ts";

const zeroAddress = "0x0000000000000000000000000000000000000000";

/** Shows an amount of the spent or received currency of a pool, by the direction of the swap. */
function side(path: string, label: string, given: boolean, more: FormatParams = {}): FieldFormat {
  const [zero, one] = ["params.poolKey.currency0", "params.poolKey.currency1"];
  return {
    path,
    label,
    format: "tokenAmount",
    params: {
      ...ether,
      ...more,
      tokenPathIf: {
        path: "params.zeroForOne",
        true: given ? zero : one,
        false: given ? one : zero,
      },
    },
  };
}

/** Shows a pool's fee and its hooks contract. */
function pool(at: string, data: string): readonly FieldFormat[] {
  return [
    {
      path: `${at}.fee`,
      label: "Pool fee",
      format: "unit",
      params: {
        base: "%",
        decimals: 4,
        exactly: { [String(0x800000)]: "As the pool's hook says" },
      },
    },
    { ...party(`${at}.hooks`, "Hook of the pool"), visible: { ifNotIn: [zeroAddress] } },
    { path: data, label: "Data for the hook", format: "raw", visible: { ifNotIn: ["0x"] } },
    ...hidden(`${at}.tickSpacing`),
  ];
}

const key =
  "(address currency0,address currency1,uint24 fee,int24 tickSpacing,address hooks) poolKey";
const path =
  "(address intermediateCurrency,uint24 fee,int24 tickSpacing,address hooks,bytes hookData)[] path";
const one = [
  ...pool("params.poolKey", "params.hookData"),
  ...hidden("params.poolKey.currency0", "params.poolKey.currency1", "params.zeroForOne"),
];
const many = [
  ...pool("params.path.[]", "params.path.[].hookData"),
  partyOf("params.path.[].intermediateCurrency", "By way of", {}),
];

/** Placeholder amount of the credit from earlier actions. */
const credit = { exactly: { "0": "All that earlier steps gave" } };

/** Placeholder amount of the debt from earlier actions. */
const debt = { exactly: { "0": "All that is owed" } };

/** The actions of a swap. */
export const actions: Readonly<Record<string, CommandFormat>> = {
  "0x06": {
    input:
      `SWAP_EXACT_IN_SINGLE((${key},bool zeroForOne,uint128 amountIn,uint128 amountOutMinimum,bytes hookData) params)`,
    intent: "Swap",
    fields: [
      side("params.amountIn", "Amount given", true, credit),
      side("params.amountOutMinimum", "Received at least", false),
      ...one,
    ],
  },
  "0x07": {
    input:
      `SWAP_EXACT_IN((address currencyIn,${path},uint128 amountIn,uint128 amountOutMinimum) params)`,
    intent: "Swap",
    fields: [
      amount("params.amountIn", "Amount given", "params.currencyIn", { ...ether, ...credit }),
      amount(
        "params.amountOutMinimum",
        "Received at least",
        "params.path.[-1].intermediateCurrency",
        ether,
      ),
      ...many,
      ...hidden("params.currencyIn"),
    ],
  },
  "0x08": {
    input:
      `SWAP_EXACT_OUT_SINGLE((${key},bool zeroForOne,uint128 amountOut,uint128 amountInMaximum,bytes hookData) params)`,
    intent: "Swap",
    fields: [
      side("params.amountInMaximum", "Given at most", true),
      side("params.amountOut", "Amount received", false, debt),
      ...one,
    ],
  },
  "0x09": {
    input:
      `SWAP_EXACT_OUT((address currencyOut,${path},uint128 amountOut,uint128 amountInMaximum) params)`,
    intent: "Swap",
    fields: [
      // The path lists the currencies after the spent one; only the received one is separate.
      amount(
        "params.amountInMaximum",
        "Given at most",
        "params.path.[0].intermediateCurrency",
        ether,
      ),
      amount("params.amountOut", "Amount received", "params.currencyOut", {
        ...ether,
        ...debt,
      }),
      ...many,
      ...hidden("params.currencyOut"),
    ],
  },
  "0x0b": {
    input: "SETTLE(address currency,uint256 amount,bool payerIsUser)",
    intent: "Pay into the pools",
    fields: [
      amount("amount", "Amount", "currency", {
        ...ether,
        exactly: { ...held.exactly, ...debt.exactly },
      }),
      payer,
      ...hidden("currency"),
    ],
  },
  "0x0c": {
    input: "SETTLE_ALL(address currency,uint256 maxAmount)",
    intent: "Pay all that is owed to the pools",
    fields: [
      amount("maxAmount", "Given at most", "currency", {
        ...ether,
        threshold: limitless,
        message: "The amount owed",
      }),
      party("@.from", "Taken from"),
      ...hidden("currency"),
    ],
  },
  "0x0e": {
    input: "TAKE(address currency,address recipient,uint256 amount)",
    intent: "Take out of the pools",
    fields: [
      amount("amount", "Amount", "currency", {
        ...ether,
        ...credit,
      }),
      to,
      ...hidden("currency"),
    ],
  },
  "0x0f": {
    input: "TAKE_ALL(address currency,uint256 minAmount)",
    intent: "Take all that the swap gave",
    fields: [
      amount("minAmount", "Received at least", "currency", ether),
      party("@.from", "To"),
      ...hidden("currency"),
    ],
  },
  "0x10": {
    input: "TAKE_PORTION(address currency,address recipient,uint256 bips)",
    intent: "Take a share of what the swap gave",
    fields: [
      { path: "bips", label: "Share", format: "unit", params: { base: "%", decimals: 2 } },
      partyOf("currency", "Token", {}),
      to,
    ],
  },
};
