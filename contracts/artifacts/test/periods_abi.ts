// Written by `deno task compile`; do not edit.
/** ABI of `Periods`. */
export const periodsAbi = [
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "start",
        "type": "uint48"
      },
      {
        "internalType": "uint8",
        "name": "unit",
        "type": "uint8"
      },
      {
        "internalType": "uint8",
        "name": "multiplier",
        "type": "uint8"
      },
      {
        "internalType": "uint48",
        "name": "time",
        "type": "uint48"
      }
    ],
    "name": "periodAt",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "from",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "to",
        "type": "uint256"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  }
] as const;
