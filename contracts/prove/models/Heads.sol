// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Owner} from "../../src/OwnerChange.sol";

/// @notice Mirrors what `OwnerChanges` and `Owners` do to the head and to the owner at one index,
/// here and on other chains: any head and any index, so what the prover finds holds for all.
/// @dev The hash is taken to be injective: two changes with the same hash state the same owner at
/// the index and the same next index. Head zero stands for the first owners, which the address of
/// the account follows from. It accepts all that the contract accepts, and more; a word is anything
/// but zero, given as x.
contract Heads {
    uint256 private constant MAX_OWNERS = 16;
    uint256 private constant MAX_INDICES = 256;

    uint256 public next;
    bytes32 public head;
    /// @notice The word at the index, zero for none.
    bytes32 public held;
    uint256 private immutable any;

    /// @dev Any head, and what the change that it is the hash of states.
    bytes32 private immutable anyHead;
    bool private seen;
    bytes32 private seenWord;
    uint256 private seenNext;

    constructor(uint256 any_, bytes32 anyHead_) {
        (any, anyHead) = (any_, anyHead_);
    }

    function setFirst(Owner[] calldata owners) external {
        require(next == 0);
        require(owners.length != 0 && owners.length <= MAX_OWNERS);
        next = owners.length;
        if (any < owners.length) held = owners[any].x;
        _assumeInjective(0, held, next);
    }

    function replace(bytes32 id, Owner[] calldata owners, uint256 next_) external {
        require(id != 0);
        uint256 given = next;
        require(owners.length != 0 && owners.length <= MAX_OWNERS);
        require(next_ >= given && next_ <= MAX_INDICES);
        bytes32 stated;
        uint256 index;
        for (uint256 i; i < owners.length; ++i) {
            uint256 position = owners[i].index;
            require(position >= index && position < next_);
            if (index <= any && any < position && any < given) held = 0;
            if (position == any) {
                require(owners[i].x != 0);
                held = stated = owners[i].x;
            }
            index = position + 1;
        }
        if (index <= any && any < given) held = 0;
        next = next_;
        head = id;
        _assumeInjective(id, stated, next_);
    }

    /// @notice The change that the head is the hash of, applied to another chain.
    function elsewhere(bytes32 word, uint256 next_) external {
        _assumeInjective(anyHead, word, next_);
    }

    function claim() external view {
        require(next != 0 && head == anyHead);
        assert(seen);
        assert(held == seenWord);
        assert(next == seenNext);
    }

    function _assumeInjective(bytes32 id, bytes32 word, uint256 next_) private {
        if (id != anyHead) return;
        require(!seen || (seenWord == word && seenNext == next_));
        (seen, seenWord, seenNext) = (true, word, next_);
    }
}
