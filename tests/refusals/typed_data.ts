/** Invalid typed data, as received by each side. @module */
import { contracts, ENTRY_POINT } from "../../core/chain/contracts.ts";
import { address, addressed, type Row, to } from "./row.ts";

/** Right typed data. */
export const mail = {
  types: {
    Mail: [
      { name: "to", type: "Party" },
      { name: "amounts", type: "uint8[2]" },
      { name: "text", type: "string" },
      { name: "data", type: "bytes" },
      { name: "word", type: "bytes4" },
      { name: "change", type: "int16" },
      { name: "read", type: "bool" },
    ],
    Party: [{ name: "wallet", type: "address" }],
  },
  primaryType: "Mail",
  domain: { name: "Shop", chainId: 1, verifyingContract: `0x${"33".repeat(20)}` },
  message: {
    to: { wallet: to },
    amounts: [1, "0xff"],
    text: "hello",
    data: "0x",
    word: "0x01020304",
    change: "-32768",
    read: true,
  },
};

/** Typed data with one member of its message in place of another. */
const message = (more: object) => ({ ...mail, message: { ...mail.message, ...more } });
const domain = (more: object) => ({ ...mail, domain: { ...mail.domain, ...more } });
const types = (more: object) => ({ ...mail, types: { ...mail.types, ...more } });

/** Nested structs, and a message of them. */
export function nested(depth: number) {
  let inner: object = { next: [] };
  for (let index = 0; index < depth; index++) inner = { next: [inner] };
  const Node = [{ name: "next", type: "Node[]" }];
  return { types: { Node }, primaryType: "Node", domain: {}, message: inner };
}

const badTypedData: readonly (readonly [data: unknown, below: string])[] = [
  [message({ amounts: [1, 256] }), ".message.amounts[1]"],
  [message({ amounts: [1, -1] }), ".message.amounts[1]"],
  [message({ amounts: [1, 1.5] }), ".message.amounts[1]"],
  [message({ amounts: [1, "1.5"] }), ".message.amounts[1]"],
  [message({ amounts: [1, ""] }), ".message.amounts[1]"],
  [message({ amounts: [1, " 1 "] }), ".message.amounts[1]"],
  [message({ amounts: [1, "many"] }), ".message.amounts[1]"],
  [message({ amounts: [1, true] }), ".message.amounts[1]"],
  [message({ amounts: [1, null] }), ".message.amounts[1]"],
  [message({ amounts: [1] }), ".message.amounts"],
  [message({ amounts: [1, 2, 3] }), ".message.amounts"],
  [message({ amounts: "12" }), ".message.amounts"],
  [message({ change: -32769 }), ".message.change"],
  [message({ change: 32768 }), ".message.change"],
  [message({ text: 5 }), ".message.text"],
  [message({ text: "half \ud800" }), ".message.text"],
  [message({ text: undefined }), ".message.text"],
  [message({ data: "0x1" }), ".message.data"],
  [message({ data: "hello" }), ".message.data"],
  [message({ word: "0x010203" }), ".message.word"],
  [message({ read: "true" }), ".message.read"],
  [message({ to: null }), ".message.to"],
  [message({ to: {} }), ".message.to.wallet"],
  [message({ to: { wallet: "0x12" } }), ".message.to.wallet"],
  [
    message({ to: { wallet: `${address.slice(0, -1)}${"aA"}`.slice(0, 42) } }),
    ".message.to.wallet",
  ],
  [{ ...mail, message: [] }, ".message"],
  [domain({ chainId: "one" }), ".domain.chainId"],
  [domain({ name: 5 }), ".domain.name"],
  [domain({ salt: "0x12" }), ".domain.salt"],
  [domain({ verifyingContract: "me" }), ".domain.verifyingContract"],
  [types({ EIP712Domain: [{ name: "version", type: "string" }] }), ".domain.version"],
  [types({ EIP712Domain: [{ name: "to", type: "Party" }] }), ".types.EIP712Domain[0].type"],
  [types({ Party: [{ name: "wallet", type: "Wallet" }] }), ".types.Wallet"],
  [types({ Party: [{ name: "wallet", type: "uint7" }] }), ".types.uint7"],
  [types({ Party: [{ name: "wallet", type: "bytes33" }] }), ".types.bytes33"],
  [types({ address: [{ name: "wallet", type: "bool" }] }), ".types.address"],
  [types({ Party: 5 }), ".types.Party"],
  ...["uint7", "bytes33", "Address", "fixed128x18", "function"].map((name) =>
    [
      types({ Party: [{ name: "wallet", type: name }], [name]: [{ name: "a", type: "bool" }] }),
      `.types.${name}`,
    ] as const
  ),
  ...["Pa rty", "Pa(rty", "Pa,rty"].map((name) =>
    [
      types({ Party: [{ name: "wallet", type: name }], [name]: [{ name: "a", type: "bool" }] }),
      `.types.${name}`,
    ] as const
  ),
  [
    types({ Party: [{ name: "wallet,uint256 a", type: "address" }] }),
    ".types.Party[0].name",
  ],
  [
    types({
      Party: [{ name: "wallet", type: "address" }, { name: "wallet", type: "address" }],
    }),
    ".types.Party[1].name",
  ],
  [
    types({ EIP712Domain: [{ name: "name", type: "string" }, { name: "name", type: "string" }] }),
    ".types.EIP712Domain[1].name",
  ],
  [{ ...mail, primaryType: "Letter" }, ".types.Letter"],
  [{ ...mail, primaryType: "toString" }, ".primaryType"],
  [{ ...mail, primaryType: "Ma,il" }, ".primaryType"],
  [{ ...mail, primaryType: "EIP712Domain" }, ".primaryType"],
  [{ ...mail, primaryType: undefined }, ".primaryType"],
  [nested(16), `.message${".next[0]".repeat(16)}.next`],
  ...[address, ENTRY_POINT, contracts.factory, contracts.implementation, contracts.permissions]
    .flatMap((own) => [own, own.toLowerCase()]).map((verifyingContract) =>
      [domain({ verifyingContract }), ".domain.verifyingContract"] as const
    ),
];

/** Typed data in both methods, as an object and as text. */
export const typedRows = badTypedData.flatMap(([typedData, below]): Row[] => {
  const field = `params[1]${below}`;
  const asHost = ["eth_signTypedData_v4", { ...addressed, typedData }, field] as const;
  return [
    { method: "eth_signTypedData_v4", params: [address, typedData], field, host: asHost },
    { method: "eth_signTypedData_v4", params: [address, JSON.stringify(typedData)], field },
    {
      method: "wallet_sign",
      params: [{ request: { type: "0x01", data: typedData } }],
      field: `params[0].request.data${below}`,
    },
  ];
});
