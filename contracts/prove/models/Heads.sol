// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Mirrors the effects of `OwnerChanges` and `Owners` on the head and on the owner at one
/// index, here and on other chains. Head and index are arbitrary, so the result is valid for all.
/// @dev Numbers that are only compared are replaced by the comparison: whether the head is the
/// chosen one, whether the index is below `next`. A change is replaced by the effect of its loop at
/// the index: it reads an owner there, or skips it, or ends below it. Iterations at other indices
/// do not change this one and are omitted. `Indices.sol` mirrors that positions rise, so that each
/// index occurs once. These are separate calls: the prover finds an invariant of calls in any
/// order, but does not finish with loops over arrays. A change that the contract would revert is
/// modelled as started and never finished: nothing is claimed in between.
///
/// The hash is taken to be injective: two changes with the same hash state the same owner at the
/// index. Head zero represents the first owners, from which the address of the account is derived.
/// It accepts all that the contract accepts, and more; a word is anything but zero.
contract Heads {
    bool private created;
    /// @dev Whether the index is below `next`.
    bool private indexed_;
    /// @dev Whether the head is the chosen one.
    bool private chosen;
    /// @notice The word at the index, zero for none.
    uint256 private held;

    /// @dev The pending change: whether its hash is the chosen head, whether the index is below its
    /// next one, whether its loop went past the index, and the word that it states there.
    bool private busy;
    bool private pendingChosen;
    bool private pendingIndexed;
    bool private passed;
    uint256 private stated;

    /// @dev Whether the chosen head is the head of the first owners, and the statement of its
    /// change.
    bool private immutable chosenIsFirst;
    bool private seen;
    uint256 private seenWord;

    constructor(bool chosenIsFirst_) {
        chosenIsFirst = chosenIsFirst_;
    }

    /// @dev `word`: the first owner at the index, if there are as many.
    function setFirst(bool below, uint256 word) external {
        require(!created && word != 0);
        (created, indexed_, chosen) = (true, below, chosenIsFirst);
        held = below ? word : 0;
        if (chosenIsFirst) _assumeInjective(held);
    }

    /// @dev `below`: the next index never falls.
    function begin(bool isChosen, bool below) external {
        require(created && !busy && !(isChosen && chosenIsFirst) && (below || !indexed_));
        (busy, passed, stated) = (true, false, 0);
        (pendingChosen, pendingIndexed) = (isChosen, below);
    }

    /// @notice The loop reads an owner at the index.
    function read(uint256 word) external {
        require(busy && !passed && pendingIndexed && word != 0);
        (held, stated, passed) = (word, word, true);
    }

    /// @notice The loop reads an owner above the index, after none at it.
    function pass() external {
        require(busy && !passed);
        passed = true;
        if (indexed_) held = 0;
    }

    function finish() external {
        require(busy);
        if (!passed && indexed_) held = 0;
        (indexed_, chosen, busy) = (pendingIndexed, pendingChosen, false);
        if (chosen) _assumeInjective(stated);
    }

    /// @notice The change that the chosen head is the hash of, applied to another chain.
    function elsewhere(uint256 word) external {
        _assumeInjective(word);
    }

    function claim() external view {
        require(created && !busy && chosen);
        assert(seen);
        assert(held == seenWord);
    }

    function _assumeInjective(uint256 word) private {
        require(!seen || seenWord == word);
        (seen, seenWord) = (true, word);
    }
}
