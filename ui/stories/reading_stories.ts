/** Stories of assets that requests move and allow, and of their dangers. @module */
import { concat, encodeFunctionData, type Hex, maxUint256, parseAbi, stringToHex } from "viem";
import type { DialogRequest } from "../../core/dialog/types.ts";
import type { TypedData } from "../../core/account/typed_data_hash.ts";
import { tokenAbi } from "../../core/chain/abi.ts";
import { decodeCalls, warningsOf } from "../../core/reading/decode.ts";
import { grantWarnings, readGrant } from "../../core/reading/grant.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { describeMessage } from "../../core/reading/message.ts";
import { permissionView } from "../../core/reading/permission_view.ts";
import { readTyped } from "../../core/reading/typed/mod.ts";
import {
  alice,
  bob,
  eth,
  message,
  mint,
  operation,
  permission,
  request,
  send,
  today,
  typed,
  usdc,
} from "./fixtures.ts";
import type { PermissionView, ReadingView } from "@sdk/core/dialog";
import type { Story } from "./story.ts";

const origin = "https://app.meadow.example";
const named = [{ ...usdc, name: "USD Coin" }];
const token = (functionName: "approve" | "transfer", amount: bigint): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [bob.toLowerCase() as Hex, amount] });

/** The maximum assets that the spender of a permission can take. */
const grantReading: ReadingView = {
  gives: [
    { kind: "token", address: usdc.address, amount: 18_300_000_000n, to: bob },
    { kind: "native", address: null, amount: 270_000_000_000_000_000n, to: bob },
  ],
  gets: null,
  allows: [],
  named: [bob],
  unread: 0,
  until: BigInt(permission.end),
};

/** The budget of an agent: an amount per day, and one in total. */
const agentPermission: PermissionView = {
  ...permission,
  spends: [
    { token: usdc, allowance: 5_000_000n, unit: "day", multiplier: 1 },
    { token: usdc, allowance: 50_000_000n, unit: "forever", multiplier: 1 },
  ],
};
const budget = {
  permission: agentPermission,
  requested: agentPermission,
  reading: {
    ...grantReading,
    gives: agentPermission.spends.map(() => ({ ...grantReading.gives[0]!, amount: 50_000_000n })),
  },
};

/** Creates a request with calls that are decoded like in the wallet. */
function calls(...made: readonly { to?: Hex; value?: bigint; data: Hex }[]): DialogRequest {
  const full = made.map((call) => ({ to: usdc.address!, value: 0n, ...call }));
  const views = decodeCalls(full, eth, named);
  return send({
    calls: views,
    reading: readCalls(full, alice),
    tokens: [usdc],
    warnings: warningsOf(views, { account: alice }),
    changes: [],
  });
}

/** Creates a request to sign typed data that is decoded like in the wallet. */
function signs(
  primaryType: string,
  types: TypedData["types"],
  content: TypedData["message"],
  domain: TypedData["domain"] = {
    name: "USD Coin",
    chainId: 8453,
    verifyingContract: usdc.address,
  },
): DialogRequest {
  const data = { types, primaryType, domain, message: content };
  const reading = readTyped(data, { address: alice, chainId: 8453 });
  return typed({
    primaryType,
    domain: reading.data.domain,
    message: reading.data.message,
    reading: reading.view,
    ...(reading.isPlain && { isPlain: true as const }),
    tokens: [usdc],
    warnings: reading.warnings(),
    ...(reading.calls.length > 0 && { calls: decodeCalls(reading.calls, eth, named) }),
  });
}

/** Creates a request to sign a permit (EIP-2612). */
function permit(value: bigint): DialogRequest {
  return signs("Permit", {
    Permit: fields(
      "address owner",
      "address spender",
      "uint256 value",
      "uint256 nonce",
      "uint256 deadline",
    ),
  }, { owner: alice, spender: bob, value: String(value), nonce: "0", deadline: "1793577600" });
}

/** Creates a request to sign typed data with a description of the public registry. */
function described(): DialogRequest {
  const bed = {
    types: {
      Bed: fields("address gardener", "uint256 price", "uint256 until", "string note"),
    },
    primaryType: "Bed",
    domain: { name: "Meadow", chainId: 8453, verifyingContract: bob },
    message: { gardener: alice, price: "20000000", until: "1793577600", note: "By the gate" },
  };
  const reading = readTyped(bed, { address: alice, chainId: 8453 });
  const { message, domain } = reading.data;
  const { address } = usdc;
  return typed({
    primaryType: "Bed",
    domain,
    message,
    reading: reading.view,
    tokens: [usdc],
    warnings: reading.warnings(),
    explanation: {
      source: "pinned",
      contract: "Meadow Garden",
      intent: "Rent a bed",
      partial: false,
      fields: [
        { label: "Gardener", value: { kind: "address", address: alice } },
        { label: "Rent", value: { kind: "amount", amount: 20_000_000n, token: usdc, address } },
        { label: "Until", value: { kind: "date", seconds: 1_793_577_600n } },
        { label: "Note", value: { kind: "text", text: "By the gate" } },
      ],
    },
  });
}

/** Creates a request to sign a text. */
function text(content: string): DialogRequest {
  const described = describeMessage(stringToHex(content), origin);
  const needsConsent = described.warnings.some(({ code }) => code === "sign_in_elsewhere");
  return message({
    bytes: stringToHex(content),
    ...described,
    ...(needsConsent && { needsConsent }),
  });
}

const fields = (...names: readonly string[]) =>
  names.map((each) => {
    const [type, name] = each.split(" ");
    return { type: type!, name: name! };
  });
const signIn = (domain: string) =>
  `${domain} wants you to sign in with your Ethereum account:\n${alice}\n\n` +
  `Welcome to the garden.\n\nURI: https://${domain}/login\nVersion: 1\nChain ID: 8453\n` +
  "Nonce: 8b3f0c2e91\nIssued At: 2026-11-23T09:00:00Z";

/** Reading stories by name. */
export const readingStories: Readonly<Record<string, Story>> = {
  "send-allows-and-calls": {
    request: () =>
      calls({ data: token("approve", 20_000_000n) }, { to: mint.to, data: "0x7f2a5c11" }),
  },
  "send-odd-allowance": {
    request: () => calls({ data: concat([token("approve", maxUint256), "0x00"]) }),
  },
  "send-inside": {
    request: () =>
      calls({
        to: mint.to,
        value: 10n ** 17n,
        data: encodeFunctionData({
          abi: parseAbi(["function multicall(bytes[] data)"]),
          args: [[token("transfer", 5_000_000n), token("approve", maxUint256)]],
        }),
      }),
  },
  "send-control": {
    request: () =>
      calls({
        to: mint.to,
        data: encodeFunctionData({
          abi: parseAbi(["function transferOwnership(address owner)"]),
          args: [bob.toLowerCase() as Hex],
        }),
      }),
  },
  "message-sign-in": { request: () => text(signIn("app.meadow.example")) },
  "message-sign-in-elsewhere": { request: () => text(signIn("bank.example")) },
  "message-sign-in-consented": {
    request: () => text(signIn("bank.example")),
    press: ["sdk-consent"],
  },
  "message-hash": { request: () => text(`0x${"9f86d081884c7d65".repeat(4)}`) },
  "typed-permit": { request: () => permit(2n ** 256n - 1n) },
  "typed-permit-read": { request: () => permit(20_000_000n) },
  "typed-transfer": {
    request: () =>
      signs("TransferWithAuthorization", {
        TransferWithAuthorization: fields(
          "address from",
          "address to",
          "uint256 value",
          "uint256 validAfter",
          "uint256 validBefore",
          "bytes32 nonce",
        ),
      }, {
        from: alice,
        to: bob,
        value: "1000000000000",
        validAfter: "0",
        validBefore: "1793577600",
        nonce: `0x${"5c".repeat(32)}`,
      }),
  },
  "typed-safe": {
    request: () =>
      signs("SafeTx", {
        SafeTx: fields(
          "address to",
          "uint256 value",
          "bytes data",
          "uint8 operation",
          "uint256 nonce",
        ),
      }, {
        to: usdc.address,
        value: "0",
        data: token("approve", maxUint256),
        operation: "0",
        nonce: "3",
      }, { chainId: 8453, verifyingContract: mint.to }),
  },
  "typed-hidden": {
    request: () =>
      signs("Vote", { Vote: fields("string cho\u202eice", "uint8 num\u200bber") }, {
        "cho\u202eice": "yes\u2800",
        "num\u200bber": "1",
      }, { name: "Gar\u202eden" }),
  },
  "typed-maker": {
    request: () =>
      signs(
        "MakerAsk",
        {
          MakerAsk: fields("address signer", "address collection", "uint256 price"),
        },
        { signer: alice, collection: bob, price: "0" },
        { name: "LooksRare" },
      ),
  },
  "typed-described": {
    request: () => described(),
  },
  "grant-danger": {
    request: () => {
      const granted = {
        account: alice as Hex,
        spender: bob as Hex,
        start: 1_790_000_000,
        end: 4_102_444_800,
        salt: 0n,
        calls: [
          { target: mint.to, selector: "0x205c2878" as const, rules: [] },
          {
            target: mint.to,
            selector: "0x38ed1739" as const,
            rules: [
              { word: 0, kind: 1, values: [`0x${"f4240".padStart(64, "0")}` as const] },
              { word: 3, kind: 3, values: [] },
            ],
          },
        ],
        spends: [{
          token: usdc.address!,
          allowance: 2n ** 160n - 1n,
          unit: 2,
          multiplier: 1,
        }],
        watched: [mint.to],
      };
      const chain = {
        id: 8453,
        name: "Base",
        testnet: false,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      };
      const described = [
        { signature: "sign_up(bytes16)", placed: [] },
        {
          signature: "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
          placed: [
            { ...granted.calls[1]!.rules[0]!, argument: "amountIn", type: "uint256" },
            { ...granted.calls[1]!.rules[1]!, argument: "to", type: "address" },
          ],
        },
      ];
      return request("wallet_grantPermissions", {
        ...operation,
        permission: permissionView(granted, chain, named, described),
        reading: readGrant(granted),
        warnings: grantWarnings(granted),
      });
    },
  },
  "grant": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        permission,
        reading: grantReading,
        requested: permission,
        lower: () => {},
      }),
  },
  "grant-agent": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        ...budget,
        agent: {
          name: "Research agent",
          purpose: "Weather forecasts and papers for the garden",
          hosts: ["api.weather.example", "*.papers.example"],
        },
        warnings: [{ code: "new_spender", level: "warning", detail: bob }],
        lower: () => {},
      }),
  },
  "grant-agent-link": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        ...budget,
        agent: { name: "Research agent" },
        warnings: [{ code: "new_spender", level: "warning", detail: bob }],
        lower: () => {},
      }, { app: "Request from a link", origin: "" }),
  },
  "grant-less": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        permission: {
          ...permission,
          spends: permission.spends.map((spend) => ({ ...spend, allowance: spend.allowance / 2n })),
        },
        reading: {
          ...grantReading,
          gives: grantReading.gives.map((each) => ({ ...each, amount: each.amount! / 2n })),
        },
        requested: permission,
        lower: () => {},
      }),
    press: ["sdk-less"],
  },
  "grant-warned": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        permission: {
          ...permission,
          end: today + 2 * 365 * 86_400,
          calls: [{ target: alice, selector: "0xd0e30db0" }],
        },
        reading: {
          ...grantReading,
          gives: grantReading.gives.map((each) => ({ ...each, amount: each.amount! * 2n })),
        },
        warnings: [
          { code: "long_grant", level: "warning" },
          { code: "unread_grant", level: "warning", detail: alice },
          { code: "new_spender", level: "warning", detail: bob },
        ],
      }),
  },
};
