/**
 * Lists functions that transfer a name, or change the address that receives payments to it.
 *
 * @module
 */
import { isAddressEqual, size } from "viem";
import { all, allows, handsOver, leads, type Reader, signs } from "../calls/args.ts";
import type { Selected } from "../calls/selectors.ts";
import { bytesAt, WORD, wordsOf } from "../calls/words.ts";

/** Bytes of an address. */
const ADDRESS_BYTES = 20;

/**
 * Reads an address that receives payments of any network; the account itself, or none, is no
 * danger.
 */
const leadsTo = (bytes: number): Reader => ({ call, words, account }) => {
  const given = bytesAt(words, 0, bytes * WORD);
  const length = size(given);
  if (length === 0) return [];
  const to = length === ADDRESS_BYTES ? wordsOf(given).address(ADDRESS_BYTES - WORD) : null;
  return to !== null && isAddressEqual(to, account)
    ? []
    : [allows({ kind: "control", address: call.to, amount: null, spender: to })];
};

/** Reads a new record of a name; an empty value removes the record. */
const shows = (bytes: number): Reader => (args) =>
  size(bytesAt(args.words, 0, bytes * WORD)) === 0 ? [] : signs()(args);

/** Functions of registries, registrars, wrappers and resolvers on any chain. */
export const naming: Readonly<Record<Selected, Reader>> = {
  "0x5b0fc9c3 setOwner(bytes32,address)": handsOver(1),
  "0xcf408823 setRecord(bytes32,address,address,uint64)": all(handsOver(1), leads(2)),
  "0x06ab5923 setSubnodeOwner(bytes32,bytes32,address)": handsOver(2),
  "0xc658e086 setSubnodeOwner(bytes32,string,address,uint32,uint64)": handsOver(2),
  "0x5ef2c7f0 setSubnodeRecord(bytes32,bytes32,address,address,uint64)": all(
    handsOver(2),
    leads(3),
  ),
  "0x24c1af44 setSubnodeRecord(bytes32,string,address,address,uint64,uint32,uint64)": all(
    handsOver(2),
    leads(3),
  ),
  "0xd8c9921a unwrap(bytes32,bytes32,address)": handsOver(2),
  "0x8b4dfa75 unwrapETH2LD(bytes32,address,address)": handsOver(1),
  "0xeb8ae530 wrap(bytes,address,address)": all(handsOver(1), leads(2)),
  "0x8cf8b41e wrapETH2LD(string,address,uint16,address)": all(handsOver(1), leads(3)),
  "0x28ed4f6c reclaim(uint256,address)": handsOver(1),
  "0x79ce9fac transfer(bytes32,address)": handsOver(1),
  "0xa7fc7a07 addController(address)": handsOver(0),
  "0x0f5a5466 claimWithResolver(address,address)": all(handsOver(0), leads(1)),
  "0x65669631 claimForAddr(address,address,address)": handsOver(1),
  "0x7a806d6b setNameForAddr(address,address,address,string)": handsOver(1),
  // Resolvers, and their records.
  "0x1896f70a setResolver(bytes32,address)": leads(1),
  "0xd5fa2b00 setAddr(bytes32,address)": leads(1),
  "0x8b95dd71 setAddr(bytes32,uint256,bytes)": leadsTo(2),
  "0x304e6ade setContenthash(bytes32,bytes)": shows(1),
  "0xc3d014d6 setContent(bytes32,bytes32)": signs(1),
  "0x0af179d7 setDNSRecords(bytes32,bytes)": shows(1),
  "0xa4b91a01 approve(bytes32,address,bool)": handsOver(1, 2),
  "0x3e9ce794 setAuthorisation(bytes32,address,bool)": handsOver(1, 2),
  // Names as items of a registry (ENS v2).
  "0xbc7b6d62 setResolver(uint256,address)": leads(1),
  "0x341ec559 setSubregistry(uint256,address)": leads(1),
  "0x7c300586 grantRoles(uint256,uint256,address)": handsOver(2, 1),
  "0x072d5d77 grantRootRoles(uint256,address)": handsOver(1, 0),
  // Unstoppable Domains.
  "0xab3b87fe setOwner(address,uint256)": handsOver(0),
  "0x2392c189 resolveTo(address,uint256)": leads(0),
  "0x47c81699 set(string,string,uint256)": shows(1),
  "0xce92b33e setMany(string[],string[],uint256)": signs(),
  "0xec129eea reconfigure(string[],string[],uint256)": signs(),
};
