/** ABI items and event topics for finding the accounts of a key. @module */

/** `Acct`: functions that read and change its owners. */
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

/** First topics (event signatures) of the events used to find an account. */
export const ownerTopics = {
  /** `OwnerKey(bytes32 indexed keyHash, uint256 indexed index, bool added)`, of accounts. */
  OwnerKey: "0x2f252fb788eaa8491a0dfd79b201c597ae5cf7d3f0c9e2717fd4e01449156aa3",
  /** `AccountCreated(address indexed, bytes32 indexed ownersHash, bytes[], uint256)`, of the factory. */
  AccountCreated: "0x487cd795524783bcdc7b3ef0a2ffedf2b022299d710d1bf557906347746e9cd2",
  /** `OwnerChangesApplied(uint256 indexed sequence)`, of accounts. */
  OwnerChangesApplied: "0x1bc0fefcce7df1888aeeb880f3e3682bc45f3e9c12eab3c58dc172deeba3bf84",
} as const;
