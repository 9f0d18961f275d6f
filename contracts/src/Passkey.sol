// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {Base64} from "solady/src/utils/Base64.sol";
import {WebAuthn} from "solady/src/utils/WebAuthn.sol";

/// @notice Signatures on the curve P-256: assertions of passkeys and plain ones of device keys.
/// @dev Solady decodes, OpenZeppelin does the arithmetic where the chain has no precompile. The
/// check of the client data is implemented here because both libraries combine theirs with a lookup
/// of the precompile at each signature. That lookup touches addresses without code, and bundlers
/// reject it (ERC-7562, OP-041).
library Passkey {
    /// @dev User present (bit 0) and user verified (bit 2).
    uint8 private constant PRESENT_AND_VERIFIED = 0x05;

    /// @dev Half of the curve's order: a larger `s` is the twin of a smaller one.
    uint256 private constant HALF_N =
        0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8;

    /// @notice Returns true if `data`, a `WebAuthn.WebAuthnAuth` in Solady's compact form, asserts
    /// `digest`.
    function verify(bytes32 digest, bytes calldata data, bytes32 x, bytes32 y, bool native)
        internal
        view
        returns (bool)
    {
        WebAuthn.WebAuthnAuth memory auth = WebAuthn.tryDecodeAuthCompactCalldata(data);
        bytes memory authenticatorData = auth.authenticatorData;
        bytes memory clientData = bytes(auth.clientDataJSON);

        // 32 bytes of RP ID hash, one of flags, four of counter.
        if (authenticatorData.length < 37) return false;
        uint8 flags = uint8(authenticatorData[32]);
        bytes memory challenge =
            abi.encodePacked('"challenge":"', Base64.encode(abi.encode(digest), true, true), '"');
        bool asserts = flags & PRESENT_AND_VERIFIED == PRESENT_AND_VERIFIED
            && _hasAt(clientData, auth.typeIndex, '"type":"webauthn.get"')
            && _hasAt(clientData, auth.challengeIndex, challenge);

        // Verify in any case, so that an estimate with a placeholder costs as much as a real one.
        bytes32 signed = sha256(abi.encodePacked(authenticatorData, sha256(clientData)));
        return verifyP256(signed, auth.r, auth.s, x, y, native) && asserts;
    }

    /// @notice Returns true if `(r, s)` signs `hash`; never for `s` in the upper half.
    /// @param native True if this chain has the precompile, probed once and not at each call.
    function verifyP256(bytes32 hash, bytes32 r, bytes32 s, bytes32 x, bytes32 y, bool native)
        internal
        view
        returns (bool)
    {
        if (!native) return P256.verifySolidity(hash, r, s, x, y);
        if (uint256(s) > HALF_N) return false;
        (bool success, bytes memory result) =
            address(0x100).staticcall(abi.encode(hash, r, s, x, y));
        // The precompile returns no data for an invalid signature.
        return success && result.length == 32 && abi.decode(result, (uint256)) == 1;
    }

    /// @dev Returns true if `text` contains `part` at exactly that index.
    function _hasAt(bytes memory text, uint256 index, bytes memory part)
        private
        pure
        returns (bool same)
    {
        uint256 length = part.length;
        if (text.length < length || index > text.length - length) return false;
        assembly ("memory-safe") {
            let found := keccak256(add(add(text, 0x20), index), length)
            same := eq(found, keccak256(add(part, 0x20), length))
        }
    }
}
