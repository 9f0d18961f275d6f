/**
 * Describes Uniswap's universal router: each byte of `commands` is a command, and the input at the
 * same index contains its arguments. Only commands that all listed versions share are decoded;
 * others are shown as bytes.
 *
 * @see https://docs.uniswap.org/contracts/universal-router/technical-reference
 * @see https://github.com/Uniswap/universal-router (Commands.sol, Dispatcher.sol, Payments.sol)
 * @module
 */
import {
  $schema,
  amount,
  type CommandFormat,
  type CommandTable,
  type Deployment,
  type Descriptor,
  type FieldFormat,
  hidden,
  moment,
  on,
  party,
  partyOf,
} from "../descriptor/descriptor.ts";
import { ether, held, payer, to } from "./router_words.ts";
import { details, limitless } from "./tokens.ts";
import { actions } from "./uniswap_v4.ts";

const pools: FieldFormat = { path: "path", label: "Pool fee", format: "pools" };
const steps: readonly FieldFormat[] = [{
  path: "inputs.[]",
  label: "Step",
  format: "commands",
  params: { commandsPath: "commands" },
}, ...hidden("commands")];

/** The commands of all versions. */
const shared: Readonly<Record<string, CommandFormat>> = {
  "0x00": {
    input:
      "V3_SWAP_EXACT_IN(address recipient,uint256 amountIn,uint256 amountOutMin,bytes path,bool payerIsUser)",
    intent: "Swap",
    fields: [
      amount("amountIn", "Amount given", "path.[0:20]", held),
      amount("amountOutMin", "Received at least", "path.[-20:]"),
      to,
      payer,
      pools,
    ],
  },
  "0x01": {
    input:
      "V3_SWAP_EXACT_OUT(address recipient,uint256 amountOut,uint256 amountInMax,bytes path,bool payerIsUser)",
    intent: "Swap",
    fields: [
      // The path is reversed: it starts with the received token.
      amount("amountInMax", "Given at most", "path.[-20:]"),
      amount("amountOut", "Amount received", "path.[0:20]"),
      to,
      payer,
      { ...pools, params: { reversed: true } },
    ],
  },
  "0x02": {
    input: "PERMIT2_TRANSFER_FROM(address token,address recipient,uint160 amount)",
    intent: "Move tokens of the caller",
    fields: [amount("amount", "Amount", "token"), to, ...hidden("token")],
  },
  "0x03": {
    input:
      `PERMIT2_PERMIT_BATCH((${details}[] details,address spender,uint256 sigDeadline) permitBatch,bytes signature)`,
    intent: "Use a signed allowance",
    fields: [
      party("permitBatch.spender", "Spender"),
      amount("permitBatch.details.[].amount", "Amount", "permitBatch.details.[].token", {
        threshold: limitless,
      }),
      moment("permitBatch.details.[].expiration", "Valid until"),
      moment("permitBatch.sigDeadline", "Signature valid until"),
      ...hidden("permitBatch.details.[].token", "permitBatch.details.[].nonce", "signature"),
    ],
  },
  "0x04": {
    // The router truncates the minimum to 160 bits. Larger values would not be enforced, so they
    // are rejected.
    input: "SWEEP(address token,address recipient,uint160 amountMin)",
    intent: "Pay out all that the router holds",
    fields: [amount("amountMin", "Received at least", "token", ether), to, ...hidden("token")],
  },
  "0x05": {
    input: "TRANSFER(address token,address recipient,uint256 value)",
    intent: "Pay out of what the router holds",
    fields: [amount("value", "Amount", "token", { ...ether, ...held }), to, ...hidden("token")],
  },
  "0x06": {
    input: "PAY_PORTION(address token,address recipient,uint256 bips)",
    intent: "Pay out a share of what the router holds",
    fields: [
      { path: "bips", label: "Share", format: "unit", params: { base: "%", decimals: 2 } },
      partyOf("token", "Token", {}),
      to,
    ],
  },
  "0x08": {
    input:
      "V2_SWAP_EXACT_IN(address recipient,uint256 amountIn,uint256 amountOutMin,address[] path,bool payerIsUser)",
    intent: "Swap",
    fields: [
      amount("amountIn", "Amount given", "path.[0]", {
        exactly: { ...held.exactly, "0": "Paid in by an earlier step" },
      }),
      amount("amountOutMin", "Received at least", "path.[-1]"),
      to,
      payer,
      ...hidden("path"),
    ],
  },
  "0x09": {
    input:
      "V2_SWAP_EXACT_OUT(address recipient,uint256 amountOut,uint256 amountInMax,address[] path,bool payerIsUser)",
    intent: "Swap",
    fields: [
      amount("amountInMax", "Given at most", "path.[0]"),
      amount("amountOut", "Amount received", "path.[-1]"),
      to,
      payer,
      ...hidden("path"),
    ],
  },
  "0x0a": {
    input:
      `PERMIT2_PERMIT((${details} details,address spender,uint256 sigDeadline) permitSingle,bytes signature)`,
    intent: "Use a signed allowance",
    fields: [
      party("permitSingle.spender", "Spender"),
      amount("permitSingle.details.amount", "Amount", "permitSingle.details.token", {
        threshold: limitless,
      }),
      moment("permitSingle.details.expiration", "Valid until"),
      moment("permitSingle.sigDeadline", "Signature valid until"),
      ...hidden("permitSingle.details.token", "permitSingle.details.nonce", "signature"),
    ],
  },
  "0x0b": {
    input: "WRAP_ETH(address recipient,uint256 amountMin)",
    intent: "Wrap what the router holds",
    fields: [{ path: "amountMin", label: "Amount", format: "amount", params: held }, to],
  },
  "0x0c": {
    input: "UNWRAP_WETH(address recipient,uint256 amountMin)",
    intent: "Unwrap all that the router holds",
    fields: [{ path: "amountMin", label: "Received at least", format: "amount" }, to],
  },
  "0x0d": {
    input:
      "PERMIT2_TRANSFER_FROM_BATCH((address from,address to,uint160 amount,address token)[] batchDetails)",
    intent: "Move tokens",
    fields: [
      party("batchDetails.[].from", "From"),
      party("batchDetails.[].to", "To"),
      amount("batchDetails.[].amount", "Amount", "batchDetails.[].token"),
      ...hidden("batchDetails.[].token"),
    ],
  },
  "0x0e": {
    input: "BALANCE_CHECK_ERC20(address owner,address token,uint256 minBalance)",
    intent: "Go on only with a balance",
    fields: [
      party("owner", "Of"),
      amount("minBalance", "At least", "token"),
      ...hidden("token"),
    ],
  },
  "0x21": {
    input: "EXECUTE_SUB_PLAN(bytes commands,bytes[] inputs)",
    intent: "Several steps",
    fields: steps,
  },
};

/** Commands of the second version only; position commands are named but not decoded. */
const second: Readonly<Record<string, CommandFormat>> = {
  "0x10": {
    input: "V4_SWAP(bytes actions,bytes[] params)",
    intent: "Swap in Uniswap v4",
    fields: [{
      path: "params.[]",
      label: "Step",
      format: "commands",
      params: { commandsPath: "actions", table: "actions" },
    }, ...hidden("actions")],
  },
  "0x11": { intent: "Allow a v3 position (not read)", fields: [] },
  "0x12": { intent: "Change a v3 position (not read)", fields: [] },
  "0x13": { intent: "Open a v4 pool (not read)", fields: [] },
  "0x14": { intent: "Change a v4 position (not read)", fields: [] },
};

function router(
  version: string,
  deployments: readonly Deployment[],
  tables: Pick<Descriptor["display"], CommandTable>,
): Descriptor {
  return {
    $schema,
    context: { $id: `Uniswap Universal Router ${version}`, contract: { deployments } },
    metadata: {
      owner: "Uniswap",
      contractName: "Uniswap Universal Router",
      enums: { payer: { true: "the caller", false: "what the router holds" } },
    },
    display: {
      formats: {
        "execute(bytes commands,bytes[] inputs,uint256 deadline)": {
          intent: "Swap or other steps",
          fields: [moment("deadline", "Deadline"), ...steps],
        },
        "execute(bytes commands,bytes[] inputs)": {
          intent: "Swap or other steps",
          fields: steps,
        },
      },
      ...tables,
    },
  };
}

/**
 * The version before Uniswap v4.
 *
 * @see https://github.com/Uniswap/universal-router (deploy-addresses: UniversalRouterV1_2_V2Support)
 */
export const universalRouter1: Descriptor = router(
  "1.2",
  on("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD", 1),
  { commands: shared },
);

/**
 * The version with Uniswap v4.
 *
 * @see https://docs.uniswap.org/contracts/v4/deployments
 */
export const universalRouter2: Descriptor = router(
  "2",
  [
    ...on("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", 1),
    ...on("0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507", 10),
    ...on("0x1095692A6237d83C6a72F3F5eFEdb9A670C49223", 137),
    ...on("0x6fF5693b99212Da76ad316178A184AB56D299b43", 8453),
    ...on("0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3", 42161),
  ],
  { commands: { ...shared, ...second }, actions },
);
