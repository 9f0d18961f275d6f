// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Rights of an owner: everything, or starting a recovery that waits.
enum Kind {
    Full,
    Recovery
}

/// @notice An owner at its index.
struct Owner {
    uint256 index;
    /// Only an address can be a recovery owner.
    Kind kind;
    /// The x of a P-256 key, or an address.
    bytes32 x;
    /// The y of a P-256 key; zero for an address: no point of P-256 has y = 0, as its order is odd.
    bytes32 y;
}

/// @notice The complete owners after a change, signed once by a full owner for all chains.
struct OwnerChange {
    /// Heads that it may continue: 1 to 64, zero for an account that was never changed.
    bytes32[] from;
    /// All owners after the change, in the order of their indices.
    Owner[] owners;
    /// Index of the next owner to be added.
    uint256 next;
    /// Seconds that a recovery waits.
    uint256 delay;
}

/// @notice The complete owners after a recovery, signed by a recovery owner for all chains.
struct Recovery {
    bytes32[] from;
    Owner[] owners;
    uint256 next;
    /// Distinguishes two recoveries to the same owners.
    uint256 salt;
}

/// @notice Stops recoveries at these heads, signed by a full owner for all chains.
struct Veto {
    bytes32[] heads;
    /// The hash of a recovery, or the stored word of a recovery owner.
    bytes32 target;
}

/// @notice EIP-712 hashing of signatures of owners about owners.
library OwnerChangeHash {
    bytes32 private constant OWNER_TYPEHASH =
        keccak256("Owner(uint256 index,uint8 kind,bytes32 x,bytes32 y)");
    bytes32 private constant CHANGE_TYPEHASH = keccak256(
        "OwnerChange(bytes32[] from,Owner[] owners,uint256 next,uint256 delay)"
        "Owner(uint256 index,uint8 kind,bytes32 x,bytes32 y)"
    );
    bytes32 private constant RECOVERY_TYPEHASH = keccak256(
        "Recovery(bytes32[] from,Owner[] owners,uint256 next,uint256 salt)"
        "Owner(uint256 index,uint8 kind,bytes32 x,bytes32 y)"
    );
    bytes32 private constant VETO_TYPEHASH = keccak256("Veto(bytes32[] heads,bytes32 target)");

    function hash(OwnerChange calldata change) internal pure returns (bytes32) {
        return _hash(CHANGE_TYPEHASH, change.from, change.owners, change.next, change.delay);
    }

    function hash(Recovery calldata recovery) internal pure returns (bytes32) {
        return _hash(
            RECOVERY_TYPEHASH, recovery.from, recovery.owners, recovery.next, recovery.salt
        );
    }

    function hash(Veto calldata veto) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(VETO_TYPEHASH, keccak256(abi.encodePacked(veto.heads)), veto.target)
        );
    }

    function _hash(
        bytes32 typehash,
        bytes32[] calldata from,
        Owner[] calldata owners,
        uint256 next,
        uint256 last
    ) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                typehash, keccak256(abi.encodePacked(from)), _hash(owners), next, last
            )
        );
    }

    /// @dev Hashes the owners where they lie in the call data, as `abi.encode` would: a third of
    /// the cost of a change with many owners.
    function _hash(Owner[] calldata owners) private pure returns (bytes32 result) {
        bytes32 typehash = OWNER_TYPEHASH;
        assembly ("memory-safe") {
            let size := shl(5, owners.length)
            let hashes := mload(0x40)
            let owner := add(hashes, size)
            let source := owners.offset
            mstore(owner, typehash)
            for { let target := hashes } lt(target, owner) { target := add(target, 0x20) } {
                calldatacopy(add(owner, 0x20), source, 0x80)
                mstore(target, keccak256(owner, 0xa0))
                source := add(source, 0x80)
            }
            result := keccak256(hashes, size)
        }
    }
}
