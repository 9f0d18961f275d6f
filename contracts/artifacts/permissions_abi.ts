// Written by `deno task compile`; do not edit.
/** ABI of `Permissions`. */
export const permissionsAbi = [
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "wanted",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "left",
        "type": "uint256"
      }
    ],
    "name": "AllowanceExceeded",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "ApprovalLeft",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "BalanceUnreadable",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Expired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "ForbiddenCall",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidContext",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidPermission",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidRedemption",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidSignature",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "IsRevoked",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "MalformedCall",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "NoAllowance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotAccount",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotApproved",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotGranting",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotRedeemer",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotSelf",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotSpender",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotYetValid",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "ownerIndex",
        "type": "uint256"
      }
    ],
    "name": "OwnerRemoved",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "PermissionsOff",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "RedemptionExpired",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ReentrancyGuardReentrantCall",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "TooLittleGas",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "mode",
        "type": "bytes32"
      }
    ],
    "name": "UnsupportedMode",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "current",
        "type": "uint64"
      }
    ],
    "name": "WrongEpoch",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "indexed": false,
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      }
    ],
    "name": "PermissionApproved",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "PermissionRevoked",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "epoch",
        "type": "uint64"
      }
    ],
    "name": "PermissionsRevokedAll",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "redeemer",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "Redeemed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "RedemptionCancelled",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "period",
        "type": "uint256"
      }
    ],
    "name": "Spent",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "NATIVE",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      }
    ],
    "name": "approve",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "approveWithSignature",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "cancelRedemption",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "eip712Domain",
    "outputs": [
      {
        "internalType": "bytes1",
        "name": "fields",
        "type": "bytes1"
      },
      {
        "internalType": "string",
        "name": "name",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "version",
        "type": "string"
      },
      {
        "internalType": "uint256",
        "name": "chainId",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "verifyingContract",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "salt",
        "type": "bytes32"
      },
      {
        "internalType": "uint256[]",
        "name": "extensions",
        "type": "uint256[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "epochOf",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "target",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          }
        ],
        "internalType": "struct BaseAccount.Call[]",
        "name": "calls",
        "type": "tuple[]"
      }
    ],
    "name": "execute",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      },
      {
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "target",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          }
        ],
        "internalType": "struct BaseAccount.Call[]",
        "name": "calls",
        "type": "tuple[]"
      }
    ],
    "name": "executeRedeemed",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "target",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          }
        ],
        "internalType": "struct BaseAccount.Call[]",
        "name": "calls",
        "type": "tuple[]"
      }
    ],
    "name": "executeWithSignature",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      }
    ],
    "name": "getId",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      }
    ],
    "name": "grantOf",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      }
    ],
    "name": "isActive",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "isNonceUsed",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "salt",
        "type": "uint256"
      }
    ],
    "name": "isStanding",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes[]",
        "name": "contexts",
        "type": "bytes[]"
      },
      {
        "internalType": "bytes32[]",
        "name": "modes",
        "type": "bytes32[]"
      },
      {
        "internalType": "bytes[]",
        "name": "executions",
        "type": "bytes[]"
      }
    ],
    "name": "redeemDelegations",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "target",
                "type": "address"
              },
              {
                "internalType": "bytes4",
                "name": "selector",
                "type": "bytes4"
              },
              {
                "components": [
                  {
                    "internalType": "uint8",
                    "name": "word",
                    "type": "uint8"
                  },
                  {
                    "internalType": "uint8",
                    "name": "kind",
                    "type": "uint8"
                  },
                  {
                    "internalType": "bytes32[]",
                    "name": "values",
                    "type": "bytes32[]"
                  }
                ],
                "internalType": "struct ArgumentRule[]",
                "name": "rules",
                "type": "tuple[]"
              }
            ],
            "internalType": "struct CallPermission[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "token",
                "type": "address"
              },
              {
                "internalType": "uint160",
                "name": "allowance",
                "type": "uint160"
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
              }
            ],
            "internalType": "struct SpendPermission[]",
            "name": "spends",
            "type": "tuple[]"
          },
          {
            "internalType": "address[]",
            "name": "watched",
            "type": "address[]"
          }
        ],
        "internalType": "struct Permission",
        "name": "permission",
        "type": "tuple"
      }
    ],
    "name": "remaining",
    "outputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "periodStart",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "periodEnd",
            "type": "uint256"
          }
        ],
        "internalType": "struct Permissions.Remaining[]",
        "name": "left",
        "type": "tuple[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "id",
        "type": "bytes32"
      }
    ],
    "name": "revoke",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "revokeAll",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const;
