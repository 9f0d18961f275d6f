// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OwnerChange, OwnerChangeHash, Recovery, Veto} from "./OwnerChange.sol";
import {Owners} from "./Owners.sol";

/// @notice The only two ways to change owners: immediately with a full owner's signature, or after
/// a delay with a recovery owner's.
/// @dev Signatures are valid on all chains and do not expire: one becomes invalid when the head
/// changes. Anyone may submit them. Time is read only when a recovery starts and ends, since
/// operations apply changes in validation.
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
    error InvalidChanges();
    error AlreadyStarted();
    error TooManyRecoveries();
    error Vetoed();
    error NotPending();
    error NotReady(uint256 readyAt);

    uint256 private constant MAX_HEADS = 64;
    uint256 private constant MIN_DELAY = 1 days;
    uint256 private constant MAX_DELAY = 30 days;
    /// @dev Recoveries of one owner that wait at one head.
    uint256 private constant MAX_PENDING = 4;

    /// @notice Replaces the owners by the list that a full owner signed.
    /// @param signature A full owner's at the head that the change continues.
    function applyOwnerChange(OwnerChange calldata change, bytes calldata signature) external {
        _requireProxy();
        _applyOwnerChange(change, signature);
    }

    /// @notice Applies the changes that continue the head, in their order, and skips the others:
    /// anyone may have applied them before.
    /// @param signatures Of each change, by a full owner at the head that the change continues.
    function applyOwnerChanges(OwnerChange[] calldata changes, bytes[] calldata signatures)
        external
    {
        _requireProxy();
        if (changes.length != signatures.length) revert InvalidChanges();
        for (uint256 i; i < changes.length; ++i) {
            if (_continues(changes[i].from, _state().head)) {
                _applyOwnerChange(changes[i], signatures[i]);
            }
        }
    }

    /// @notice Starts a recovery that a recovery owner signed; it can be finished after the delay.
    /// @dev A recovery starts once: anyone who saw the signature could otherwise restart the delay.
    /// A recovery of another owner does not replace it, so a leaked recovery key stops no other.
    function startRecovery(Recovery calldata recovery, bytes calldata signature) external {
        _requireProxy();
        State storage state = _state();
        bytes32 head = _requireHead(recovery.from);
        bytes32 id = recoveryHash(recovery);
        (bool valid, uint256 index) = _signedByRecoveryOwner(id, signature);
        if (!valid) revert InvalidSignature();
        if (_isVetoed(head, id, index)) revert Vetoed();
        Pending[] storage pending = state.pending[head];
        uint256 count;
        for (uint256 i; i < pending.length; ++i) {
            Pending storage other = pending[i];
            if (other.recovery == id) revert AlreadyStarted();
            if (other.index == index && !state.vetoed[head][other.recovery]) ++count;
        }
        if (count >= MAX_PENDING) revert TooManyRecoveries();
        uint64 readyAt = uint64(block.timestamp + recoveryDelay());
        pending.push(Pending(id, uint8(index), readyAt));
        emit RecoveryStarted(id, index, head, readyAt);
    }

    /// @notice Replaces the owners by the list of a recovery that waited and was not vetoed. Ends
    /// all permissions.
    function finishRecovery(Recovery calldata recovery) external {
        _requireProxy();
        State storage state = _state();
        bytes32 head = state.head;
        bytes32 id = recoveryHash(recovery);
        Pending[] storage pending = state.pending[head];
        uint256 i;
        while (i < pending.length && pending[i].recovery != id) ++i;
        if (i == pending.length) revert NotPending();
        if (_isVetoed(head, id, pending[i].index)) revert Vetoed();
        if (block.timestamp < pending[i].readyAt) revert NotReady(pending[i].readyAt);
        if (!_replaceOwners(recovery.owners, recovery.next)) revert Unchanged();
        _endPermissions();
        _moveHead(head, id);
    }

    /// @notice Stops a recovery, or all recoveries that a recovery owner starts, until the owners
    /// change.
    /// @param signature A full owner's.
    function vetoRecovery(Veto calldata veto, bytes calldata signature) external {
        _requireProxy();
        bytes32 head = _requireHead(veto.heads);
        if (!_signedByFullOwner(vetoHash(veto), signature)) revert InvalidSignature();
        _state().vetoed[head][veto.target] = true;
        emit RecoveryVetoed(veto.target, head);
    }

    /// @notice The recoveries that wait at this head and were not vetoed, in the order of their
    /// start.
    function pendingRecoveries() external view returns (Pending[] memory waiting) {
        State storage state = _state();
        bytes32 head = state.head;
        waiting = state.pending[head];
        uint256 count;
        for (uint256 i; i < waiting.length; ++i) {
            if (!_isVetoed(head, waiting[i].recovery, waiting[i].index)) {
                waiting[count++] = waiting[i];
            }
        }
        assembly ("memory-safe") {
            mstore(waiting, count)
        }
    }

    /// @notice Seconds that a recovery started now would wait: the longest delay on a chain where
    /// the account has run no operation, since recovery owners who were removed elsewhere may still
    /// be owners here.
    function recoveryDelay() public view returns (uint256) {
        return _hasOperated() ? _delay() : MAX_DELAY;
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
        bool changed = _replaceOwners(change.owners, change.next);

        uint256 delay = change.delay;
        if (delay < MIN_DELAY || delay > MAX_DELAY) revert InvalidDelay(delay);
        uint256 before = _delay();
        // Continuing several heads repairs a fork, even where the owners stay the same.
        if (!changed && delay == before && change.from.length == 1) revert Unchanged();
        if (delay != before) state.delay = uint24(delay);
        _moveHead(head, id);
    }

    function _moveHead(bytes32 from, bytes32 to) private {
        State storage state = _state();
        state.head = to;
        emit OwnersChanged(to, from, state.generation, state.next, _delay());
    }

    /// @dev Returns true if a recovery, or the owner who started it, was vetoed.
    function _isVetoed(bytes32 head, bytes32 recovery, uint256 index)
        private
        view
        returns (bool)
    {
        State storage state = _state();
        return state.vetoed[head][recovery] || state.vetoed[head][state.owners[index]];
    }

    /// @dev Returns the current head. It must be one of these.
    function _requireHead(bytes32[] calldata heads) private view returns (bytes32 head) {
        if (heads.length == 0 || heads.length > MAX_HEADS) revert InvalidHeadCount(heads.length);
        head = _state().head;
        if (!_continues(heads, head)) revert WrongHead(head);
    }

    function _continues(bytes32[] calldata heads, bytes32 head) private pure returns (bool) {
        for (uint256 i; i < heads.length; ++i) {
            if (heads[i] == head) return true;
        }
        return false;
    }

    /// @dev Returns true if the account has run an operation on this chain.
    function _hasOperated() internal view virtual returns (bool);

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
