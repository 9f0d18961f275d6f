/** Describes lending, staking and bridging of USDC. @module */
import {
  $schema,
  amount,
  type Descriptor,
  hidden,
  on,
  party,
  raw,
  sent,
} from "../descriptor/descriptor.ts";

/** Amount that means the whole balance: the largest number. */
const all = `0x${"f".repeat(64)}`;

/**
 * Aave v3: the pool of each chain's main market.
 *
 * @see https://github.com/bgd-labs/aave-address-book (AaveV3Ethereum, AaveV3Base, …: POOL)
 */
export const aave: Descriptor = {
  $schema,
  context: {
    $id: "Aave v3 Pool",
    contract: {
      deployments: [
        ...on("0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2", 1),
        ...on("0x794a61358D6845594F94dc1DB02A252b5b4814aD", 10, 137, 42161),
        ...on("0xA238Dd80C259a72e81d7e4664a9801593F98d1c5", 8453),
      ],
    },
  },
  metadata: {
    owner: "Aave",
    contractName: "Aave v3 Pool",
    enums: { rate: { "1": "stable", "2": "variable" } },
  },
  display: {
    formats: {
      "supply(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)": {
        intent: "Supply",
        fields: [
          amount("amount", "Amount", "asset"),
          party("onBehalfOf", "Credited to"),
          ...hidden("asset", "referralCode"),
        ],
      },
      "withdraw(address asset,uint256 amount,address to)": {
        intent: "Withdraw",
        fields: [
          amount("amount", "Amount", "asset", { threshold: all, message: "Everything" }),
          party("to", "To"),
          ...hidden("asset"),
        ],
      },
      "borrow(address asset,uint256 amount,uint256 interestRateMode,uint16 referralCode,address onBehalfOf)":
        {
          intent: "Borrow",
          fields: [
            amount("amount", "Amount", "asset"),
            {
              path: "interestRateMode",
              label: "Interest rate",
              format: "enum",
              params: { $ref: "$.metadata.enums.rate" },
            },
            party("onBehalfOf", "Whose debt"),
            ...hidden("asset", "referralCode"),
          ],
        },
      "repay(address asset,uint256 amount,uint256 interestRateMode,address onBehalfOf)": {
        intent: "Repay",
        fields: [
          amount("amount", "Amount", "asset", { threshold: all, message: "The whole debt" }),
          {
            path: "interestRateMode",
            label: "Interest rate",
            format: "enum",
            params: { $ref: "$.metadata.enums.rate" },
          },
          party("onBehalfOf", "Whose debt"),
          ...hidden("asset"),
        ],
      },
      "setUserUseReserveAsCollateral(address asset,bool useAsCollateral)": {
        intent: "Change collateral",
        fields: [party("asset", "Asset"), raw("useAsCollateral", "Use as collateral")],
      },
    },
  },
};

/**
 * Lido: staking.
 *
 * @see https://docs.lido.fi/deployed-contracts/
 */
export const lido: Descriptor = {
  $schema,
  context: {
    $id: "Lido stETH",
    contract: { deployments: on("0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84", 1) },
  },
  metadata: { owner: "Lido", contractName: "Lido stETH" },
  display: {
    formats: {
      "submit(address _referral)": {
        intent: "Stake",
        fields: [sent("Amount"), party("_referral", "Referral")],
      },
    },
  },
};

/**
 * Lido: the wrapped token.
 *
 * @see https://docs.lido.fi/deployed-contracts/
 */
export const wrappedLido: Descriptor = {
  $schema,
  context: {
    $id: "Lido wstETH",
    contract: { deployments: on("0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0", 1) },
  },
  metadata: { owner: "Lido", contractName: "Lido wstETH" },
  display: {
    formats: {
      // The amount is in stETH, whose address is not among the arguments.
      "wrap(uint256 _stETHAmount)": {
        intent: "Wrap stETH",
        fields: [
          {
            path: "_stETHAmount",
            label: "Amount",
            format: "unit",
            params: { base: "stETH", decimals: 18 },
          },
        ],
      },
      "unwrap(uint256 _wstETHAmount)": {
        intent: "Unwrap to stETH",
        fields: [amount("_wstETHAmount", "Amount", "@.to")],
      },
    },
  },
};

/**
 * Lido: the queue of withdrawals.
 *
 * @see https://docs.lido.fi/deployed-contracts/
 */
export const lidoQueue: Descriptor = {
  $schema,
  context: {
    $id: "Lido Withdrawal Queue",
    contract: { deployments: on("0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1", 1) },
  },
  metadata: { owner: "Lido", contractName: "Lido Withdrawal Queue" },
  display: {
    formats: {
      "requestWithdrawals(uint256[] _amounts,address _owner)": {
        intent: "Ask to unstake",
        fields: [
          {
            path: "_amounts.[]",
            label: "Amount",
            format: "unit",
            params: { base: "stETH", decimals: 18 },
          },
          party("_owner", "Claim belongs to"),
        ],
      },
      "claimWithdrawal(uint256 _requestId)": {
        intent: "Claim unstaked ether",
        fields: [raw("_requestId", "Request")],
      },
    },
  },
};

/** Circle's domain ids of chains. */
const domains = {
  "0": "Ethereum",
  "1": "Avalanche",
  "2": "OP Mainnet",
  "3": "Arbitrum",
  "5": "Solana",
  "6": "Base",
  "7": "Polygon",
};
const destination = {
  path: "destinationDomain",
  label: "To the network",
  format: "enum",
  params: { $ref: "$.metadata.enums.domain" },
} as const;

/**
 * Circle's CCTP, first version.
 *
 * @see https://developers.circle.com/cctp/v1/evm-smart-contracts
 */
export const cctp: Descriptor = {
  $schema,
  context: {
    $id: "Circle CCTP TokenMessenger",
    contract: {
      deployments: [
        ...on("0xBd3fa81B58Ba92a82136038B25aDec7066af3155", 1),
        ...on("0x2B4069517957735bE00ceE0fadAE88a26365528f", 10),
        ...on("0x9daF8c91AEFAE50b9c0E69629D3F6Ca40cA3B3FE", 137),
        ...on("0x1682Ae6375C4E4A97e4B583BC394c861A46D8962", 8453),
        ...on("0x19330d10D9Cc8751218eaf51E8885D058642E08A", 42161),
      ],
    },
  },
  metadata: { owner: "Circle", contractName: "Circle CCTP", enums: { domain: domains } },
  display: {
    formats: {
      "depositForBurn(uint256 amount,uint32 destinationDomain,bytes32 mintRecipient,address burnToken)":
        {
          intent: "Move to another network",
          fields: [
            amount("amount", "Amount", "burnToken"),
            destination,
            raw("mintRecipient", "Recipient there"),
            ...hidden("burnToken"),
          ],
        },
    },
  },
};

/**
 * Circle's CCTP, second version.
 *
 * @see https://developers.circle.com/cctp/evm-smart-contracts
 */
export const cctp2: Descriptor = {
  $schema,
  context: {
    $id: "Circle CCTP TokenMessengerV2",
    contract: {
      deployments: on("0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d", 1, 10, 137, 8453, 42161),
    },
  },
  metadata: { owner: "Circle", contractName: "Circle CCTP", enums: { domain: domains } },
  display: {
    formats: {
      "depositForBurn(uint256 amount,uint32 destinationDomain,bytes32 mintRecipient,address burnToken,bytes32 destinationCaller,uint256 maxFee,uint32 minFinalityThreshold)":
        {
          intent: "Move to another network",
          fields: [
            amount("amount", "Amount", "burnToken"),
            destination,
            raw("mintRecipient", "Recipient there"),
            amount("maxFee", "Fee at most", "burnToken"),
            raw("destinationCaller", "Who may finish it"),
            ...hidden("burnToken", "minFinalityThreshold"),
          ],
        },
    },
  },
};
