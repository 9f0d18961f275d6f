/** Describes wrapped native currencies and Permit2. @module */
import {
  $schema,
  amount,
  type Descriptor,
  hidden,
  moment,
  on,
  party,
  raw,
  sent,
} from "../descriptor/descriptor.ts";

/** Minimum amount that counts as unlimited; Permit2 stores 160 bits. */
export const limitless = `0x1${"0".repeat(32)}`;

/**
 * WETH9 and similar contracts.
 *
 * @see https://docs.optimism.io/op-stack/protocol/smart-contracts (0x42…06 on every OP chain)
 * @see https://docs.uniswap.org/contracts/v3/reference/deployments/ (each chain's table)
 */
export const wrapped: Descriptor = {
  $schema,
  context: {
    $id: "Wrapped Ether",
    contract: {
      deployments: [
        ...on("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", 1),
        ...on("0x4200000000000000000000000000000000000006", 10, 8453),
        ...on("0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", 42161),
        ...on("0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14", 11155111),
      ],
    },
  },
  metadata: { owner: "WETH", contractName: "Wrapped Ether" },
  display: {
    formats: {
      "deposit()": { intent: "Wrap", fields: [sent("Amount")] },
      "withdraw(uint256 wad)": { intent: "Unwrap", fields: [amount("wad", "Amount", "@.to")] },
    },
  },
};

/** Struct of one token's allowance in Permit2. */
export const details = "(address token,uint160 amount,uint48 expiration,uint48 nonce)";

/**
 * Permit2, at the same address on every chain.
 *
 * @see https://docs.uniswap.org/contracts/permit2/overview
 */
export const permit2: Descriptor = {
  $schema,
  context: {
    $id: "Permit2",
    contract: {
      deployments: on(
        "0x000000000022D473030F116dDEE9F6B43aC78BA3",
        1,
        10,
        137,
        8453,
        42161,
        11155111,
      ),
    },
  },
  metadata: { owner: "Uniswap", contractName: "Permit2" },
  display: {
    formats: {
      "approve(address token,address spender,uint160 amount,uint48 expiration)": {
        intent: "Allow spending",
        fields: [
          party("spender", "Spender"),
          amount("amount", "Amount", "token", { threshold: limitless }),
          party("token", "Token"),
          moment("expiration", "Valid until"),
        ],
      },
      [
        `permit(address owner,(${details} details,address spender,uint256 sigDeadline) ` +
        "permitSingle,bytes signature)"
      ]: {
        intent: "Use a signed allowance",
        fields: [
          party("owner", "Whose tokens"),
          party("permitSingle.spender", "Spender"),
          amount("permitSingle.details.amount", "Amount", "permitSingle.details.token", {
            threshold: limitless,
          }),
          party("permitSingle.details.token", "Token"),
          moment("permitSingle.details.expiration", "Valid until"),
          raw("permitSingle.details.nonce", "Nonce"),
          moment("permitSingle.sigDeadline", "Signature valid until"),
          raw("signature", "Signature"),
        ],
      },
      [
        `permit(address owner,(${details}[] details,address spender,uint256 sigDeadline) ` +
        "permitBatch,bytes signature)"
      ]: {
        intent: "Use a signed allowance",
        fields: [
          party("owner", "Whose tokens"),
          party("permitBatch.spender", "Spender"),
          amount("permitBatch.details.[].amount", "Amount", "permitBatch.details.[].token", {
            threshold: limitless,
          }),
          moment("permitBatch.details.[].expiration", "Valid until"),
          moment("permitBatch.sigDeadline", "Signature valid until"),
          raw("signature", "Signature"),
          ...hidden("permitBatch.details.[].token", "permitBatch.details.[].nonce"),
        ],
      },
      "transferFrom((address from,address to,uint160 amount,address token)[] transferDetails)": {
        intent: "Move tokens",
        fields: [
          party("transferDetails.[].from", "From"),
          party("transferDetails.[].to", "To"),
          amount("transferDetails.[].amount", "Amount", "transferDetails.[].token"),
          ...hidden("transferDetails.[].token"),
        ],
      },
      "transferFrom(address from,address to,uint160 amount,address token)": {
        intent: "Move tokens",
        fields: [
          party("from", "From"),
          party("to", "To"),
          amount("amount", "Amount", "token"),
          party("token", "Token"),
        ],
      },
      "lockdown((address token,address spender)[] approvals)": {
        intent: "Take back allowances",
        fields: [
          party("approvals.[].token", "Token"),
          party("approvals.[].spender", "Spender"),
        ],
      },
      "invalidateNonces(address token,address spender,uint48 newNonce)": {
        intent: "Make signed allowances invalid",
        fields: [party("token", "Token"), party("spender", "Spender"), raw("newNonce", "Nonce")],
      },
    },
  },
};
