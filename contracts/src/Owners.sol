// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

import {Kind, Owner} from "./OwnerChange.sol";

/// @notice The owners of an account, and the account's complete storage.
/// @dev An owner is one word: an address, an address with bit 160 set for a recovery owner, or the
/// hash of a P-256 key. The key itself precedes its signatures. The head is the hash of the last
/// change. A change states all owners, so equal heads are equal owners at equal indices.
abstract contract Owners {
    /// @notice A recovery that waits.
    struct Pending {
        /// Hash of the recovery.
        bytes32 recovery;
        /// Index of the recovery owner who started it.
        uint8 index;
        /// First second in which it can be finished.
        uint64 readyAt;
    }

    /// @custom:storage-location erc7201:acct.account
    struct State {
        /// Index of the next owner to be added; zero before initialisation.
        uint16 next;
        /// Increases whenever an index gets another key; permissions of earlier generations are
        /// void.
        uint24 generation;
        /// Last second in which the permission contract may act.
        uint48 permissionsEnd;
        /// Hash of the last change; zero for the first owners.
        bytes32 head;
        mapping(uint256 index => bytes32) owners;
        /// Recoveries that were started, by head.
        mapping(bytes32 head => Pending[]) pending;
        /// Recoveries (by hash) and recovery owners (by stored word) that were vetoed, by head.
        mapping(bytes32 head => mapping(bytes32 target => bool)) vetoed;
        /// Seconds that a recovery waits; zero for `DEFAULT_DELAY`.
        uint24 delay;
    }

    /// @param next Index of the next owner to be added.
    /// @param delay Seconds that a recovery waits.
    event OwnersChanged(
        bytes32 indexed head,
        bytes32 indexed previous,
        uint256 generation,
        uint256 next,
        uint256 delay
    );
    /// @param id The address, or the hash of the key: an account can be found from its key alone,
    /// without the service.
    event OwnerAdded(
        uint256 indexed index, bytes32 indexed id, Kind kind, bytes32 x, bytes32 y
    );
    event OwnerRemoved(uint256 indexed index, bytes32 indexed id);
    /// @param end The last second in which the permission contract may act.
    event PermissionsEndSet(uint256 end);

    error InvalidOwner(bytes32 x, bytes32 y);
    error AlreadyOwner(bytes32 x, bytes32 y);
    error InvalidIndex(uint256 index);
    error InvalidOwnerCount(uint256 count);
    error NoFullOwner();

    uint256 internal constant MAX_OWNERS = 16;
    uint256 internal constant MAX_INDICES = 32;
    uint256 internal constant DEFAULT_DELAY = 3 days;
    uint256 private constant RECOVERY_BIT = 1 << 160;

    // Effects of replacing owners, as bits.
    uint256 private constant CHANGED = 1;
    uint256 private constant REUSED = 2;
    uint256 private constant FULL = 4;

    /// @dev ERC-7201: keccak256(abi.encode(uint256(keccak256("acct.account")) - 1)) & ~0xff.
    bytes32 private constant STATE_SLOT =
        0x47b11200d78896b10b6bfe64cfc6600baf05468ddf682d24adc45d0070ff4800;

    function _state() internal pure returns (State storage state) {
        assembly ("memory-safe") {
            state.slot := STATE_SLOT
        }
    }

    /// @notice The complete state of the owners.
    /// @return head Hash of the last change, zero for the first owners.
    /// @return generation Increases whenever an index gets another key.
    /// @return delay Seconds that a recovery waits if the account has run an operation.
    /// @return words Each owner by index, zero for none: an address, an address with bit 160 set
    /// for a recovery owner, or the hash of a key.
    function ownerState()
        external
        view
        returns (bytes32 head, uint256 generation, uint256 delay, bytes32[] memory words)
    {
        State storage state = _state();
        words = new bytes32[](state.next);
        for (uint256 index; index < words.length; ++index) {
            words[index] = state.owners[index];
        }
        return (state.head, state.generation, _delay(), words);
    }

    /// @notice Hash of the last change of the owners; zero for the first ones.
    function ownerHead() external view returns (bytes32) {
        return _state().head;
    }

    /// @notice Increases whenever an index gets another key, after a recovery, and when permissions
    /// are disabled.
    function ownerGeneration() external view returns (uint256) {
        return _state().generation;
    }

    function _delay() internal view returns (uint256) {
        uint256 delay = _state().delay;
        return delay == 0 ? DEFAULT_DELAY : delay;
    }

    function _isRecovery(bytes32 word) internal pure returns (bool) {
        return uint256(word) >> 160 == 1;
    }

    /// @dev Sets the first owners, all of them full.
    /// @param owners Each 32 bytes (an address) or 64 (a key, x then y).
    function _setFirstOwners(bytes[] calldata owners) internal {
        uint256 count = owners.length;
        if (count == 0 || count > MAX_OWNERS) revert InvalidOwnerCount(count);
        State storage state = _state();
        state.next = uint16(count);
        bytes32[] memory words = new bytes32[](count);
        for (uint256 index; index < count; ++index) {
            bytes calldata owner = owners[index];
            bytes32 x = bytes32(owner);
            bytes32 y;
            if (owner.length == 64) y = bytes32(owner[32:]);
            if (owner.length != 32 && (owner.length != 64 || y == 0)) revert InvalidOwner(x, y);
            bytes32 word = _wordOf(Kind.Full, x, y);
            for (uint256 other; other < index; ++other) {
                if (words[other] == word) revert AlreadyOwner(x, y);
            }
            words[index] = word;
            _set(index, Kind.Full, x, y, word);
        }
    }

    /// @dev Replaces all owners, and increases the generation if an index that was assigned before
    /// gets another key. Every index ever assigned is read or written once.
    /// @return changed False if they are the same as before.
    function _replaceOwners(Owner[] calldata owners, uint256 next)
        internal
        returns (bool changed)
    {
        State storage state = _state();
        uint256 given = state.next;
        if (owners.length == 0 || owners.length > MAX_OWNERS) {
            revert InvalidOwnerCount(owners.length);
        }
        if (next < given || next > MAX_INDICES) revert InvalidIndex(next);

        uint256 effects;
        uint256 index;
        for (uint256 i; i < owners.length; ++i) {
            uint256 unchanged = _countUnchanged(owners, i, index, given);
            if (unchanged != 0) effects |= FULL;
            (i, index) = (i + unchanged, index + unchanged);
            if (i == owners.length) break;
            Owner calldata owner = owners[i];
            uint256 position = owner.index;
            if (position < index || position >= next) revert InvalidIndex(position);
            for (; index < position && index < given; ++index) {
                effects |= _remove(index);
            }
            index = position + 1;
            bytes32 before = position < given ? state.owners[position] : bytes32(0);
            bytes32 word = _wordOf(owner.kind, owner.x, owner.y);
            if (owner.kind == Kind.Full) effects |= FULL;
            // Zero marks an index without an owner, and is not an owner itself.
            if (word == before && word != 0) continue;
            effects |= position < given ? CHANGED | REUSED : CHANGED;
            _requireOnce(owners, i);
            _replace(owner, before, word);
        }
        for (; index < given; ++index) {
            effects |= _remove(index);
        }
        if (effects & FULL == 0) revert NoFullOwner();
        if (next != given) state.next = uint16(next);
        if (effects & REUSED != 0) _endPermissions();
        return effects & CHANGED != 0;
    }

    /// @dev Counts the owners from the `i`th on that are full ones and stay, at consecutive indices
    /// from `index` on: most of a long change, at half the cost of one by one.
    function _countUnchanged(Owner[] calldata owners, uint256 i, uint256 index, uint256 given)
        private
        view
        returns (uint256 count)
    {
        mapping(uint256 index => bytes32) storage words = _state().owners;
        assembly ("memory-safe") {
            let most := mul(lt(index, given), sub(given, index))
            let left := sub(owners.length, i)
            if lt(left, most) { most := left }
            let owner := add(owners.offset, shl(7, i))
            for {} lt(count, most) { count := add(count, 1) } {
                let x := calldataload(add(owner, 0x40))
                let y := calldataload(add(owner, 0x60))
                // Another index or kind, or an invalid address: left to the code that reverts. A
                // product keeps all bits above an address; a key's stored word has any of them.
                if or(
                    or(xor(calldataload(owner), index), calldataload(add(owner, 0x20))),
                    mul(iszero(y), or(iszero(x), shr(160, x)))
                ) { break }
                let word := x
                if y {
                    mstore(0x00, x)
                    mstore(0x20, y)
                    word := keccak256(0x00, 0x40)
                }
                mstore(0x00, index)
                mstore(0x20, words.slot)
                if xor(sload(keccak256(0x00, 0x40)), word) { break }
                index := add(index, 1)
                owner := add(owner, 0x80)
            }
        }
    }

    /// @dev Ends all permissions, and the time of the permission contract.
    function _endPermissions() internal {
        State storage state = _state();
        state.generation++;
        if (state.permissionsEnd != 0) _setPermissionsEnd(0);
    }

    function _setPermissionsEnd(uint48 end) internal {
        _state().permissionsEnd = end;
        emit PermissionsEndSet(end);
    }

    function _replace(Owner calldata owner, bytes32 before, bytes32 word) private {
        if (before != 0) emit OwnerRemoved(owner.index, _idOf(before));
        _set(owner.index, owner.kind, owner.x, owner.y, word);
    }

    function _remove(uint256 index) private returns (uint256 effects) {
        State storage state = _state();
        bytes32 word = state.owners[index];
        if (word == 0) return 0;
        state.owners[index] = 0;
        emit OwnerRemoved(index, _idOf(word));
        return CHANGED;
    }

    function _set(uint256 index, Kind kind, bytes32 x, bytes32 y, bytes32 word) private {
        _requireValid(x, y, word);
        _state().owners[index] = word;
        emit OwnerAdded(index, _idOf(word), kind, x, y);
    }

    /// @dev Rejects the same address or key twice, even with two kinds.
    function _requireOnce(Owner[] calldata owners, uint256 i) private pure {
        (bytes32 x, bytes32 y) = (owners[i].x, owners[i].y);
        for (uint256 other; other < owners.length; ++other) {
            if (other != i && owners[other].x == x && owners[other].y == y) {
                revert AlreadyOwner(x, y);
            }
        }
    }

    /// @dev Rejects owners that could never sign: zero, the account itself, a point off the curve,
    /// a key whose hash would read as an address.
    function _requireValid(bytes32 x, bytes32 y, bytes32 word) private view {
        bool valid = y == 0
            ? x != 0 && uint256(x) != uint160(address(this))
            : uint256(word) >> 161 != 0 && P256.isValidPublicKey(x, y);
        if (!valid) revert InvalidOwner(x, y);
    }

    function _wordOf(Kind kind, bytes32 x, bytes32 y) private pure returns (bytes32 word) {
        // Otherwise the stored word of another owner would pass for an address.
        if (y == 0 && uint256(x) >> 160 != 0) revert InvalidOwner(x, y);
        if (y == 0) return kind == Kind.Full ? x : bytes32(uint256(x) | RECOVERY_BIT);
        if (kind != Kind.Full) revert InvalidOwner(x, y);
        assembly ("memory-safe") {
            mstore(0x00, x)
            mstore(0x20, y)
            word := keccak256(0x00, 0x40)
        }
    }

    function _idOf(bytes32 word) private pure returns (bytes32) {
        return _isRecovery(word) ? bytes32(uint256(word) ^ RECOVERY_BIT) : word;
    }
}
