/** Faults of the account: calls, signatures, passkeys and the permission switch. */
import { m, type Mutant } from "./mutant.ts";

const acct = "Acct.sol";
const signatures = "OwnerSignatures.sol";
const passkey = "Passkey.sol";
const owners = "Owners.sol";

/** Faults of the account: calls, signatures, passkeys and the permission switch. */
export const accountMutants: readonly Mutant[] = [
  // The account: permitted callers, and permitted targets of a call.
  m(acct, "external onlyProxy {", "external {"),
  m(acct, "_state().next != 0 || _onEIP7702Authority()", "_onEIP7702Authority()"),
  m(acct, "_state().next != 0 || _onEIP7702Authority()", "_state().next != 0"),
  m(acct, "if (target == address(this) && data.length != 0)", "if (false)"),
  m(acct, "if (target == address(this) && data.length != 0)", "if (target == address(this))"),
  m(acct, "        _requireAllowed(target, data);\n", ""),
  m(acct, "            _requireAllowed(calls[i].target, calls[i].data);\n", ""),
  m(acct, "        Bounds.check(bounds, before);\n", ""),
  m(
    acct,
    "if (!Exec.call(target, value, data, gasleft())) Exec.revertWithReturnData();",
    "Exec.call(target, value, data, gasleft());",
  ),
  m(
    acct,
    "if (Exec.call(call.target, call.value, call.data, gasleft())) return;",
    "Exec.call(call.target, call.value, call.data, gasleft()); return;",
  ),
  m(
    acct,
    "        external\n        onlyEntryPoint\n    {\n        uint256[] memory before",
    "        external\n    {\n        uint256[] memory before",
  ),
  m(
    acct,
    "        override\n        onlyEntryPoint\n    {\n        _requireAllowed",
    "        override\n    {\n        _requireAllowed",
  ),
  m(
    acct,
    "executeBatch(Call[] calldata calls) external override onlyEntryPoint {",
    "executeBatch(Call[] calldata calls) external override {",
  ),
  m(
    acct,
    "target == address(this) || target == address(entryPoint()) || target == msg.sender",
    "target == address(entryPoint()) || target == msg.sender",
  ),
  m(
    acct,
    "target == address(this) || target == address(entryPoint()) || target == msg.sender",
    "target == address(this) || target == msg.sender",
  ),
  m(
    acct,
    "|| target == address(entryPoint()) || target == msg.sender",
    "|| target == address(entryPoint())",
  ),
  m(
    acct,
    "function _authorizeUpgrade(address) internal view override onlyEntryPoint {}",
    "function _authorizeUpgrade(address) internal view override {}",
  ),
  m(
    acct,
    "        if (msg.sender != address(entryPoint())) revert Unauthorized();\n    }\n\n    /// @dev Owner changes",
    "    }\n\n    /// @dev Owner changes",
  ),
  // The permission switch.
  m(acct, "if (permissions.code.length == 0) revert NoCode(permissions);", ""),
  m(acct, "if (permissionManager() == address(0)) _setPermissionsEnd", "_setPermissionsEnd"),
  m(
    acct,
    "if (permissionManager() == address(0)) _setPermissionsEnd(uint48(block.timestamp));",
    "",
  ),
  m(acct, "_setPermissionsEnd(uint48(block.timestamp));", "_setPermissionsEnd(type(uint48).max);"),
  m(acct, "        _endPermissions();\n", ""),
  m(acct, "        grantingOwner = 0;\n", ""),
  m(
    acct,
    "        external\n        onlyEntryPoint\n    {\n        // Another operation",
    "        external\n    {\n        // Another operation",
  ),
  m(
    acct,
    "if (validated != 0 && validated != uint256(_state().generation) + 1) revert Unauthorized();",
    "",
  ),
  m(acct, "if (validated != 0 && validated != generation) revert Unauthorized();", ""),
  m(acct, "signerOf(operation.signature) + 1;", "1;"),
  m(acct, "if (_isRecovery(owner)) owner = 0;", ""),
  m(
    acct,
    "function disablePermissions() external onlyEntryPoint {",
    "function disablePermissions() external {",
  ),
  m(
    acct,
    "    function setPermissionsEnd(uint48 end) external {\n        _requireManager();\n",
    "    function setPermissionsEnd(uint48 end) external {\n",
  ),
  m(owners, "        _state().permissionsEnd = end;\n", ""),
  m(
    acct,
    "        _requireManager();\n        address target = call.target;",
    "        address target = call.target;",
  ),
  m(
    acct,
    "if (msg.sender != PERMISSIONS || permissionManager() == address(0)) revert",
    "if (msg.sender != PERMISSIONS) revert",
  ),
  m(
    acct,
    "if (msg.sender != PERMISSIONS || permissionManager() == address(0)) revert",
    "if (permissionManager() == address(0)) revert",
  ),
  m(
    acct,
    "block.timestamp > _state().permissionsEnd ? address(0)",
    "block.timestamp >= _state().permissionsEnd ? address(0)",
  ),
  m(
    acct,
    "(manager, end, generation) = (permissionManager(),",
    "(manager, end, generation) = (PERMISSIONS,",
  ),
  // Signatures.
  m(signatures, "if (signature[0] == WITH_CHANGES) (, signature) = _splitChanges(signature);", ""),
  m(signatures, "if (signature[0] == BY_ROOT) signature = signature[_endOfProof(signature):];", ""),
  m(acct, "if (bytes4(changes) != this.applyOwnerChanges.selector) revert InvalidChanges();", ""),
  m(acct, "if (!applied) Exec.revertWithReturnData();", ""),
  m(acct, "address(this).call(changes)", "address(this).call(changes[:0])"),
  m(
    acct,
    "if (bytes4(operation.callData) == IAccountExecute.executeUserOp.selector) {",
    "if (false) {",
  ),
  m(acct, "            hash = _rootHash(hash, signature[2:end]);\n", ""),
  m(acct, "            signature = signature[end:];\n", ""),
  m(
    acct,
    "return isOwnerSignature(hash, signature) ? 0 : 1;",
    "return isOwnerSignature(hash, signature) ? 0 : 0;",
  ),
  m(signatures, "keccak256(abi.encode(OPERATION_TYPEHASH, hash))", "hash"),
  m(signatures, "node = Hashes.commutativeKeccak256(node, bytes32(proof[i:i + 32]));", ""),
  m(
    signatures,
    "node = Hashes.commutativeKeccak256(node, bytes32(proof[i:i + 32]));",
    "node = keccak256(abi.encode(node, bytes32(proof[i:i + 32])));",
  ),
  m(
    signatures,
    "return _hashForAllChains(keccak256(abi.encode(OPERATIONS_TYPEHASH, node)));",
    "return _hashTypedData(keccak256(abi.encode(OPERATIONS_TYPEHASH, node)));",
  ),
  m(
    signatures,
    "return _hashForAllChains(keccak256(abi.encode(OPERATIONS_TYPEHASH, node)));",
    "return _hashForAllChains(node);",
  ),
  m(
    signatures,
    "uint256 end = 4 + uint256(uint24(bytes3(signature[1:4])));",
    "uint256 end = 4 + uint256(uint16(bytes2(signature[2:4])));",
  ),
  m(
    signatures,
    "return (signature[4:end], signature[end:]);",
    "return (signature[:end], signature[end:]);",
  ),
  m(
    signatures,
    "return 2 + 32 * uint256(uint8(signature[1]));",
    "return 2 + 32 * uint256(uint8(signature[1]) & 0x0f);",
  ),
  m(acct, "for (uint192 key; key < 8; ++key) {", "for (uint192 key; key < 7; ++key) {"),
  m(acct, "for (uint192 key; key < 8; ++key) {", "for (uint192 key = 1; key < 8; ++key) {"),
  m(
    acct,
    "if (uint64(entryPoint().getNonce(address(this), key)) != 0) return true;",
    "if (entryPoint().getNonce(address(this), key) != 0) return true;",
  ),
  m(acct, "if (uint64(entryPoint().getNonce(address(this), key)) != 0) return true;", ""),
  m(signatures, "signature.length < 2 || ", ""),
  m(signatures, " || signature[0] != BY_OWNER", ""),
  m(
    signatures,
    "if (word == 0 || _isRecovery(word)) return false;",
    "if (_isRecovery(word)) return false;",
  ),
  m(
    signatures,
    "if (word == 0 || _isRecovery(word)) return false;",
    "if (word == 0) return false;",
  ),
  m(signatures, "if (data.length < 64) return false;", ""),
  m(signatures, ") && isOwner;", ");"),
  m(signatures, "keccak256(data[:64]) == word", "keccak256(data[:32]) == word"),
  m(signatures, "sha256(abi.encode(digest)),\n", "digest,\n"),
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
];
