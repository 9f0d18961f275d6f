/** The second version of the account, with which upgrades are rehearsed. */
import {
  type Address,
  concat,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
} from "viem";
import {
  type ImplementationCode,
  implementationCodes,
} from "../../core/chain/implementation_codes.ts";
import { type Implementation, implementations } from "../../core/chain/contracts.ts";
import { create2Deployer, permissions, salt } from "../addresses.ts";
import { acctSecondBytecode } from "../artifacts/test/acct_second_bytecode.ts";

const { initCode, runtimeCode, immutables } = acctSecondBytecode;
/** Init code of the second version. */
export const secondVersionInitCode: Hex = concat([
  initCode,
  encodeAbiParameters([{ type: "address" }], [permissions]),
]);

const address: Address = getContractAddress({
  opcode: "CREATE2",
  from: create2Deployer,
  salt,
  bytecode: secondVersionInitCode,
});

/** The version, as a release would list it. */
export const secondVersion: Implementation = { version: 2, address };

/**
 * Makes SDK and service of this process know it, as their next release would. There is no other
 * way: the lists are constants of the code.
 */
export function releaseSecondVersion(): Disposable {
  const list = implementations as Implementation[];
  const codes = implementationCodes as Record<number, ImplementationCode>;
  list.push(secondVersion);
  codes[2] = { hash: keccak256(runtimeCode), words: immutables.map(({ start }) => start) };
  return {
    [Symbol.dispose]() {
      list.splice(list.indexOf(secondVersion), 1);
      delete codes[2];
    },
  };
}
