/** Lists functions that grant control to others and do not have a standard token name. @module */
import { isAddressEqual } from "viem";
import { allows, handsOver, leads, type Reader, signs } from "../calls/args.ts";
import type { Selected } from "../calls/selectors.ts";
import { listAt, WORD } from "../calls/words.ts";

/**
 * Reads an allowance of the contract's own token; without an amount argument, it is the whole
 * balance.
 */
const lets = (amount: number | null): Reader => ({ call, address, number }) =>
  amount !== null && number(amount) === 0n ? [] : [
    allows({
      kind: "token",
      address: call.to,
      amount: amount === null ? null : number(amount),
      spender: address(0),
    }),
  ];

/**
 * Reads a function that anyone may submit with an owner's earlier signature. Only the caller's own
 * assets count.
 */
const signedBefore: Reader = (args) =>
  isAddressEqual(args.address(0), args.sender) ? handsOver(1, 2)(args) : [];

/** Reads a list of operators, each with a trust flag. */
const operators: Reader = (args) => {
  const { words } = args;
  const list = listAt(words, 0, 0, 2 * WORD);
  return Array.from({ length: list.count }, (_, index) => list.at + index * 2 * WORD)
    .flatMap((at) =>
      handsOver(0, 1)({
        ...args,
        address: () => words.address(at),
        number: () => words.word(at + WORD),
      })
    );
};

/** Functions. */
export const authority: Readonly<Record<Selected, Reader>> = {
  "0x571ac8b0 approveMax(address)": lets(null),
  "0x5c17f9f4 approve(address,uint256,bytes)": lets(1),
  "0x3d140d21 approve(address,bool)": handsOver(0, 1),
  "0x9870d7fe addOperator(address)": handsOver(0),
  "0xbc735d90 setOperator(address,address,bool)": handsOver(1, 2),
  "0x85b53fc8 setOperators((address,bool)[])": operators,
  "0x0de54ba0 setMinterApproval(address,bool)": handsOver(0, 1),
  "0xb68f4004 urnAllow(address,uint256)": handsOver(0, 1),
  "0xbb24d994 allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)": signedBefore,
  "0x8069218f setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))":
    signedBefore,
  // Code and owners of contracts that the account administers.
  "0x1f931c1c diamondCut((address,uint8,bytes4[])[],address,bytes)": signs(),
  "0x694e80c3 changeThreshold(uint256)": signs(),
  "0x7de7edef changeMasterCopy(address)": handsOver(0),
  "0xd784d426 setImplementation(address)": handsOver(0),
  "0xbb913f41 _setImplementation(address)": handsOver(0),
  "0xb71d1a0c _setPendingAdmin(address)": leads(0),
};
