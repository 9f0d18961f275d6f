/** ABIs of functions that take EntryPoint v0.8's `PackedUserOperation`. @module */

const packed = {
  name: "userOp",
  type: "tuple",
  components: [
    { name: "sender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "initCode", type: "bytes" },
    { name: "callData", type: "bytes" },
    { name: "accountGasLimits", type: "bytes32" },
    { name: "preVerificationGas", type: "uint256" },
    { name: "gasFees", type: "bytes32" },
    { name: "paymasterAndData", type: "bytes" },
    { name: "signature", type: "bytes" },
  ],
} as const;

/** `IEntryPointSimulations.simulateHandleOp`. */
export const simulationsAbi = [{
  type: "function",
  name: "simulateHandleOp",
  stateMutability: "nonpayable",
  inputs: [packed, { name: "target", type: "address" }, { name: "targetCallData", type: "bytes" }],
  outputs: [{
    name: "",
    type: "tuple",
    components: [
      { name: "preOpGas", type: "uint256" },
      { name: "paid", type: "uint256" },
      { name: "accountValidationData", type: "uint256" },
      { name: "paymasterValidationData", type: "uint256" },
      { name: "targetSuccess", type: "bool" },
      { name: "targetResult", type: "bytes" },
    ],
  }],
}] as const;

/** `IAccount.validateUserOp`. */
export const validateAbi = [{
  type: "function",
  name: "validateUserOp",
  stateMutability: "nonpayable",
  inputs: [
    packed,
    { name: "userOpHash", type: "bytes32" },
    { name: "missingAccountFunds", type: "uint256" },
  ],
  outputs: [{ name: "validationData", type: "uint256" }],
}] as const;

/** `IAccountExecute.executeUserOp`. */
export const executeAbi = [{
  type: "function",
  name: "executeUserOp",
  stateMutability: "nonpayable",
  inputs: [packed, { name: "userOpHash", type: "bytes32" }],
  outputs: [],
}] as const;

/** `IPaymaster.validatePaymasterUserOp`. */
export const validatePaymasterAbi = [{
  type: "function",
  name: "validatePaymasterUserOp",
  stateMutability: "nonpayable",
  inputs: [
    packed,
    { name: "userOpHash", type: "bytes32" },
    { name: "maxCost", type: "uint256" },
  ],
  outputs: [{ name: "context", type: "bytes" }, { name: "validationData", type: "uint256" }],
}] as const;
