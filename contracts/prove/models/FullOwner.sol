// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Kind, Owner} from "../../src/OwnerChange.sol";

/// @notice Mirrors `Owners._setFirstOwners` and `_replaceOwners` with their callees inlined: the
/// words of all owners, and an index of a full owner.
/// @dev It accepts all that the contract accepts, and more: any changes and recoveries in any order
/// without signatures, owners that are there twice, the account itself, points off the curve. The
/// first owners are passed as `Owner`, of which only x and y are read.
contract FullOwner {
    uint256 private constant MAX_OWNERS = 16;
    uint256 private constant MAX_INDICES = 32;

    uint256 public next;
    mapping(uint256 index => bytes32) public words;

    /// @dev An index with an owner that the last change declares full.
    uint256 private full;

    function setFirst(Owner[] calldata owners) external {
        require(next == 0);
        require(owners.length != 0 && owners.length <= MAX_OWNERS);
        next = owners.length;
        for (uint256 index; index < owners.length; ++index) {
            uint256 word = uint256(owners[index].x);
            if (owners[index].y == 0) {
                require(word != 0 && word < 2 ** 160);
            } else {
                word = uint256(keccak256(abi.encode(owners[index].x, owners[index].y)));
                require(word >= 2 ** 161);
            }
            words[index] = bytes32(word);
        }
        full = 0;
    }

    function replace(Owner[] calldata owners, uint256 next_) external {
        uint256 given = next;
        require(owners.length != 0 && owners.length <= MAX_OWNERS);
        require(next_ >= given && next_ <= MAX_INDICES);
        bool anyFull;
        uint256 index;
        for (uint256 i; i < owners.length; ++i) {
            uint256 position = owners[i].index;
            require(position >= index && position < next_);
            for (; index < position && index < given; ++index) {
                words[index] = 0;
            }
            if (owners[i].kind == Kind.Full) anyFull = true;
            if (owners[i].kind == Kind.Full) full = position;
            bytes32 before = position < given ? words[position] : bytes32(0);
            uint256 word = uint256(owners[i].x);
            if (owners[i].y == 0) {
                require(word < 2 ** 160);
                if (owners[i].kind == Kind.Recovery) word += 2 ** 160;
            } else {
                require(owners[i].kind == Kind.Full);
                word = uint256(keccak256(abi.encode(owners[i].x, owners[i].y)));
                // The contract requires it of new words only; the others were new once.
                require(word >= 2 ** 161);
            }
            if (bytes32(word) != before || word == 0) {
                require(owners[i].y != 0 || owners[i].x != 0);
                words[position] = bytes32(word);
            }
            index = position + 1;
        }
        for (; index < given; ++index) {
            words[index] = 0;
        }
        require(anyFull);
        next = next_;
    }

    function claim() external view {
        require(next != 0);
        assert(full < next);
        assert(words[full] != 0);
        assert(uint256(words[full]) < 2 ** 160 || uint256(words[full]) >= 2 ** 161);
    }
}
