/** Lists functions that let others control what the account has in a contract. @module */
import { allows, handsOver, type Reader } from "./args.ts";

/** Reads a signature that a call gives instead of a key; anyone can use it. */
const signs = (flag: number | null): Reader => ({ call, number }) =>
  flag !== null && number(flag) === 0n ? [] : [
    allows({ kind: "control", address: call.to, amount: null, spender: null }),
  ];

/** Orders of Seaport, which its caller needs not sign. */
const offer = "(uint8,address,uint256,uint256,uint256)[]";
const consideration = "(uint8,address,uint256,uint256,uint256,address)[]";
const validate =
  `validate(((address,address,${offer},${consideration},uint8,uint256,uint256,bytes32,` +
  "uint256,bytes32,uint256),bytes)[])";

/** Functions by signature. */
export const control: Readonly<Record<string, Reader>> = {
  "transferOwnership(address)": handsOver(0),
  "completeOwnershipHandover(address)": handsOver(0),
  "beginDefaultAdminTransfer(address)": handsOver(0),
  "setAuthority(address)": handsOver(0),
  "setOwner(address)": handsOver(0),
  "changeOwner(address)": handsOver(0),
  "changeAdmin(address)": handsOver(0),
  "setAdmin(address)": handsOver(0),
  "setPendingAdmin(address)": handsOver(0),
  "grantRole(bytes32,address)": handsOver(1),
  "upgradeTo(address)": handsOver(0),
  "upgrade(address,address)": handsOver(1),
  "setOwner(bytes32,address)": handsOver(1),
  "setRecord(bytes32,address,address,uint64)": handsOver(1),
  "setSubnodeOwner(bytes32,bytes32,address)": handsOver(2),
  "setSubnodeRecord(bytes32,bytes32,address,address,uint64)": handsOver(2),
  "unwrap(bytes32,bytes32,address)": handsOver(2),
  "unwrapETH2LD(bytes32,address,address)": handsOver(1),
  "reclaim(uint256,address)": handsOver(1),
  "setOperator(address)": handsOver(0),
  "setAccountOperator(address,address,bool)": handsOver(1, 2),
  "setOperator(bytes19,address,uint256)": handsOver(1, 2),
  "allow(address,bool)": handsOver(0, 1),
  "hope(address)": handsOver(0),
  "approveDelegation(address,uint256)": handsOver(0, 1),
  "setRelayerApproval(address,address,bool)": handsOver(1, 2),
  "setAuthorization(address,bool)": handsOver(0, 1),
  "setApproval(address,bool)": handsOver(0, 1),
  "updateOperator(address,bool)": handsOver(0, 1),
  "setDelegate(address,bool)": handsOver(0, 1),
  "delegateAll(address,bytes32,bool)": handsOver(0, 2),
  "delegateForAll(address,bool)": handsOver(0, 1),
  "approveController(address,bool)": handsOver(0, 1),
  "cdpAllow(uint256,address,uint256)": handsOver(1, 2),
  "addOwnerWithThreshold(address,uint256)": handsOver(0),
  "swapOwner(address,address,address)": handsOver(2),
  "enableModule(address)": handsOver(0),
  "setFallbackHandler(address)": handsOver(0),
  "transferOwnership(address,bool,bool)": handsOver(0),
  "setPendingOwner(address)": handsOver(0),
  "nominateNewOwner(address)": handsOver(0),
  "setGovernance(address)": handsOver(0),
  "transferGovernance(address)": handsOver(0),
  "setController(address)": handsOver(0),
  "changeProxyAdmin(address,address)": handsOver(1),
  "grantRoles(address,uint256)": handsOver(0, 1),
  "grantRole(uint64,address,uint32)": handsOver(1),
  "rely(address)": handsOver(0),
  "give(uint256,address)": handsOver(1),
  "signalTransfer(address)": handsOver(0),
  "grantPermissions(address,address)": handsOver(1),
  "setSubnodeOwner(bytes32,string,address,uint32,uint64)": handsOver(2),
  "setSubnodeRecord(bytes32,string,address,address,uint64,uint32,uint64)": handsOver(2),
  "delegateContract(address,address,bytes32,bool)": handsOver(0, 3),
  "delegateERC20(address,address,bytes32,uint256)": handsOver(0, 3),
  "delegateERC721(address,address,uint256,bytes32,bool)": handsOver(0, 4),
  "delegateERC1155(address,address,uint256,bytes32,uint256)": handsOver(0, 4),
  "delegateForContract(address,address,bool)": handsOver(0, 2),
  "delegateForToken(address,address,uint256,bool)": handsOver(0, 3),
  "registerAllowedOrderSigner(address,bool)": handsOver(0, 1),
  // Signatures that are given by a call: of orders on an exchange, and of a Safe's transactions.
  "setPreSignature(bytes,bool)": signs(1),
  "preSign(bytes32)": signs(null),
  "approveHash(bytes32)": signs(null),
  [validate]: signs(null),
};
