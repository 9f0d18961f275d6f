/** Faults of the account: calls, signatures, passkeys and the permission switch. */
import { m, type Mutant } from "./mutant.ts";

const acct = "Acct.sol";
const passkey = "Passkey.sol";

/** Faults of the account: calls, signatures, passkeys and the permission switch. */
export const accountMutants: readonly Mutant[] = [
  // The account: who may call, and what a call may reach.
  m(acct, "external onlyProxy {", "external {"),
  m(acct, "_state().next != 0 || _onEIP7702Authority()", "_onEIP7702Authority()"),
  m(acct, "_state().next != 0 || _onEIP7702Authority()", "_state().next != 0"),
  m(acct, "if (changes.length != signatures.length) revert InvalidChanges();", ""),
  m(acct, "_applyOwnerChange(changes[i], signatures[i]);", ""),
  m(acct, "if (target == address(this) && data.length != 0)", "if (false)"),
  m(acct, "if (target == address(this) && data.length != 0)", "if (target == address(this))"),
  m(acct, "        _requireAllowed(target, data);\n", ""),
  m(acct, "            _requireAllowed(calls[i].target, calls[i].data);\n", ""),
  m(
    acct,
    "        external\n        onlySelfOrEntryPoint\n    {\n        uint256[] memory before",
    "        external\n    {\n        uint256[] memory before",
  ),
  m(acct, "        Bounds.check(bounds, before);\n", ""),
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
    "function _authorizeUpgrade(address) internal view override onlySelfOrEntryPoint",
    "function _authorizeUpgrade(address) internal view override",
  ),
  m(acct, "if (_onEIP7702Authority()) revert UnauthorizedCallContext();", ""),
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
  m(acct, "return signer != address(this)\n            && ", "return "),
  // The permission switch.
  m(
    acct,
    "manager == address(this) || manager == address(entryPoint())",
    "manager == address(entryPoint())",
  ),
  m(acct, "|| manager == address(entryPoint())", ""),
  m(acct, "|| (manager != address(0) && manager.code.length == 0)", ""),
  m(acct, "if (manager == address(0)) revert InvalidManager(manager);", ""),
  m(acct, "if (before != address(0)) state.generation++;", ""),
  m(acct, "if (before != address(0)) state.generation++;", "state.generation++;"),
  m(acct, "if (before == manager) return;", ""),
  m(acct, "if (msg.sender != address(entryPoint()) || stale) revert", "if (stale) revert"),
  m(
    acct,
    "if (msg.sender != address(entryPoint()) || stale) revert",
    "if (msg.sender != address(entryPoint())) revert",
  ),
  m(acct, "signerOf(operation.signature) + 1;", "1;"),
  m(acct, "if (_isRecovery(owner)) owner = 0;", ""),
  // Signatures.
  m(acct, "signature.length < 2 || ", ""),
  m(acct, " || signature[0] != BY_OWNER", ""),
  m(acct, "signature.length != 0 && ", ""),
  m(acct, "signature[0] == BY_OWN_KEY)", "signature[0] != BY_OWNER)"),
  m(acct, "signature[0] == BY_OWN_KEY ?", "false ?"),
  m(acct, "_isDelegated() && _recover(digest, signature[1:])", "_recover(digest, signature[1:])"),
  m(acct, "_recover(digest, signature[1:]) == address(this);", "true;"),
  m(
    acct,
    "if (word == 0 || _isRecovery(word)) return false;",
    "if (_isRecovery(word)) return false;",
  ),
  m(acct, "if (word == 0 || _isRecovery(word)) return false;", "if (word == 0) return false;"),
  m(acct, "if (data.length < 64) return false;", ""),
  m(acct, ") && isOwner;", ");"),
  m(acct, "keccak256(data[:64]) == word", "keccak256(data[:32]) == word"),
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
];
