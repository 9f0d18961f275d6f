/** Invalid requests, as received by each side. @module */
import { contracts, ENTRY_POINT } from "../../core/chain/contracts.ts";
import { account, address, addressed, type Row, to } from "./row.ts";
import { mail, typedRows } from "./typed_data.ts";

/** Params of a batch. */
export const sent = (calls: readonly object[], more: object = {}) => [{ calls, ...more }];
const plain = { to, value: "0x0", data: "0x" };
/** A sponsor. */
export const sponsor = { url: "https://pay.example" };

/** An invalid sponsor, in each method that has one, as received by each side. */
function badSponsor(paymasterService: unknown, below: string): Row[] {
  const capabilities = { paymasterService };
  const field = `params[0].capabilities.paymasterService${below}`;
  const id = `0x${"55".repeat(32)}`;
  const grant = { spender: to, expiry: 2e9 };
  const spend = { token: to, allowance: "5", unit: "day" };
  const paymaster = paymasterService;
  return [
    {
      method: "wallet_sendCalls",
      params: sent([{ to }], { capabilities }),
      field,
      host: ["wallet_sendCalls", { ...addressed, calls: [plain], paymaster }],
      service: ["acct_prepare", [{ chainId: "0x1", account, calls: [plain], paymaster }]],
    },
    { method: "eth_sendTransaction", params: [{ to, capabilities }], field },
    {
      method: "wallet_grantPermissions",
      params: [{ ...grant, permissions: { spends: [spend] }, capabilities }],
      field,
      host: ["wallet_grantPermissions", {
        ...addressed,
        ...grant,
        calls: [],
        spends: [{ ...spend, unit: 2, multiplier: 1 }],
        paymaster,
      }],
    },
    {
      method: "wallet_revokePermissions",
      params: [{ id, capabilities }],
      field,
      host: ["wallet_revokePermissions", { ...addressed, id, paymaster }],
    },
  ];
}

/** Invalid tokens, as EIP-747's object and in a list. */
const watchRows: readonly Row[] = ([
  ["address", "0x12"],
  ["address", undefined],
  ["address", to.toUpperCase()],
  ["symbol", 5],
  ["symbol", "x".repeat(17)],
  ["decimals", "6"],
  ["decimals", -1],
  ["decimals", 6.5],
  ["decimals", 78],
] as const).flatMap(([name, value]): Row[] => {
  const options = { address: to, [name]: value };
  const params = { type: "ERC20", options };
  const field = `params.options.${name}`;
  return [
    {
      method: "wallet_watchAsset",
      params,
      field,
      host: ["wallet_watchAsset", { ...addressed, asset: options }],
    },
    { method: "wallet_watchAsset", params: [params], field },
  ];
});

/** Ends of permissions in milliseconds by mistake. */
const millisecondRows = [1e12, 1_900_000_000_000, 99_999_999_999_999].flatMap((expiry): Row[] => {
  const spend = { token: to, allowance: "5", unit: "day" };
  return [
    {
      method: "wallet_grantPermissions",
      params: [{ spender: to, expiry, permissions: { spends: [spend] } }],
      field: "params[0].expiry",
      host: ["wallet_grantPermissions", {
        ...addressed,
        spender: to,
        expiry,
        calls: [],
        spends: [{ ...spend, unit: 2, multiplier: 1 }],
      }],
    },
    {
      method: "wallet_requestExecutionPermissions",
      params: [{
        chainId: "0x1",
        to,
        permission: {
          type: "native-token-periodic",
          isAdjustmentAllowed: false,
          data: { periodAmount: "0x1", periodDuration: 86_400, startTime: 1_700_000_000 },
        },
        rules: [{ type: "expiry", data: { timestamp: expiry } }],
      }],
      field: "params[0].rules[0].data.timestamp",
    },
    {
      method: "wallet_requestExecutionPermissions",
      params: [{
        chainId: "0x1",
        to,
        permission: {
          type: "native-token-periodic",
          isAdjustmentAllowed: false,
          data: { periodAmount: "0x1", periodDuration: 86_400, startTime: expiry },
        },
      }],
      field: "params[0].permission.data.startTime",
    },
  ];
});

/** Calls, and spenders, that belong to the wallet. */
const ownRows = [address, ENTRY_POINT, ...Object.values(contracts).slice(0, 3)]
  .flatMap((own) => [own, own.toLowerCase()])
  .flatMap((own): Row[] => {
    const spend = { token: to, allowance: "5", unit: "day" };
    const data = "0x12345678";
    const stored = { calls: [], spends: [{ ...spend, unit: 2, multiplier: 1 }] };
    return [
      {
        method: "wallet_sendCalls",
        params: sent([{ to }, { to: own, data }]),
        field: "params[0].calls[1].to",
        host: ["wallet_sendCalls", { ...addressed, calls: [plain, { ...plain, to: own, data }] }],
      },
      { method: "eth_sendTransaction", params: [{ to: own, data }], field: "params[0].to" },
      {
        method: "wallet_grantPermissions",
        params: [{ spender: own, expiry: 2e9, permissions: { spends: [spend] } }],
        field: "params[0].spender",
        host: ["wallet_grantPermissions", { ...addressed, spender: own, expiry: 2e9, ...stored }],
      },
      {
        method: "wallet_requestExecutionPermissions",
        params: [{
          chainId: "0x1",
          to: own,
          permission: {
            type: "native-token-periodic",
            data: { periodAmount: "0x1", periodDuration: 60 },
          },
          rules: [{ type: "expiry", data: { timestamp: 2e9 } }],
        }],
        field: "params[0].to",
      },
    ];
  });

const many = Array(501).fill("function f()");
const badAbis: readonly (readonly [abi: unknown, below: string, cause?: string])[] = [
  ["function f()", ""],
  [[5], "[0]"],
  [["function"], "[0]"],
  [["function f(uint7 a)"], "[0]"],
  [[{ type: "function", name: 5, inputs: [] }], "[0].name"],
  [[{ type: "function", name: "f", inputs: [{ type: "tuple" }] }], "[0].inputs[0].components"],
  [many, "", "bundle_too_large"],
];
const abiRows = badAbis.flatMap(([abi, below, cause]): Row[] => [
  {
    method: "wallet_sendCalls",
    params: sent([{ to }], { capabilities: { abi } }),
    field: `params[0].capabilities.abi${below}`,
    ...(cause && { cause }),
    host: ["wallet_sendCalls", { ...addressed, calls: [plain], abi }],
  },
  {
    method: "wallet_sendCalls",
    params: sent([{ to }, { to, capabilities: { abi } }]),
    field: `params[0].calls[1].capabilities.abi${below}`,
    ...(cause && { cause }),
    host: ["wallet_sendCalls", { ...addressed, calls: [plain, { ...plain, abi }] }],
  },
]);

const badTexts: readonly (readonly [texts: unknown, below: string])[] = [
  ["avatar", ""],
  [Array(21).fill({ key: "a", value: "a" }), ""],
  [[{ key: "avatar" }], "[0].value"],
  [[{ key: "ä", value: "a" }], "[0].key"],
  [[{ key: "", value: "a" }], "[0].key"],
  [[{ key: "a", value: "a\u202eb" }], "[0].value"],
  [[{ key: "a", value: "\n" }], "[0].value"],
  [[{ key: "a", value: "\ud800" }], "[0].value"],
  [[{ key: "a", value: "a" }, { key: "a", value: "b" }], "[1].key"],
];
const textRows = badTexts.map(([texts, below]): Row => ({
  method: "wallet_connect",
  params: [{ capabilities: { subnameTextRecords: texts } }],
  field: `params[0].capabilities.subnameTextRecords${below}`,
  host: ["wallet_connect", { chainId: 1, ens: { domain: "shop.eth", texts } }],
}));

const siwe = { nonce: "12345678", chainId: "0x1" };
/** List of all invalid requests. */
export const rows: readonly Row[] = [
  ...typedRows,
  ...ownRows,
  ...millisecondRows,
  ...abiRows,
  {
    method: "wallet_sendCalls",
    params: sent(
      [{ to, capabilities: { abi: many.slice(1) } }, { to, capabilities: { abi: [many[0]] } }],
      { capabilities: { abi: many.slice(1) } },
    ),
    field: "params[0].capabilities.abi",
    host: ["wallet_sendCalls", {
      ...addressed,
      calls: [{ ...plain, abi: many.slice(1) }, { ...plain, abi: [many[0]] }],
      abi: many.slice(1),
    }],
  },
  ...textRows,
  ...badSponsor({ url: "pay" }, ".url"),
  ...badSponsor({ url: "http://pay.example" }, ".url"),
  ...badSponsor({}, ".url"),
  ...badSponsor({ ...sponsor, context: "free" }, ".context"),
  ...badSponsor({ ...sponsor, context: { a: "x".repeat(20_000) } }, ".context"),
  {
    method: "wallet_sendCalls",
    params: sent([{ to, data: "0x1" }]),
    field: "params[0].calls[0].data",
    host: ["wallet_sendCalls", { ...addressed, calls: [{ ...plain, data: "0x1" }] }],
    service: ["acct_prepare", [{ chainId: "0x1", account, calls: [{ ...plain, data: "0x1" }] }]],
  },
  {
    method: "wallet_sendCalls",
    params: sent([{ to }], { id: "" }),
    field: "params[0].id",
    host: ["wallet_sendCalls", { ...addressed, calls: [plain], id: "" }],
  },
  {
    method: "wallet_sendCalls",
    params: sent([{ to }], { capabilities: { permissions: { id: "0x12" } } }),
    field: "params[0].capabilities.permissions.id",
    host: ["wallet_sendCalls", { ...addressed, calls: [plain], permission: "0x12" }],
  },
  {
    method: "personal_sign",
    params: [5, address],
    field: "params[0]",
    host: ["personal_sign", { ...addressed, message: 5 }],
  },
  {
    method: "personal_sign",
    params: ["0x12", "me"],
    field: "params[1]",
    host: ["personal_sign", { ...addressed, account: "me", message: "0x12" }],
  },
  {
    method: "eth_signTypedData_v4",
    params: ["me", mail],
    field: "params[0]",
    host: ["eth_signTypedData_v4", { ...addressed, account: "me", typedData: mail }],
  },
  {
    method: "wallet_showCallsStatus",
    params: [""],
    field: "params[0]",
    host: ["wallet_showCallsStatus", { id: "", chainId: 1 }],
    service: ["wallet_getCallsStatus", [""]],
  },
  { method: "wallet_connect", params: [{ version: "2" }], field: "params[0].version" },
  { method: "wallet_connect", params: [{ version: 1 }], field: "params[0].version" },
  { method: "wallet_connect", params: [{ capabilities: [] }], field: "params[0].capabilities" },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, nonce: "short" } } }],
    field: "params[0].capabilities.signInWithEthereum.nonce",
    host: ["wallet_connect", { chainId: 1, siwe: { nonce: "short", chainId: 1 } }],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, domain: "bank.example" } } }],
    field: "params[0].capabilities.signInWithEthereum.domain",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { nonce: siwe.nonce, chainId: 1, domain: "bank.example" },
    }],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, version: "2" } } }],
    field: "params[0].capabilities.signInWithEthereum.version",
    host: ["wallet_connect", { chainId: 1, siwe: { ...siwe, chainId: 1, version: "2" } }],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, scheme: "ftp" } } }],
    field: "params[0].capabilities.signInWithEthereum.scheme",
    host: ["wallet_connect", { chainId: 1, siwe: { ...siwe, chainId: 1, scheme: "ftp" } }],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, issuedAt: "yesterday" } } }],
    field: "params[0].capabilities.signInWithEthereum.issuedAt",
    host: ["wallet_connect", { chainId: 1, siwe: { ...siwe, chainId: 1, issuedAt: "yesterday" } }],
  },
  {
    method: "wallet_connect",
    params: [{
      capabilities: { signInWithEthereum: { ...siwe, expirationTime: "2024-02-30T25:00:00Z" } },
    }],
    field: "params[0].capabilities.signInWithEthereum.expirationTime",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { ...siwe, chainId: 1, expirationTime: "2024-02-30T25:00:00Z" },
    }],
  },
  {
    method: "wallet_connect",
    params: [{
      capabilities: { signInWithEthereum: { ...siwe, notBefore: "2026-01-01 10:00:00Z" } },
    }],
    field: "params[0].capabilities.signInWithEthereum.notBefore",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { ...siwe, chainId: 1, notBefore: "2026-01-01 10:00:00Z" },
    }],
  },
  {
    method: "wallet_connect",
    params: [{
      capabilities: { signInWithEthereum: { ...siwe, requestId: "a\nNonce: 87654321" } },
    }],
    field: "params[0].capabilities.signInWithEthereum.requestId",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { ...siwe, chainId: 1, requestId: "a\nNonce: 87654321" },
    }],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, resources: "https://a.example" } } }],
    field: "params[0].capabilities.signInWithEthereum.resources",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { ...siwe, chainId: 1, resources: "https://a.example" },
    }],
  },
  {
    method: "wallet_connect",
    params: [{
      capabilities: { signInWithEthereum: { ...siwe, notAfter: "2026-01-01T00:00:00Z" } },
    }],
    field: "params[0].capabilities.signInWithEthereum.notAfter",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { ...siwe, chainId: 1, notAfter: "2026-01-01T00:00:00Z" },
    }],
  },
  {
    method: "wallet_connect",
    params: [{
      capabilities: {
        signInWithEthereum: { ...siwe, resources: ["https://a.example", "b\n- c:d"] },
      },
    }],
    field: "params[0].capabilities.signInWithEthereum.resources[1]",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { ...siwe, chainId: 1, resources: ["a:b", "b c"] },
    }],
  },
  {
    method: "wallet_sign",
    params: [{ request: { type: "0x00", data: { validator: "0x12", data: "0x" } } }],
    field: "params[0].request.data.validator",
    host: ["personal_sign", { ...addressed, message: "0x", validator: "0x12" }],
  },
  {
    method: "wallet_sign",
    params: [{ request: { type: "0x00", data: { validator: ENTRY_POINT, data: "0x" } } }],
    field: "params[0].request.data.validator",
    host: ["personal_sign", { ...addressed, message: "0x", validator: ENTRY_POINT }],
  },
  {
    method: "wallet_revokePermissions",
    params: [{ id: "0x12" }],
    field: "params[0].id",
    host: ["wallet_revokePermissions", { ...addressed, id: "0x12" }],
  },
  ...watchRows,
];
