// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OwnerChange, OwnerChangeHash, Recovery, Veto} from "./OwnerChange.sol";
import {Owners} from "./Owners.sol";

/// @notice The only two ways in which owners change: at once by a full owner's signature, or after a
/// delay by a recovery owner's.
/// @dev Signatures hold on all chains and have no end: one dies when the head moves on. Anyone may
/// carry them. Time is read where a recovery starts and ends, and where a delay is lowered while
/// there are recovery owners; nowhere else, since a deployment applies changes in validation.
abstract contract OwnerChanges is Owners {
    using OwnerChangeHash for OwnerChange;
    using OwnerChangeHash for Recovery;
    using OwnerChangeHash for Veto;

    event RecoveryStarted(
        bytes32 indexed recovery, uint256 indexed index, bytes32 indexed head, uint256 readyAt
    );
    /// @param target The hash of a recovery, or the stored word of a recovery owner.
    event RecoveryVetoed(bytes32 indexed target, bytes32 indexed head);

    error InvalidSignature();
    error WrongHead(bytes32 current);
    error InvalidHeadCount(uint256 count);
    error InvalidDelay(uint256 delay);
    error Unchanged();
    error AlreadyStarted();
    error Vetoed();
    error NotPending();
    error NotReady(uint256 readyAt);

    uint256 private constant MAX_HEADS = 8;
    uint256 private constant MIN_DELAY = 1 days;
    uint256 private constant MAX_DELAY = 30 days;
    uint256 private constant STARTED = 1;
    uint256 private constant VETOED = 2;

    /// @notice Replaces the owners by those that a full owner signed.
    /// @param signature A full owner's at the head that the change continues.
    function applyOwnerChange(OwnerChange calldata change, bytes calldata signature) external {
        _requireProxy();
        _applyOwnerChange(change, signature);
    }

    /// @notice Starts a recovery that a recovery owner signed; it can be finished after the delay.
    /// @dev A recovery starts once: anyone who saw the signature could otherwise restart the delay.
    /// Another one of the same owner takes its place.
    function startRecovery(Recovery calldata recovery, bytes calldata signature) external {
        _requireProxy();
        State storage state = _state();
        bytes32 head = _requireHead(recovery.from);
        bytes32 id = recoveryHash(recovery);
        (bool valid, uint256 index) = _signedByRecoveryOwner(id, signature);
        if (!valid) revert InvalidSignature();
        mapping(bytes32 => uint256) storage marks = state.marks[head];
        if (marks[id] & VETOED != 0 || marks[state.owners[index]] != 0) revert Vetoed();
        if (marks[id] != 0) revert AlreadyStarted();
        marks[id] = STARTED;
        uint64 readyAt = uint64(block.timestamp + recoveryDelay());
        state.pending[head][index] = Pending(id, readyAt);
        emit RecoveryStarted(id, index, head, readyAt);
    }

    /// @notice Replaces the owners by those of a recovery that waited and was not vetoed. Ends all
    /// permissions.
    /// @param index Of the recovery owner who started it.
    function finishRecovery(Recovery calldata recovery, uint256 index) external {
        _requireProxy();
        State storage state = _state();
        bytes32 head = state.head;
        bytes32 id = recoveryHash(recovery);
        Pending storage pending = state.pending[head][index];
        if (pending.recovery != id) revert NotPending();
        mapping(bytes32 => uint256) storage marks = state.marks[head];
        if (marks[id] & VETOED != 0 || marks[state.owners[index]] != 0) revert Vetoed();
        if (block.timestamp < pending.readyAt) revert NotReady(pending.readyAt);
        (bool changed,) = _replaceOwners(recovery.owners, recovery.next);
        if (!changed) revert Unchanged();
        state.generation++;
        _moveHead(head, id);
    }

    /// @notice Stops a recovery, or all that a recovery owner starts, until the owners change.
    /// @param signature A full owner's.
    function vetoRecovery(Veto calldata veto, bytes calldata signature) external {
        _requireProxy();
        bytes32 head = _requireHead(veto.heads);
        if (!_signedByFullOwner(vetoHash(veto), signature)) revert InvalidSignature();
        _state().marks[head][veto.target] |= VETOED;
        emit RecoveryVetoed(veto.target, head);
    }

    /// @notice The recovery that a recovery owner started last at this head.
    /// @return recovery Its hash; zero if there is none or it was vetoed.
    /// @return readyAt First second in which it can be finished.
    function pendingRecovery(uint256 index)
        external
        view
        returns (bytes32 recovery, uint256 readyAt)
    {
        State storage state = _state();
        Pending storage pending = state.pending[state.head][index];
        mapping(bytes32 => uint256) storage marks = state.marks[state.head];
        recovery = pending.recovery;
        if (marks[recovery] & VETOED != 0 || marks[state.owners[index]] != 0) return (0, 0);
        return (recovery, pending.readyAt);
    }

    /// @notice Seconds that a recovery started now would wait.
    function recoveryDelay() public view returns (uint256) {
        State storage state = _state();
        uint256 delay = _delay();
        uint256 floor = state.floor;
        return floor > delay && block.timestamp < state.floorEnd ? floor : delay;
    }

    /// @notice The hash that a full owner signs, and the head after the change: EIP-712 without a
    /// chain id.
    function ownerChangeHash(OwnerChange calldata change) public view returns (bytes32) {
        return _hashForAllChains(change.hash());
    }

    /// @notice The hash that a recovery owner signs, and the head after the recovery.
    function recoveryHash(Recovery calldata recovery) public view returns (bytes32) {
        return _hashForAllChains(recovery.hash());
    }

    /// @notice The hash that a full owner signs to stop recoveries.
    function vetoHash(Veto calldata veto) public view returns (bytes32) {
        return _hashForAllChains(veto.hash());
    }

    function _applyOwnerChange(OwnerChange calldata change, bytes calldata signature) internal {
        State storage state = _state();
        bytes32 head = _requireHead(change.from);
        bytes32 id = ownerChangeHash(change);
        if (!_signedByFullOwner(id, signature)) revert InvalidSignature();
        (bool changed, bool hadRecovery) = _replaceOwners(change.owners, change.next);

        uint256 delay = change.delay;
        if (delay < MIN_DELAY || delay > MAX_DELAY) revert InvalidDelay(delay);
        uint256 before = _delay();
        // Continuing several heads repairs a fork, even where the owners stay the same.
        if (!changed && delay == before && change.from.length == 1) revert Unchanged();
        if (delay < before && hadRecovery) {
            uint256 floor = recoveryDelay();
            (state.floor, state.floorEnd) = (uint24(floor), uint64(block.timestamp + floor));
        }
        if (delay != before) state.delay = uint24(delay);
        _moveHead(head, id);
    }

    function _moveHead(bytes32 from, bytes32 to) private {
        State storage state = _state();
        state.head = to;
        emit OwnersChanged(to, from, state.generation);
    }

    /// @dev Returns the current head, which must be one of these.
    function _requireHead(bytes32[] calldata heads) private view returns (bytes32 head) {
        if (heads.length == 0 || heads.length > MAX_HEADS) revert InvalidHeadCount(heads.length);
        head = _state().head;
        for (uint256 i; i < heads.length; ++i) {
            if (heads[i] == head) return head;
        }
        revert WrongHead(head);
    }

    /// @dev Reverts in the implementation itself.
    function _requireProxy() internal view virtual;

    function _hashForAllChains(bytes32 structHash) internal view virtual returns (bytes32);

    function _signedByFullOwner(bytes32 digest, bytes calldata signature)
        internal
        view
        virtual
        returns (bool);

    function _signedByRecoveryOwner(bytes32 digest, bytes calldata signature)
        internal
        view
        virtual
        returns (bool valid, uint256 index);
}
