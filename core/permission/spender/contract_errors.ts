/** The errors with which the permission contract rejects a use. @module */

/**
 * ABI of the permission contract's errors, for `decodeErrorResult` of viem. A use above an
 * allowance reverts with `AllowanceExceeded`, selector `0x597e1da1`.
 */
export const permissionErrors = [
  {
    type: "error",
    name: "AllowanceExceeded",
    inputs: [{ name: "index", type: "uint256" }, { name: "wanted", type: "uint256" }, {
      name: "left",
      type: "uint256",
    }],
  },
  {
    type: "error",
    name: "ApprovalLeft",
    inputs: [{ name: "token", type: "address" }, { name: "spender", type: "address" }],
  },
  { type: "error", name: "BalanceUnreadable", inputs: [{ name: "token", type: "address" }] },
  { type: "error", name: "Expired", inputs: [] },
  { type: "error", name: "ForbiddenCall", inputs: [{ name: "index", type: "uint256" }] },
  { type: "error", name: "InvalidContext", inputs: [] },
  { type: "error", name: "InvalidPermission", inputs: [] },
  { type: "error", name: "InvalidRedemption", inputs: [] },
  { type: "error", name: "InvalidSignature", inputs: [] },
  { type: "error", name: "IsRevoked", inputs: [] },
  { type: "error", name: "MalformedCall", inputs: [{ name: "index", type: "uint256" }] },
  { type: "error", name: "NoAllowance", inputs: [{ name: "token", type: "address" }] },
  { type: "error", name: "NonceUsed", inputs: [{ name: "nonce", type: "uint256" }] },
  { type: "error", name: "NotAccount", inputs: [] },
  { type: "error", name: "NotApproved", inputs: [] },
  { type: "error", name: "NotGranting", inputs: [] },
  { type: "error", name: "NotRedeemer", inputs: [] },
  { type: "error", name: "NotSelf", inputs: [] },
  { type: "error", name: "NotSpender", inputs: [] },
  { type: "error", name: "NotYetValid", inputs: [] },
  { type: "error", name: "OwnerRemoved", inputs: [{ name: "ownerIndex", type: "uint256" }] },
  { type: "error", name: "PermissionsOff", inputs: [] },
  { type: "error", name: "RedemptionExpired", inputs: [] },
  { type: "error", name: "ReentrancyGuardReentrantCall", inputs: [] },
  { type: "error", name: "TooLittleGas", inputs: [] },
  { type: "error", name: "UnsupportedMode", inputs: [{ name: "mode", type: "bytes32" }] },
  { type: "error", name: "WrongEpoch", inputs: [{ name: "current", type: "uint64" }] },
] as const;
