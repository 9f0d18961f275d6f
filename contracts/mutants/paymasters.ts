/** Faults of paymasters, vault and names. */
import { m, type Mutant } from "./mutant.ts";

const paymaster = "OwnedPaymaster.sol";
const token = "TokenPaymaster.sol";
const vault = "Vault.sol";
const names = "SubnameResolver.sol";

/** Faults of paymasters, vault and names. */
export const paymastersMutants: readonly Mutant[] = [
  // Paymasters.
  m(
    paymaster,
    "function setSigner(address signer_) external onlyOwner",
    "function setSigner(address signer_) external",
  ),
  m(paymaster, "if (signer_ == replaced) revert InvalidSigner();", ""),
  m(paymaster, "_setSigners(signer_, replaced);", "_setSigners(signer_, address(0));"),
  m(
    paymaster,
    "function setSigners(address signer_, address previous) external onlyOwner",
    "function setSigners(address signer_, address previous) external",
  ),
  m(paymaster, "_setSigners(signer_, previous);", "_setSigners(signer_, _rules.signer);"),
  m(
    paymaster,
    "function dropPreviousSigner() external onlyOwner",
    "function dropPreviousSigner() external",
  ),
  m(
    paymaster,
    "_setSigners(_rules.signer, address(0));",
    "_setSigners(_rules.signer, previousSigner);",
  ),
  m(paymaster, "if (signer_ == address(0)) revert InvalidSigner();", ""),
  m(paymaster, "_rules.signer = signer_;", "_rules = Rules(signer_, 0);"),
  m(
    paymaster,
    "function setMaxCost(uint96 maxCost_) external onlyOwner",
    "function setMaxCost(uint96 maxCost_) external",
  ),
  m(
    paymaster,
    "function setGuardian(address guardian_) external onlyOwner",
    "function setGuardian(address guardian_) external",
  ),
  m(paymaster, "msg.sender != owner() && msg.sender != guardian", "msg.sender != owner()"),
  m(paymaster, "msg.sender != owner() && msg.sender != guardian", "msg.sender != guardian"),
  m(
    paymaster,
    "if (msg.sender != owner() && msg.sender != guardian) revert PauseUnauthorized(msg.sender);",
    "",
  ),
  m(paymaster, "        _setMaxCost(0);\n", ""),
  m(paymaster, "most == 0 || cost > most", "cost > most"),
  m(paymaster, "most == 0 || cost > most", "most == 0 || cost >= most"),
  m(paymaster, "most == 0 || cost > most", "most == 0"),
  m(paymaster, "failure == ECDSA.RecoverError.NoError\n            && ", ""),
  m(
    paymaster,
    "recovered == _rules.signer || recovered == previousSigner",
    "recovered == _rules.signer",
  ),
  m(paymaster, "recovered == _rules.signer || recovered == previousSigner", "true"),
  m(
    paymaster,
    "function withdraw(address payable to, uint256 value) external onlyOwner",
    "function withdraw(address payable to, uint256 value) external",
  ),
  m(
    paymaster,
    "function addStake(uint32 unstakeDelay) external payable onlyOwner",
    "function addStake(uint32 unstakeDelay) external payable",
  ),
  m(paymaster, "function unlockStake() external onlyOwner", "function unlockStake() external"),
  m(
    paymaster,
    "function withdrawStake(address payable to) external onlyOwner",
    "function withdrawStake(address payable to) external",
  ),
  m(paymaster, "revert OwnerNeeded();", ""),
  m(
    token,
    "function setPostpaidCap(uint256 cap) external onlyOwner",
    "function setPostpaidCap(uint256 cap) external",
  ),
  m(token, "uint256 amount) external onlyOwner {", "uint256 amount) external {"),
  m(token, "data.length != DATA_LENGTH || ", ""),
  m(token, "uint8(data[12]) > POSTPAID\n", "false\n"),
  m(token, "&& cost > postpaidCap", "&& false"),
  m(token, "operation.nonce,", "uint256(0),"),
  m(token, "keccak256(operation.callData),", "bytes32(0),"),
  m(token, "operation.gasFees\n", "bytes32(0)\n"),
  m(token, "                        uint8(data[12]),\n", "                        uint8(0),\n"),
  m(token, "                        token,\n", "                        address(0),\n"),
  m(token, "                        tokenPerNative\n", "                        uint256(0)\n"),
  m(token, "(validAfter | validUntil) & ERC4337Utils.BLOCK_RANGE_FLAG == 0\n            && ", ""),
  m(token, "&& _rawSignatureValidation(quote, data[65:])", ""),
  m(
    token,
    "return (token.trySafeTransferFrom(prefunder, address(this), actual), actual);",
    "return (true, actual);",
  ),
  m(token, "return 45_000;", "return 0;"),
  m(token, "        return 1;\n", "        return 0;\n"),
  // Vault.
  m(
    vault,
    "function setRule(address paymaster, uint96 rate, uint96 ceiling) external onlyOwner",
    "function setRule(address paymaster, uint96 rate, uint96 ceiling) external",
  ),
  m(
    vault,
    "function withdraw(address payable to, uint256 amount) external onlyOwner",
    "function withdraw(address payable to, uint256 amount) external",
  ),
  m(vault, "credit: rate", "credit: 0"),
  m(vault, "if (amount == 0) revert NothingToRefill(paymaster);", ""),
  m(vault, "rule.updated = uint64(block.timestamp);", ""),
  m(vault, "rule.credit = uint96(credit - amount);", ""),
  m(vault, "rule.credit = uint96(credit - amount);", "rule.credit = 0;"),
  m(vault, "block.timestamp - rule.updated", "block.timestamp"),
  m(vault, "/ 1 days;", "/ 1 hours;"),
  m(vault, "Math.min(rule.credit + grown, rule.rate)", "rule.credit + grown"),
  m(vault, "Math.min(rule.credit + grown, rule.rate)", "Math.min(grown, rule.rate)"),
  m(
    vault,
    "Math.saturatingSub(rule.ceiling, ENTRY_POINT.balanceOf(paymaster))",
    "type(uint256).max",
  ),
  m(
    vault,
    "Math.saturatingSub(rule.ceiling, ENTRY_POINT.balanceOf(paymaster))",
    "rule.ceiling - ENTRY_POINT.balanceOf(paymaster)",
  ),
  m(
    vault,
    "Math.min(Math.min(credit, missing), address(this).balance)",
    "Math.min(credit, missing)",
  ),
  m(
    vault,
    "Math.min(Math.min(credit, missing), address(this).balance)",
    "Math.min(missing, address(this).balance)",
  ),
  m(
    vault,
    "Math.min(Math.min(credit, missing), address(this).balance)",
    "Math.min(credit, address(this).balance)",
  ),
  m(vault, "depositTo{value: amount}(paymaster)", "depositTo{value: amount}(msg.sender)"),
  m(vault, "revert OwnerNeeded();", ""),
  // Names.
  m(names, "if (block.timestamp > expires) revert AnswerExpired();", ""),
  m(names, "if (!isSigner[signer]) revert InvalidSigner();", ""),
  m(names, "keccak256(request), keccak256(result)", "bytes32(0), keccak256(result)"),
  m(names, "keccak256(request), keccak256(result)", "keccak256(request), bytes32(0)"),
  m(names, "keccak256(result), expires)", "keccak256(result), uint64(0))"),
  m(names, "if (msg.sender != owner_ || resolver == address(this))", "if (msg.sender != owner_)"),
  m(names, "if (msg.sender != owner_ || resolver", "if (resolver"),
  m(names, "owner_ = INameWrapper(WRAPPER).ownerOf(uint256(node));", ""),
  m(
    names,
    "function setUrls(string[] calldata urls_) external onlyOwner",
    "function setUrls(string[] calldata urls_) external",
  ),
  m(
    names,
    "function setSigner(address signer, bool valid) external onlyOwner",
    "function setSigner(address signer, bool valid) external",
  ),
  m(names, "if (signer == address(0)) revert InvalidSigner();", ""),
  m(names, "isSigner[signer] = valid;", "isSigner[signer] = true;"),
  m(names, "if (former != address(0)) return _askFormer(former, name, data);", ""),
  m(names, "extended ? abi.encodeCall(this.resolve, (name, data)) : data", "data"),
  m(names, "if (name.length == 0) revert InvalidName();", ""),
  m(names, "if (name.length != 1) revert InvalidName();", ""),
  m(names, "if (name.length < length + 2) revert InvalidName();", ""),
  m(names, "revert OwnerNeeded();", ""),
];
