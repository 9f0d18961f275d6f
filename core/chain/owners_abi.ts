/** What of the contracts' ABIs leads from a key to its accounts. @module */

/** `Acct`: who its owners are. */
export const ownersAbi = [
  {
    type: "function",
    name: "nextOwnerIndex",
    stateMutability: "view",
    inputs: [],
    outputs: [{ type: "uint256" }],
  },
  {
    type: "function",
    name: "ownerAtIndex",
    stateMutability: "view",
    inputs: [{ name: "index", type: "uint256" }],
    outputs: [{ type: "bytes" }],
  },
  {
    type: "function",
    name: "ownerChangeSequence",
    stateMutability: "view",
    inputs: [],
    outputs: [{ type: "uint256" }],
  },
  {
    type: "function",
    name: "applyOwnerChanges",
    stateMutability: "nonpayable",
    inputs: [
      { name: "sequence", type: "uint256" },
      { name: "calls", type: "bytes[]" },
      { name: "signature", type: "bytes" },
    ],
    outputs: [],
  },
] as const;

/** The events by which an account is found. */
export const ownerEvents = [
  {
    type: "event",
    name: "OwnerKey",
    inputs: [
      { name: "keyHash", type: "bytes32", indexed: true },
      { name: "index", type: "uint256", indexed: true },
      { name: "added", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "AccountCreated",
    inputs: [
      { name: "account", type: "address", indexed: true },
      { name: "ownersHash", type: "bytes32", indexed: true },
      { name: "owners", type: "bytes[]", indexed: false },
      { name: "nonce", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "OwnerChangesApplied",
    inputs: [{ name: "sequence", type: "uint256", indexed: true }],
  },
] as const;
