/** Chains of every page, with public nodes. The pages have no code of this project. @module */
import { type Chain, defineChain, type Hex, http, type HttpTransport } from "viem";

/** Options in the query of the page. */
export interface Setup {
  readonly chains: readonly { readonly id: number; readonly rpcUrl: string }[];
  /** Token with a balance of the account. */
  readonly token: Hex;
}

/** Options of this page. */
export const setup: Setup = JSON.parse(new URLSearchParams(location.search).get("setup")!);

const all = setup.chains.map(({ id, rpcUrl }): Chain =>
  defineChain({
    id,
    name: `Local ${id}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    testnet: true,
  })
);

/** The two chains. */
export const chains = all as [Chain, Chain];

/** Transports of the chains. */
export const transports: Record<number, HttpTransport> = Object.fromEntries(
  setup.chains.map(({ id, rpcUrl }) => [id, http(rpcUrl)]),
);

/** A recipient. */
export const friend = `0x${"a7".repeat(20)}` as const;

/** A message. */
export const message = "Hello from a foreign page";

/** An order in the format of Seaport, which marketplaces use. */
export function orderOf(offerer: Hex, chainId: number) {
  return {
    domain: {
      name: "Seaport",
      version: "1.6",
      chainId,
      verifyingContract: "0x0000000000000068F116a894984e2DB1123eB395",
    },
    types: {
      OrderComponents: [
        { name: "offerer", type: "address" },
        { name: "zone", type: "address" },
        { name: "offer", type: "OfferItem[]" },
        { name: "consideration", type: "ConsiderationItem[]" },
        { name: "orderType", type: "uint8" },
        { name: "startTime", type: "uint256" },
        { name: "endTime", type: "uint256" },
        { name: "zoneHash", type: "bytes32" },
        { name: "salt", type: "uint256" },
        { name: "conduitKey", type: "bytes32" },
        { name: "counter", type: "uint256" },
      ],
      OfferItem: [
        { name: "itemType", type: "uint8" },
        { name: "token", type: "address" },
        { name: "identifierOrCriteria", type: "uint256" },
        { name: "startAmount", type: "uint256" },
        { name: "endAmount", type: "uint256" },
      ],
      ConsiderationItem: [
        { name: "itemType", type: "uint8" },
        { name: "token", type: "address" },
        { name: "identifierOrCriteria", type: "uint256" },
        { name: "startAmount", type: "uint256" },
        { name: "endAmount", type: "uint256" },
        { name: "recipient", type: "address" },
      ],
    },
    primaryType: "OrderComponents",
    message: {
      offerer,
      zone: "0x0000000000000000000000000000000000000000",
      offer: [{
        itemType: 1,
        token: setup.token,
        identifierOrCriteria: 0n,
        startAmount: 5n,
        endAmount: 5n,
      }],
      consideration: [{
        itemType: 0,
        token: "0x0000000000000000000000000000000000000000",
        identifierOrCriteria: 0n,
        startAmount: 7n,
        endAmount: 7n,
        recipient: offerer,
      }],
      orderType: 0,
      startTime: 1_700_000_000n,
      endTime: 4_000_000_000n,
      zoneHash: `0x${"00".repeat(32)}`,
      salt: 42n,
      conduitKey: `0x${"00".repeat(32)}`,
      counter: 0n,
    },
  } as const;
}
