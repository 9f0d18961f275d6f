// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Mirrors the effects of `OwnerChanges` and `Owners` on the head and on the next index,
/// here and on other chains. The head is arbitrary, so the result is valid for all.
/// @dev As in `Heads.sol`, which models the owners: a head is replaced by whether it is the chosen
/// one, and the hash is assumed to be injective.
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
