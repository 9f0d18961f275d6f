// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {P256} from "solady/src/utils/P256.sol";

import {OwnerChanges} from "./OwnerChanges.sol";
import {Passkey} from "./Passkey.sol";

/// @notice Signatures of the account's owners, and the two further forms for operations.
abstract contract OwnerSignatures is OwnerChanges {
    // First byte of a signature.
    /// @dev An owner's: its index in one byte, then the owner's data.
    bytes1 private constant BY_OWNER = 0x01;
    /// @dev An owner's over several operations: length of the Merkle proof in one byte, the proof,
    /// then a signature by an owner of `Operations`. For operations only.
    bytes1 internal constant BY_ROOT = 0x02;
    /// @dev Owner changes that this chain lacks: length in three bytes, call data of
    /// `applyOwnerChanges`, then a signature of the two forms above. For operations only.
    bytes1 internal constant WITH_CHANGES = 0x03;

    bytes32 private constant OPERATIONS_TYPEHASH = keccak256("Operations(bytes32 root)");
    bytes32 private constant OPERATION_TYPEHASH = keccak256("Operation(bytes32 hash)");

    /// @dev True if this chain verifies P-256 at 0x100. Probed once: probing at each signature
    /// would touch an address without code on the chains that lack it. An immutable leaves the init
    /// code, and so the address, the same everywhere.
    bool private immutable NATIVE_P256 = P256.hasPrecompile();

    /// @notice The index of a valid signature's owner.
    /// @param signature In any of an operation's forms. For an invalid one, the result is
    /// meaningless.
    function signerOf(bytes calldata signature) public pure returns (uint256) {
        if (signature[0] == WITH_CHANGES) (, signature) = _splitChanges(signature);
        if (signature[0] == BY_ROOT) signature = signature[_endOfProof(signature):];
        return uint8(signature[1]);
    }

    /// @notice Returns true if a full owner signed `digest` itself, without ERC-7739's wrapping.
    /// @dev For digests bound to this account, such as the permission contract's. All other callers
    /// use `isValidSignature`.
    /// @param signature `0x01`, the owner's index in one byte, data. A passkey's or device key's
    /// data starts with its key, x then y.
    function isOwnerSignature(bytes32 digest, bytes calldata signature)
        public
        view
        returns (bool)
    {
        (bool formed, uint256 index, bytes calldata data) = _parse(signature);
        if (!formed) return false;
        bytes32 word = _state().owners[index];
        if (word == 0 || _isRecovery(word)) return false;
        if (uint256(word) >> 160 == 0) return _signedByAddress(word, digest, data);

        if (data.length < 64) return false;
        (bytes32 x, bytes32 y) = (bytes32(data[:32]), bytes32(data[32:64]));
        bool isOwner = keccak256(data[:64]) == word;
        data = data[64:];
        // Authenticators sign at least 69 bytes, and this message has 32: a passkey can never
        // produce a signature that skips user verification. Verified in any case, so that an
        // estimate with another key's placeholder costs as much as a real one.
        return (
            data.length == 64
                ? Passkey.verifyP256(
                    sha256(abi.encode(digest)),
                    bytes32(data[:32]),
                    bytes32(data[32:]),
                    x,
                    y,
                    NATIVE_P256
                )
                : Passkey.verify(digest, data, x, y, NATIVE_P256)
        ) && isOwner;
    }

    function _signedByFullOwner(bytes32 digest, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        return isOwnerSignature(digest, signature);
    }

    function _signedByRecoveryOwner(bytes32 digest, bytes calldata signature)
        internal
        view
        override
        returns (bool valid, uint256 index)
    {
        bytes calldata data;
        (valid, index, data) = _parse(signature);
        bytes32 word = _state().owners[index];
        valid = valid && _isRecovery(word) && _signedByAddress(word, digest, data);
    }

    /// @dev Splits an owner's signature into index and data.
    function _parse(bytes calldata signature)
        private
        pure
        returns (bool formed, uint256 index, bytes calldata data)
    {
        if (signature.length < 2 || signature[0] != BY_OWNER) return (false, 0, signature[:0]);
        return (true, uint8(signature[1]), signature[2:]);
    }

    /// @dev Tries the key first: calling an address without code would violate ERC-7562.
    function _signedByAddress(bytes32 word, bytes32 digest, bytes calldata data)
        private
        view
        returns (bool)
    {
        address signer = address(uint160(uint256(word)));
        if (_recover(digest, data) == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, data);
    }

    /// @dev The hash that an owner signs for several operations, of any chains. Each leaf is an
    /// operation's hash, which includes its chain, its EntryPoint and its account.
    function _rootHash(bytes32 hash, bytes calldata proof) internal view returns (bytes32) {
        bytes32 node = keccak256(abi.encode(OPERATION_TYPEHASH, hash));
        for (uint256 i; i < proof.length; i += 32) {
            node = Hashes.commutativeKeccak256(node, bytes32(proof[i:i + 32]));
        }
        return _hashForAllChains(keccak256(abi.encode(OPERATIONS_TYPEHASH, node)));
    }

    function _splitChanges(bytes calldata signature)
        internal
        pure
        returns (bytes calldata changes, bytes calldata rest)
    {
        uint256 end = 4 + uint256(uint24(bytes3(signature[1:4])));
        return (signature[4:end], signature[end:]);
    }

    function _endOfProof(bytes calldata signature) internal pure returns (uint256) {
        return 2 + 32 * uint256(uint8(signature[1]));
    }

    /// @dev Returns zero for anything except a well-formed signature with `s` in the lower half.
    function _recover(bytes32 digest, bytes calldata data) private pure returns (address signer) {
        (signer,,) = ECDSA.tryRecoverCalldata(digest, data);
    }
}
