/** Faults of paymasters and names. */
import { m, type Mutant } from "./mutant.ts";

const paymaster = "OwnedPaymaster.sol";
const token = "TokenPaymaster.sol";
const names = "SubnameResolver.sol";

/** Faults of paymasters and names. */
export const paymastersMutants: readonly Mutant[] = [
  // Paymasters.
  m(
    paymaster,
    "function setSigner(address signer) external onlyOwner {\n        if (signer == address(0)) revert InvalidSigner();",
    "function setSigner(address signer) external onlyOwner {",
  ),
  m(
    paymaster,
    "function setSigner(address signer) external onlyOwner",
    "function setSigner(address signer) external",
  ),
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
  m(token, "&& maxCost > postpaidCap", "&& false"),
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
