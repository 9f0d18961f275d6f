/** ABI items and event topics of an account's owners. @module */

const owner = [
  { name: "index", type: "uint256" },
  { name: "kind", type: "uint8" },
  { name: "x", type: "bytes32" },
  { name: "y", type: "bytes32" },
] as const;

const common = [
  { name: "from", type: "bytes32[]" },
  { name: "owners", type: "tuple[]", components: owner },
  { name: "next", type: "uint256" },
] as const;

/** ABI type of an owner change. */
export const ownerChangeType = [...common, { name: "delay", type: "uint256" }] as const;

const recovery = {
  name: "recovery",
  type: "tuple",
  components: [...common, { name: "salt", type: "uint256" }],
} as const;

/** `Acct`: functions that read and change its owners. */
export const ownersAbi = [
  {
    type: "function",
    name: "ownerState",
    stateMutability: "view",
    inputs: [],
    outputs: [
      { name: "head", type: "bytes32" },
      { name: "generation", type: "uint256" },
      { name: "delay", type: "uint256" },
      { name: "words", type: "bytes32[]" },
    ],
  },
  {
    type: "function",
    name: "ownerHead",
    stateMutability: "view",
    inputs: [],
    outputs: [{ type: "bytes32" }],
  },
  {
    type: "function",
    name: "applyOwnerChange",
    stateMutability: "nonpayable",
    inputs: [
      { name: "change", type: "tuple", components: ownerChangeType },
      { name: "signature", type: "bytes" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "applyOwnerChanges",
    stateMutability: "nonpayable",
    inputs: [
      { name: "changes", type: "tuple[]", components: ownerChangeType },
      { name: "signatures", type: "bytes[]" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "startRecovery",
    stateMutability: "nonpayable",
    inputs: [recovery, { name: "signature", type: "bytes" }],
    outputs: [],
  },
  {
    type: "function",
    name: "finishRecovery",
    stateMutability: "nonpayable",
    inputs: [recovery],
    outputs: [],
  },
  {
    type: "function",
    name: "vetoRecovery",
    stateMutability: "nonpayable",
    inputs: [
      {
        name: "veto",
        type: "tuple",
        components: [{ name: "heads", type: "bytes32[]" }, { name: "target", type: "bytes32" }],
      },
      { name: "signature", type: "bytes" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "pendingRecoveries",
    stateMutability: "view",
    inputs: [],
    outputs: [{
      name: "waiting",
      type: "tuple[]",
      components: [
        { name: "recovery", type: "bytes32" },
        { name: "index", type: "uint8" },
        { name: "readyAt", type: "uint64" },
      ],
    }],
  },
  {
    type: "function",
    name: "recoveryDelay",
    stateMutability: "view",
    inputs: [],
    outputs: [{ type: "uint256" }],
  },
] as const;

/** First topics (event signatures) of the events used to find an account. */
export const ownerTopics = {
  /** `OwnerAdded(uint256 indexed index, bytes32 indexed id, uint8, bytes32, bytes32)`, of accounts. */
  OwnerAdded: "0x0efc7f631deece44feb4f011c0cb024737498424eba8b8d21d789f5fc730609f",
  /** `AccountCreated(address indexed, bytes32 indexed ownersHash, bytes[], uint256)`, of the factory. */
  AccountCreated: "0x487cd795524783bcdc7b3ef0a2ffedf2b022299d710d1bf557906347746e9cd2",
  /** `OwnersChanged(bytes32 indexed head, bytes32 indexed previous, uint256, uint256, uint256)`. */
  OwnersChanged: "0x0f2c0722a49a4f2a6c31c774c34665b9ddfda1bc29d4a7802ad80a125d2433af",
  /** `RecoveryStarted(bytes32 indexed recovery, uint256 indexed index, bytes32 indexed head, uint256)`. */
  RecoveryStarted: "0xf6c0ee4ece3d8c5a86c50462cf47eae30d99dc52ef41fd2ccf04decb9207b523",
  /** `RecoveryVetoed(bytes32 indexed target, bytes32 indexed head)`. */
  RecoveryVetoed: "0x747c11b48be908968cb87cf33e9d394f672ca3b11e43db274462e3e5286dd597",
} as const;
