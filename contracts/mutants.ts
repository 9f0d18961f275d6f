/** Lists faults to plant, one at a time: each removes a check from a contract or bends it. */

/** Text in a source, and its replacement. */
export type Mutant = { file: string; from: string; to: string };

const acct = "Acct.sol";
const owners = "Owners.sol";
const passkey = "Passkey.sol";
const factory = "AcctFactory.sol";
const permissions = "Permissions.sol";
const calls = "TokenCalls.sol";
const period = "Period.sol";
const permission = "Permission.sol";
const paymaster = "OwnedPaymaster.sol";
const token = "TokenPaymaster.sol";
const names = "SubnameResolver.sol";

/** Faults that the tests must detect. */
export const mutants: readonly Mutant[] = [
  // The account: who may call, and what a call may reach.
  m(acct, "external onlyProxy {", "external {"),
  m(acct, "_state().next != 0 || _onEIP7702Authority()", "_onEIP7702Authority()"),
  m(acct, "_state().next != 0 || _onEIP7702Authority()", "_state().next != 0"),
  m(acct, "if (owners.length == 0) revert LastOwner();", ""),
  m(acct, "if (target == address(this)) revert ForbiddenTarget(target);", ""),
  m(acct, "if (calls[i].target == address(this)) revert ForbiddenTarget(calls[i].target);", ""),
  m(acct, "if (msg.sender != _state().permissions) revert Unauthorized();", ""),
  m(
    acct,
    "target == address(this) || target == address(entryPoint())\n",
    "target == address(entryPoint())\n",
  ),
  m(
    acct,
    "target == address(this) || target == address(entryPoint())\n",
    "target == address(this)\n",
  ),
  m(acct, "|| target == msg.sender\n", "\n"),
  m(acct, "msg.sender != address(entryPoint()) && msg.sender != address(this)", "false"),
  m(acct, "&& msg.sender != address(this)", ""),
  m(
    acct,
    "function addOwnerAddress(address owner) external onlySelfOrEntryPoint",
    "function addOwnerAddress(address owner) external",
  ),
  m(
    acct,
    "function addOwnerPublicKey(bytes32 x, bytes32 y) external onlySelfOrEntryPoint",
    "function addOwnerPublicKey(bytes32 x, bytes32 y) external",
  ),
  m(
    acct,
    "function _authorizeUpgrade(address) internal view override onlySelfOrEntryPoint",
    "function _authorizeUpgrade(address) internal view override",
  ),
  m(acct, "if (_onEIP7702Authority()) revert UnauthorizedCallContext();", ""),
  m(acct, "if (!success) Exec.revertWithReturnData();", ""),
  m(
    acct,
    "if (Exec.call(call.target, call.value, call.data, gasleft())) return;",
    "Exec.call(call.target, call.value, call.data, gasleft()); return;",
  ),
  // Owner changes.
  m(acct, "if (sequence != state.sequence) revert WrongSequence(state.sequence);", ""),
  m(acct, "if (!isOwnerSignature(ownerChangesHash(sequence, calls), signature)) {", "if (false) {"),
  m(acct, "state.sequence++;", ""),
  m(acct, ") revert ForbiddenChange(selector);", ") {}"),
  m(acct, "return _hashTypedDataSansChainId(", "return _hashTypedData("),
  m(
    acct,
    "return _hashTypedDataSansChainId(",
    "return _hashTypedDataSansChainIdAndVerifyingContract(",
  ),
  m(acct, "hashes[i] = keccak256(calls[i]);", "hashes[i] = bytes32(calls[i]);"),
  // The permission switch.
  m(
    acct,
    "manager == address(this) || manager == address(entryPoint())",
    "manager == address(entryPoint())",
  ),
  m(acct, "|| manager == address(entryPoint())", ""),
  m(acct, "|| (manager != address(0) && manager.code.length == 0)", ""),
  m(acct, "|| (manager == address(0) && approveCall.length != 0)", ""),
  // Signatures.
  m(acct, "tuple != 0x20 || ", ""),
  m(acct, "if (signature.length != 0x80 + ((length + 31) & ~uint256(31))) return false;", ""),
  m(acct, "return _onEIP7702Authority() && _recover", "return _recover"),
  m(acct, "_recover(digest, data) == address(this);", "true;"),
  m(acct, "if (x == 0) return false;", ""),
  m(acct, "sha256(abi.encode(digest)),\n", "digest,\n"),
  m(
    acct,
    "return isOwnerSignature(hash, operation.signature) ? 0 : 1;",
    "return isOwnerSignature(hash, operation.signature) ? 0 : 0;",
  ),
  m(
    acct,
    "return _erc1271IsValidSignatureViaNestedEIP712(hash, signature);",
    "return _erc1271IsValidSignatureViaNestedEIP712(hash, signature) || isOwnerSignature(hash, signature);",
  ),
  m(passkey, "if (authenticatorData.length < 37) return false;", ""),
  m(passkey, "PRESENT_AND_VERIFIED = 0x05", "PRESENT_AND_VERIFIED = 0x01"),
  m(passkey, "PRESENT_AND_VERIFIED = 0x05", "PRESENT_AND_VERIFIED = 0x04"),
  m(passkey, '&& _hasAt(clientData, auth.typeIndex, \'"type":"webauthn.get"\')', ""),
  m(passkey, "&& _hasAt(clientData, auth.challengeIndex, challenge)", ""),
  m(passkey, "native) && asserts;", "native);"),
  m(passkey, "native) && asserts;", "native) || asserts;"),
  m(passkey, "if (uint256(s) > HALF_N) return false;", ""),
  m(passkey, "&& abi.decode(result, (uint256)) == 1", ""),
  m(passkey, "|| index > text.length - length) return false;", ") return false;"),
  // Owners.
  m(owners, "if (_isOwner(x, y)) revert AlreadyOwner(owner);", ""),
  m(owners, "keccak256(current) != keccak256(owner)", "false"),
  m(owners, "owner.length == 0 || ", ""),
  m(owners, "if (state.next - state.removed == 1) revert LastOwner();", ""),
  m(owners, "state.removed++;", ""),
  m(owners, "delete state.owners[index];", ""),
  m(owners, "word != 0 && word >> 160", "word >> 160"),
  m(owners, "&& word >> 160 == 0", ""),
  m(owners, "&& word != uint160(address(this))", ""),
  m(owners, "valid = P256.isValidPublicKey(x, y);", "valid = true;"),
  m(owners, "return y != 0 && _isOwner(x, y);", "return _isOwner(x, y);"),
  m(factory, "if (change.sequence < next) continue;", ""),
  m(
    factory,
    "return keccak256(abi.encode(owners, nonce));",
    "return keccak256(abi.encode(owners));",
  ),
  // Permissions: granting and ending.
  m(permissions, "if (msg.sender != permission.account) revert NotAccount();", ""),
  m(
    permissions,
    "if (!Acct(payable(permission.account)).isOwnerSignature(id, signature)) {",
    "if (false) {",
  ),
  m(permissions, "statusOf[msg.sender][id] = Status.Revoked;", ""),
  m(permissions, "uint64 epoch = ++epochOf[msg.sender];", "uint64 epoch = epochOf[msg.sender];"),
  m(permissions, "if (statusOf[account][id] == Status.Revoked) revert IsRevoked();", ""),
  m(permissions, "if (status == Status.Revoked) revert IsRevoked();", ""),
  m(permissions, "if (status != Status.Approved) revert NotApproved();", ""),
  m(permissions, "if (uint64(permission.salt >> 192) != epoch) revert WrongEpoch(epoch);", ""),
  m(permissions, "return _hashTypedData(permission.hash());", "return permission.hash();"),
  m(permissions, "permission.spender == address(0) || ", ""),
  m(permissions, "permission.start >= permission.end", "permission.start > permission.end"),
  m(permissions, "|| block.timestamp > permission.end\n", "\n"),
  m(permissions, "|| permission.calls.length + permission.spends.length == 0", ""),
  m(permissions, "_isReserved(spend.token, permission.account) || ", ""),
  m(permissions, "spend.allowance == 0\n", "false\n"),
  m(permissions, "|| spend.unit > Period.FOREVER", ""),
  m(permissions, "|| spend.multiplier == 0\n            ) revert", ") revert"),
  m(permissions, "_isReserved(call.target, permission.account)", "false"),
  m(permissions, "|| TokenCalls.neverAllowed(call.target, call.selector)", ""),
  m(
    permissions,
    "if (TokenCalls.movesTarget(call.selector) && !_isListed(permission, call.target)) {",
    "if (false) {",
  ),
  m(permissions, "target == address(0) || target == account ||", "target == account ||"),
  m(permissions, "|| target == account || target == address(this)", "|| target == address(this)"),
  m(permissions, "|| target == address(this)\n", "\n"),
  m(permissions, "|| target == ENTRY_POINT", ""),
  // Permissions: using.
  m(permissions, "if (msg.sender != permission.spender) revert NotSpender();", ""),
  m(permissions, "if (block.timestamp < permission.start) revert NotYetValid();", ""),
  m(permissions, "if (block.timestamp > permission.end) revert Expired();", ""),
  m(
    permissions,
    "if (block.timestamp > permission.end) revert Expired();",
    "if (block.timestamp >= permission.end) revert Expired();",
  ),
  m(
    permissions,
    "        external\n        nonReentrant\n    {\n        _execute(permission, getId",
    "        external\n    {\n        _execute(permission, getId",
  ),
  m(permissions, "if (!_isGranted(permission, call, selector)) revert ForbiddenCall(index);", ""),
  m(permissions, "if (call.value != 0) _add(permission, meter.stated, NATIVE, call.value);", ""),
  m(permissions, "            _add(permission, meter.stated, call.target, amount);", ""),
  m(permissions, "return call.value != 0;", "return true;"),
  m(permissions, "selector == TokenCalls.TRANSFER && call.value == 0", "call.value == 0"),
  m(permissions, " && call.value == 0 && call.data.length", " && call.data.length"),
  m(permissions, "&& call.data.length == 68", ""),
  m(permissions, "granted.target == call.target && granted.selector", "granted.selector"),
  m(permissions, "&& granted.selector == selector", ""),
  m(permissions, "if (!listed) revert NoAllowance(token);", ""),
  m(
    permissions,
    "if (balance < meter.balances[i]) meter.fallen[i] += meter.balances[i] - balance;",
    "",
  ),
  m(
    permissions,
    "meter.fallen[i] += meter.balances[i] - balance;",
    "meter.fallen[i] = meter.balances[i] - balance;",
  ),
  m(permissions, "            meter.balances[i] = balance;\n", ""),
  m(permissions, "_resetApprovals(permission, id, calls);", ""),
  m(permissions, "revert ApprovalLeft(token, approved);", ""),
  m(permissions, "meter.fallen[i] > stated ? meter.fallen[i] : stated", "stated"),
  m(permissions, "meter.fallen[i] > stated ? meter.fallen[i] : stated", "meter.fallen[i]"),
  m(permissions, "if (amount > left) revert AllowanceExceeded(i, amount, left);", ""),
  m(permissions, "if (amount > left) revert", "if (amount >= left) revert"),
  m(permissions, "(usage.period, usage.spent) = (uint64(period), uint160(spent + amount));", ""),
  m(permissions, "uint160(spent + amount)", "uint160(amount)"),
  m(
    permissions,
    "uint256 spent = usage.period == period ? usage.spent : 0;",
    "uint256 spent = usage.spent;",
  ),
  m(permission, "permission.salt,", "uint256(0),"),
  m(
    permission,
    "spend.token, spend.allowance, spend.unit, spend.multiplier",
    "spend.token, spend.allowance, spend.unit, uint8(1)",
  ),
  m(calls, "if (data.length < 4 || selector == EMPTY)", "if (selector == EMPTY)"),
  m(calls, "data.length < 4 || selector == EMPTY", "data.length < 4"),
  m(
    calls,
    "if (data.length < offset + 32) revert MalformedCall(index);",
    "if (data.length < offset + 32) return 0;",
  ),
  m(calls, "if (selector == TRANSFER_FROM) return _word(data, 68, index);", ""),
  m(
    calls,
    "if (selector == TRANSFER || selector == APPROVE) return",
    "if (selector == TRANSFER) return",
  ),
  m(
    calls,
    "return target == PERMIT2\n            || selector == 0xa22cb465",
    "return selector == 0xa22cb465",
  ),
  m(calls, "|| selector == 0x39509351", ""),
  m(calls, "|| selector == 0x87517c45", ""),
  m(period, "if (from > time) from =", "if (false) from ="),
  m(period, "if (from > time) from =", "if (from >= time) from ="),
  m(period, "unit == YEAR ? 12 * uint256(multiplier)", "unit == YEAR ? 11 * uint256(multiplier)"),
  m(period, "from = start + index * length;", "from = start;"),
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

/** Changes of the code, and so of addresses, without a change of behaviour: tests must pass. */
export const harmless: readonly Mutant[] = [
  m(
    owners,
    "        delete state.owners[index];\n        state.removed++;\n",
    "        state.removed++;\n        delete state.owners[index];\n",
  ),
  m(
    permissions,
    "        _requireEpoch(permission);\n        _requireSound(permission);\n",
    "        _requireSound(permission);\n        _requireEpoch(permission);\n",
  ),
];

/** Mutants that survive, and why that is harmless. */
export const survivors: readonly (Mutant & { because: string })[] = [
  {
    ...m(passkey, "&& abi.decode(result, (uint256)) == 1", ""),
    because:
      "The precompile answers nothing for a wrong signature. The check is for chains whose " +
      "own one answers zero, and there is none to test with.",
  },
];

function m(file: string, from: string, to: string): Mutant {
  return { file, from, to };
}
