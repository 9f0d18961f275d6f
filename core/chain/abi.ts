/** The parts of the contracts' ABIs that the SDK encodes and decodes. @module */
import { ownerChangeType } from "./owners_abi.ts";

const call = [
  { name: "target", type: "address" },
  { name: "value", type: "uint256" },
  { name: "data", type: "bytes" },
] as const;

const bound = [
  { name: "kind", type: "uint8" },
  { name: "asset", type: "address" },
  { name: "id", type: "uint256" },
  { name: "spender", type: "address" },
  { name: "most", type: "uint256" },
] as const;

/** ERC-4337's `executeUserOp`: the account receives the operation with its signature. */
export const EXECUTE_USER_OP = "0x8dd7712f";

/** `Acct`: executing calls and enabling permissions. */
export const acctAbi = [
  { type: "function", name: "execute", stateMutability: "payable", inputs: call, outputs: [] },
  {
    type: "function",
    name: "executeBatch",
    stateMutability: "payable",
    inputs: [{ name: "calls", type: "tuple[]", components: call }],
    outputs: [],
  },
  {
    type: "function",
    name: "executeBounded",
    stateMutability: "nonpayable",
    inputs: [
      { name: "calls", type: "tuple[]", components: call },
      { name: "bounds", type: "tuple[]", components: bound },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "disablePermissions",
    stateMutability: "nonpayable",
    inputs: [],
    outputs: [],
  },
  {
    type: "function",
    name: "permissionState",
    stateMutability: "view",
    inputs: [{ name: "ownerIndex", type: "uint256" }],
    outputs: [
      { name: "manager", type: "address" },
      { name: "end", type: "uint256" },
      { name: "generation", type: "uint256" },
      { name: "owner", type: "bytes32" },
    ],
  },
] as const;

export const permissionTuple = [
  { name: "account", type: "address" },
  { name: "spender", type: "address" },
  { name: "start", type: "uint48" },
  { name: "end", type: "uint48" },
  { name: "salt", type: "uint256" },
  {
    name: "calls",
    type: "tuple[]",
    components: [
      { name: "target", type: "address" },
      { name: "selector", type: "bytes4" },
      {
        name: "rules",
        type: "tuple[]",
        components: [
          { name: "word", type: "uint8" },
          { name: "kind", type: "uint8" },
          { name: "values", type: "bytes32[]" },
        ],
      },
    ],
  },
  {
    name: "spends",
    type: "tuple[]",
    components: [
      { name: "token", type: "address" },
      { name: "allowance", type: "uint160" },
      { name: "unit", type: "uint8" },
      { name: "multiplier", type: "uint8" },
    ],
  },
  { name: "watched", type: "address[]" },
] as const;

/** `Permissions`: approving, using and revoking. */
export const permissionsAbi = [
  {
    type: "function",
    name: "approve",
    stateMutability: "nonpayable",
    inputs: [{ name: "permission", type: "tuple", components: permissionTuple }],
    outputs: [{ name: "id", type: "bytes32" }],
  },
  {
    type: "function",
    name: "execute",
    stateMutability: "nonpayable",
    inputs: [
      { name: "permission", type: "tuple", components: permissionTuple },
      { name: "calls", type: "tuple[]", components: call },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "approveWithSignature",
    stateMutability: "nonpayable",
    inputs: [
      { name: "permission", type: "tuple", components: permissionTuple },
      { name: "signature", type: "bytes" },
    ],
    outputs: [{ name: "id", type: "bytes32" }],
  },
  {
    type: "function",
    name: "executeWithSignature",
    stateMutability: "nonpayable",
    inputs: [
      { name: "permission", type: "tuple", components: permissionTuple },
      { name: "signature", type: "bytes" },
      { name: "calls", type: "tuple[]", components: call },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "grantOf",
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }, { name: "id", type: "bytes32" }],
    outputs: [{ type: "bytes32" }],
  },
  {
    type: "function",
    name: "isStanding",
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }, { name: "salt", type: "uint256" }],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "revoke",
    stateMutability: "nonpayable",
    inputs: [{ name: "id", type: "bytes32" }],
    outputs: [],
  },
  {
    type: "function",
    name: "revokeAll",
    stateMutability: "nonpayable",
    inputs: [],
    outputs: [],
  },
  {
    type: "function",
    name: "epochOf",
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }],
    outputs: [{ type: "uint64" }],
  },
  {
    type: "function",
    name: "isActive",
    stateMutability: "view",
    inputs: [{ name: "permission", type: "tuple", components: permissionTuple }],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "remaining",
    stateMutability: "view",
    inputs: [{ name: "permission", type: "tuple", components: permissionTuple }],
    outputs: [{
      type: "tuple[]",
      components: [
        { name: "token", type: "address" },
        { name: "amount", type: "uint256" },
        { name: "periodStart", type: "uint256" },
        { name: "periodEnd", type: "uint256" },
      ],
    }],
  },
] as const;

/** `AcctFactory`: deploying an account. */
export const factoryAbi = [
  {
    type: "function",
    name: "createAccount",
    stateMutability: "payable",
    inputs: [{ name: "owners", type: "bytes[]" }, { name: "nonce", type: "uint256" }],
    outputs: [{ name: "account", type: "address" }],
  },
  {
    type: "function",
    name: "createAccountWithChanges",
    stateMutability: "nonpayable",
    inputs: [
      { name: "owners", type: "bytes[]" },
      { name: "nonce", type: "uint256" },
      { name: "changes", type: "tuple[]", components: ownerChangeType },
      { name: "signatures", type: "bytes[]" },
    ],
    outputs: [{ name: "account", type: "address" }],
  },
] as const;

const fromTo = [{ name: "from", type: "address" }, { name: "to", type: "address" }] as const;

/** ERC-20, ERC-721 and ERC-1155 functions that a dialog explains. */
export const tokenAbi = [
  {
    type: "function",
    name: "mint",
    stateMutability: "nonpayable",
    inputs: [{ name: "to", type: "address" }, { name: "amount", type: "uint256" }],
    outputs: [],
  },
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [{ name: "to", type: "address" }, { name: "amount", type: "uint256" }],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "transferFrom",
    stateMutability: "nonpayable",
    inputs: [
      { name: "from", type: "address" },
      { name: "to", type: "address" },
      { name: "amount", type: "uint256" },
    ],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "approve",
    stateMutability: "nonpayable",
    inputs: [{ name: "spender", type: "address" }, { name: "amount", type: "uint256" }],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "increaseAllowance",
    stateMutability: "nonpayable",
    inputs: [{ name: "spender", type: "address" }, { name: "amount", type: "uint256" }],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "decreaseAllowance",
    stateMutability: "nonpayable",
    inputs: [{ name: "spender", type: "address" }, { name: "amount", type: "uint256" }],
    outputs: [{ type: "bool" }],
  },
  {
    type: "function",
    name: "safeTransferFrom",
    stateMutability: "nonpayable",
    inputs: [...fromTo, { name: "tokenId", type: "uint256" }],
    outputs: [],
  },
  {
    type: "function",
    name: "safeTransferFrom",
    stateMutability: "nonpayable",
    inputs: [...fromTo, { name: "tokenId", type: "uint256" }, { name: "data", type: "bytes" }],
    outputs: [],
  },
  {
    type: "function",
    name: "safeTransferFrom",
    stateMutability: "nonpayable",
    inputs: [
      ...fromTo,
      { name: "id", type: "uint256" },
      { name: "amount", type: "uint256" },
      { name: "data", type: "bytes" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "safeBatchTransferFrom",
    stateMutability: "nonpayable",
    inputs: [
      ...fromTo,
      { name: "ids", type: "uint256[]" },
      { name: "amounts", type: "uint256[]" },
      { name: "data", type: "bytes" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "setApprovalForAll",
    stateMutability: "nonpayable",
    inputs: [{ name: "operator", type: "address" }, { name: "approved", type: "bool" }],
    outputs: [],
  },
] as const;
