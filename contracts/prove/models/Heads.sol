// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Mirrors what `OwnerChanges` and `Owners` do to the head and to the owner at one index,
/// here and on other chains: any head and any index, so what the prover finds holds for all.
/// @dev A change is what its loop does at that index: it reads an owner there, or passes it by, or
/// ends below it. Turns at other indices change nothing at this one and are left out; that positions
/// rise, so that each index is met once, is what `Indices.sol` mirrors. These are calls of their own:
/// the prover finds an invariant of calls in any order, where it does not finish with loops over
/// arrays. A change that the contract would revert ends as one that was begun and is never finished:
/// nothing is claimed in between.
///
/// The hash is taken to be injective: two changes with the same hash state the same owner at the
/// index and the same next index. Head zero stands for the first owners, which the address of the
/// account follows from. It accepts all that the contract accepts, and more; a word is anything but
/// zero.
contract Heads {
    uint256 private next;
    uint256 private head;
    /// @notice The word at the index, zero for none.
    uint256 private held;
    uint256 private immutable any;

    /// @dev The pending change: its hash, its next index, whether its loop went past the index, and
    /// the word that it states there.
    bool private busy;
    bool private passed;
    uint256 private id;
    uint256 private after_;
    uint256 private stated;

    /// @dev Any head, and what the change that it is the hash of states.
    uint256 private immutable anyHead;
    bool private seen;
    uint256 private seenWord;
    uint256 private seenNext;

    constructor(uint256 any_, uint256 anyHead_) {
        (any, anyHead) = (any_, anyHead_);
    }

    /// @dev `word`: the first owner at the index, if there are as many.
    function setFirst(uint256 count, uint256 word) external {
        require(next == 0 && count != 0 && word != 0);
        next = count;
        held = any < count ? word : 0;
        _assumeInjective(0, held, count);
    }

    function begin(uint256 id_, uint256 next_) external {
        require(next != 0 && !busy && id_ != 0 && next_ >= next);
        (busy, passed, id, after_, stated) = (true, false, id_, next_, 0);
    }

    /// @notice The loop reads an owner at the index.
    function read(uint256 word) external {
        require(busy && !passed && any < after_ && word != 0);
        (held, stated, passed) = (word, word, true);
    }

    /// @notice The loop reads an owner above the index, after none at it.
    function pass() external {
        require(busy && !passed);
        passed = true;
        if (any < next) held = 0;
    }

    function finish() external {
        require(busy);
        if (!passed && any < next) held = 0;
        (next, head, busy) = (after_, id, false);
        _assumeInjective(id, stated, after_);
    }

    /// @notice The change that the head is the hash of, applied to another chain.
    function elsewhere(uint256 word, uint256 next_) external {
        _assumeInjective(anyHead, word, next_);
    }

    function claim() external view {
        require(next != 0 && !busy && head == anyHead);
        assert(seen);
        assert(held == seenWord);
        assert(next == seenNext);
    }

    function _assumeInjective(uint256 id_, uint256 word, uint256 next_) private {
        if (id_ != anyHead) return;
        require(!seen || (seenWord == word && seenNext == next_));
        (seen, seenWord, seenNext) = (true, word, next_);
    }
}
