/** The parts of the contracts' ABIs that the SDK encodes and decodes. @module */

const call = [
  { name: "target", type: "address" },
  { name: "value", type: "uint256" },
  { name: "data", type: "bytes" },
] as const;

/** `Acct`: how an account is made to act. */
export const acctAbi = [
  { type: "function", name: "execute", stateMutability: "payable", inputs: call, outputs: [] },
  {
    type: "function",
    name: "executeBatch",
    stateMutability: "payable",
    inputs: [{ name: "calls", type: "tuple[]", components: call }],
    outputs: [],
  },
] as const;

/** `AcctFactory`: how an account comes into being. */
export const factoryAbi = [
  {
    type: "function",
    name: "createAccount",
    stateMutability: "payable",
    inputs: [{ name: "owners", type: "bytes[]" }, { name: "nonce", type: "uint256" }],
    outputs: [{ name: "account", type: "address" }],
  },
] as const;

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
    name: "setApprovalForAll",
    stateMutability: "nonpayable",
    inputs: [{ name: "operator", type: "address" }, { name: "approved", type: "bool" }],
    outputs: [],
  },
] as const;
