// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @notice The owners of an account, and the account's whole storage.
/// @dev An owner is 32 bytes (an address) or 64 bytes (a P-256 key, x then y). Indices are given
/// once and never reused, so a signature's index means one owner permanently.
abstract contract Owners {
    /// @dev `y` is zero for an address only: no point of P-256 has y = 0, as its order is odd.
    struct Owner {
        bytes32 x;
        bytes32 y;
    }

    /// @custom:storage-location erc7201:acct.account
    struct State {
        /// Index of the next owner to be added.
        uint32 next;
        /// Number of removed owners.
        uint32 removed;
        /// Number of applied owner changes.
        uint32 sequence;
        /// The permission contract, or zero while permissions are off.
        address permissions;
        mapping(uint256 index => Owner) owners;
    }

    event AddOwner(uint256 indexed index, bytes owner);
    event RemoveOwner(uint256 indexed index, bytes owner);
    /// @notice Lets an account be found from a public key alone, with the service gone.
    /// @param keyHash Hash of the 32 or 64 owner bytes.
    event OwnerKey(bytes32 indexed keyHash, uint256 indexed index, bool added);

    error InvalidOwner(bytes owner);
    error AlreadyOwner(bytes owner);
    error NotOwnerAtIndex(uint256 index, bytes owner);
    error LastOwner();

    /// @dev ERC-7201: keccak256(abi.encode(uint256(keccak256("acct.account")) - 1)) & ~0xff.
    bytes32 private constant STATE_SLOT = 
        0x47b11200d78896b10b6bfe64cfc6600baf05468ddf682d24adc45d0070ff4800;

    function _state() internal pure returns (State storage state) {
        assembly ("memory-safe") {
            state.slot := STATE_SLOT
        }
    }

    /// @notice The owner's 32 or 64 bytes; empty for an index never given or removed.
    function ownerAtIndex(uint256 index) public view returns (bytes memory) {
        Owner storage owner = _state().owners[index];
        return _bytes(owner.x, owner.y);
    }

    function nextOwnerIndex() public view returns (uint256) {
        return _state().next;
    }

    function ownerCount() public view returns (uint256) {
        State storage state = _state();
        return state.next - state.removed;
    }

    function isOwnerAddress(address owner) public view returns (bool) {
        return _isOwner(bytes32(uint256(uint160(owner))), 0);
    }

    function isOwnerPublicKey(bytes32 x, bytes32 y) public view returns (bool) {
        return y != 0 && _isOwner(x, y);
    }

    function isOwnerBytes(bytes calldata owner) public view returns (bool) {
        if (owner.length == 32) return _isOwner(bytes32(owner), 0);
        if (owner.length == 64) return isOwnerPublicKey(bytes32(owner[:32]), bytes32(owner[32:]));
        return false;
    }

    function _addOwner(bytes memory owner) internal {
        (bytes32 x, bytes32 y) = _parse(owner);
        if (_isOwner(x, y)) revert AlreadyOwner(owner);
        State storage state = _state();
        uint32 index = state.next++;
        Owner storage slot = state.owners[index];
        slot.x = x;
        if (y != 0) slot.y = y;
        emit AddOwner(index, owner);
        emit OwnerKey(keccak256(owner), index, true);
    }

    /// @dev Requires the owner's bytes besides the index: indices of one account can differ
    /// between chains, and a change signed once must not remove another key elsewhere.
    function _removeOwner(uint256 index, bytes calldata owner) internal {
        State storage state = _state();
        bytes memory current = ownerAtIndex(index);
        if (owner.length == 0 || keccak256(current) != keccak256(owner)) {
            revert NotOwnerAtIndex(index, owner);
        }
        if (state.next - state.removed == 1) revert LastOwner();
        delete state.owners[index];
        state.removed++;
        emit RemoveOwner(index, owner);
        emit OwnerKey(keccak256(owner), index, false);
    }

    /// @dev Refuses owners that could never sign: zero, the account itself, a point off the curve.
    function _parse(bytes memory owner) private view returns (bytes32 x, bytes32 y) {
        if (owner.length != 32 && owner.length != 64) revert InvalidOwner(owner);
        x = bytes32(owner);
        bool valid;
        if (owner.length == 32) {
            uint256 word = uint256(x);
            valid = word != 0 && word >> 160 == 0 && word != uint160(address(this));
        } else {
            assembly ("memory-safe") {
                y := mload(add(owner, 0x40))
            }
            valid = P256.isValidPublicKey(x, y);
        }
        if (!valid) revert InvalidOwner(owner);
    }

    /// @dev Looks through all indices: owners are few, and a list saves a storage word per owner.
    function _isOwner(bytes32 x, bytes32 y) private view returns (bool) {
        if (x == 0 && y == 0) return false;
        State storage state = _state();
        uint256 end = state.next;
        for (uint256 index; index < end; ++index) {
            Owner storage owner = state.owners[index];
            if (owner.x == x && owner.y == y) return true;
        }
        return false;
    }

    function _bytes(bytes32 x, bytes32 y) private pure returns (bytes memory) {
        if (y != 0) return abi.encodePacked(x, y);
        return x == 0 ? bytes("") : abi.encodePacked(x);
    }
}
