// Written by `deno task compile`; do not edit.
/** ABI of `Answers`. */
export const answersAbi = [
  {
    "stateMutability": "nonpayable",
    "type": "fallback"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "question",
        "type": "bytes"
      }
    ],
    "name": "hush",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "question",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "data",
        "type": "bytes"
      },
      {
        "internalType": "uint256",
        "name": "zeros",
        "type": "uint256"
      }
    ],
    "name": "say",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const;
