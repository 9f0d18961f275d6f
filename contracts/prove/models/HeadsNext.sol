// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Mirrors what `OwnerChanges` and `Owners` do to the head and to the next index, here and on
/// other chains: any head, so what the prover finds holds for all.
/// @dev As `Heads.sol`, which has the owners: whether a head is the chosen one stands for heads, and
/// the hash is taken to be injective.
contract HeadsNext {
    uint256 private next;
    bool private chosen;

    bool private busy;
    bool private pendingChosen;
    uint256 private after_;

    bool private immutable chosenIsFirst;
    bool private seen;
    uint256 private seenNext;

    constructor(bool chosenIsFirst_) {
        chosenIsFirst = chosenIsFirst_;
    }

    function setFirst(uint256 count) external {
        require(next == 0 && count != 0);
        (next, chosen) = (count, chosenIsFirst);
        if (chosenIsFirst) _assumeInjective(count);
    }

    function begin(bool isChosen, uint256 next_) external {
        require(next != 0 && !busy && !(isChosen && chosenIsFirst) && next_ >= next);
        (busy, pendingChosen, after_) = (true, isChosen, next_);
    }

    function finish() external {
        require(busy);
        (next, chosen, busy) = (after_, pendingChosen, false);
        if (chosen) _assumeInjective(after_);
    }

    /// @notice The change that the chosen head is the hash of, applied to another chain.
    function elsewhere(uint256 next_) external {
        _assumeInjective(next_);
    }

    function claim() external view {
        require(next != 0 && !busy && chosen);
        assert(seen);
        assert(next == seenNext);
    }

    function _assumeInjective(uint256 next_) private {
        require(!seen || seenNext == next_);
        (seen, seenNext) = (true, next_);
    }
}
