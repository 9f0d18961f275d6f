// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {IAccount} from "@account-abstraction/contracts/interfaces/IAccount.sol";
import {IAccountExecute} from "@account-abstraction/contracts/interfaces/IAccountExecute.sol";
import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from
    "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";
import {Exec} from "@account-abstraction/contracts/utils/Exec.sol";
import {ERC1271} from "solady/src/accounts/ERC1271.sol";
import {Receiver} from "solady/src/accounts/Receiver.sol";
import {UUPSUpgradeable} from "solady/src/utils/UUPSUpgradeable.sol";

import {Bound, Bounds} from "./Bounds.sol";
import {OwnerSignatures} from "./OwnerSignatures.sol";

/// @notice A smart account whose owners are passkeys, device keys, addresses and contracts.
/// @dev Only the EntryPoint and the permission contract can make it call out. Owners change by
/// their own signatures alone. Upgrades, grants and the end of permissions are only possible as an
/// operation's own call data, never inside a batch. The text that a user reads on the screen
/// therefore cannot hide them.
contract Acct is
    BaseAccount,
    IAccountExecute,
    OwnerSignatures,
    ERC1271,
    Receiver,
    UUPSUpgradeable
{
    event ExecutedFromPermission(bytes32 indexed id);

    error Unauthorized();
    error AlreadyInitialized();
    error ForbiddenTarget(address target);
    error NoCode(address permissions);

    /// @dev The permission contract. It is part of the code, so that a stolen key cannot install
    /// another one: the code after an upgrade is visible from outside.
    address private immutable PERMISSIONS;

    /// @notice While an operation grants permissions, one more than the index of its signer; else
    /// zero.
    uint256 public transient grantingOwner;

    /// @dev One more than the generation at which a granting operation was validated.
    uint256 private transient validated;

    modifier onlyEntryPoint() {
        _requireForExecute();
        _;
    }

    /// @param permissions The permission contract; it must be deployed before.
    constructor(address permissions) {
        if (permissions.code.length == 0) revert NoCode(permissions);
        PERMISSIONS = permissions;
    }

    /// @notice Sets the first owners; the factory calls it in the transaction that deploys.
    /// @dev EIP-7702 is not supported: an EOA that delegates here gets no owner, or the first
    /// caller would own it.
    /// @param owners Each 64 bytes (a P-256 key, x then y) or 32 (an address); all are full owners.
    function initialize(bytes[] calldata owners) external onlyProxy {
        if (_state().next != 0 || _onEIP7702Authority()) revert AlreadyInitialized();
        _setFirstOwners(owners);
    }

    /// @inheritdoc BaseAccount
    function entryPoint() public pure override returns (IEntryPoint) {
        return IEntryPoint(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
    }

    // Calls

    /// @inheritdoc BaseAccount
    function execute(address target, uint256 value, bytes calldata data)
        external
        override
        onlyEntryPoint
    {
        _requireAllowed(target, data);
        if (!Exec.call(target, value, data, gasleft())) Exec.revertWithReturnData();
    }

    /// @inheritdoc BaseAccount
    function executeBatch(Call[] calldata calls) external override onlyEntryPoint {
        _callAll(calls);
    }

    /// @notice Makes calls, and reverts if more than the bounds leaves the account or is left to
    /// others.
    /// @dev Fees that the account pays to the EntryPoint or to a paymaster are not included: they
    /// are charged before or after.
    function executeBounded(Call[] calldata calls, Bound[] calldata bounds)
        external
        onlyEntryPoint
    {
        uint256[] memory before = Bounds.measure(bounds);
        _callAll(calls);
        Bounds.check(bounds, before);
    }

    /// @notice Makes a call for a spender; the permission contract checked that it may be made.
    /// @param id The permission's id, for the event.
    /// @dev Neither account nor EntryPoint nor the permission contract can be a target: a faulty
    /// permission contract can be disabled, and cannot take the account over.
    function executeFromPermission(bytes32 id, Call calldata call) external {
        _requireManager();
        address target = call.target;
        if (target == address(this) || target == address(entryPoint()) || target == msg.sender) {
            revert ForbiddenTarget(target);
        }
        if (!Exec.call(target, call.value, call.data, gasleft())) Exec.revertWithReturnData();
        emit ExecutedFromPermission(id);
    }

    // Permissions

    /// @notice Ends all permissions, without the permission contract taking part.
    function disablePermissions() external onlyEntryPoint {
        _endPermissions();
    }

    /// @notice Sets the last second in which the caller, the permission contract, may act. It ends
    /// with the last grant, so that it cannot act on an account without grants.
    function setPermissionsEnd(uint48 end) external {
        _requireManager();
        _setPermissionsEnd(end);
    }

    /// @inheritdoc IAccountExecute
    /// @notice Calls the permission contract with the rest of the call data, and lets it grant in
    /// the name of the owner who signed the operation: in no other call does the account know who
    /// that is.
    function executeUserOp(PackedUserOperation calldata operation, bytes32)
        external
        onlyEntryPoint
    {
        // Another operation of the bundle may have assigned the signer's index to another owner.
        if (validated != 0 && validated != uint256(_state().generation) + 1) revert Unauthorized();
        // The grant extends it.
        if (permissionManager() == address(0)) _setPermissionsEnd(uint48(block.timestamp));
        grantingOwner = signerOf(operation.signature) + 1;
        if (!Exec.call(PERMISSIONS, 0, operation.callData[4:], gasleft())) {
            Exec.revertWithReturnData();
        }
        grantingOwner = 0;
    }

    /// @notice All state that permissions depend on, in one call.
    /// @param ownerIndex Index of an owner.
    /// @return manager The permission contract, or zero if it may not act now.
    /// @return end The last second in which it may act.
    /// @return generation Rises whenever an index gets another key, after a recovery, and when
    /// permissions are disabled.
    /// @return owner The stored word of a full owner; zero for none.
    function permissionState(uint256 ownerIndex)
        external
        view
        returns (address manager, uint256 end, uint256 generation, bytes32 owner)
    {
        State storage state = _state();
        (manager, end, generation) = (permissionManager(), state.permissionsEnd, state.generation);
        owner = state.owners[ownerIndex];
        if (_isRecovery(owner)) owner = 0;
    }

    /// @notice The permission contract that may act for the account now, or zero.
    function permissionManager() public view returns (address) {
        return block.timestamp > _state().permissionsEnd ? address(0) : PERMISSIONS;
    }

    /// @notice Returns true for the interfaces that the account implements (ERC-165).
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x150b7a02 // ERC-721 receiver
            || id == 0x4e2312e0 // ERC-1155 receiver
            || id == 0x1626ba7e // ERC-1271
            || id == type(IAccountExecute).interfaceId
            || id == type(IAccount).interfaceId;
    }

    /// @dev Only the EntryPoint makes the account call out.
    function _requireForExecute() internal view override {
        if (msg.sender != address(entryPoint())) revert Unauthorized();
    }

    /// @dev Owner changes come first, so an owner that only they add can sign the operation. Anyone
    /// could submit them too, so the operation's hash need not cover them.
    function _validateSignature(PackedUserOperation calldata operation, bytes32 hash)
        internal
        override
        returns (uint256)
    {
        bytes calldata signature = operation.signature;
        if (bytes1(signature) == WITH_CHANGES) {
            bytes calldata changes;
            (changes, signature) = _splitChanges(signature);
            if (bytes4(changes) != this.applyOwnerChanges.selector) revert InvalidChanges();
            // Not `Exec.call`, because it reads the gas separately from the call: ERC-7562 forbids
            // that.
            (bool applied,) = address(this).call(changes);
            if (!applied) Exec.revertWithReturnData();
        }
        if (bytes4(operation.callData) == IAccountExecute.executeUserOp.selector) {
            uint256 generation = uint256(_state().generation) + 1;
            // Changes in between may have assigned the earlier signer's index to another owner.
            if (validated != 0 && validated != generation) revert Unauthorized();
            validated = generation;
        }
        if (bytes1(signature) == BY_ROOT) {
            uint256 end = _endOfProof(signature);
            hash = _rootHash(hash, signature[2:end]);
            signature = signature[end:];
        }
        return isOwnerSignature(hash, signature) ? 0 : 1;
    }

    /// @dev ERC-7739 always: no exception for gas-free calls or for callers named safe.
    function _erc1271IsValidSignature(bytes32 hash, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        return _erc1271IsValidSignatureViaNestedEIP712(hash, signature);
    }

    function _erc1271IsValidSignatureNowCalldata(bytes32 digest, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        return isOwnerSignature(digest, signature);
    }

    /// @dev Solady requires one; this account's signers are its owners.
    function _erc1271Signer() internal pure override returns (address) {
        return address(0);
    }

    function _domainNameAndVersion()
        internal
        pure
        override
        returns (string memory name, string memory version)
    {
        return ("Acct", "1");
    }

    function _authorizeUpgrade(address) internal view override onlyEntryPoint {}

    function _requireProxy() internal view override onlyProxy {}

    /// @dev The SDK's operations use the nonce keys 0 to 7.
    function _hasOperated() internal view override returns (bool) {
        for (uint192 key; key < 8; ++key) {
            if (uint64(entryPoint().getNonce(address(this), key)) != 0) return true;
        }
        return false;
    }

    function _hashForAllChains(bytes32 structHash) internal view override returns (bytes32) {
        return _hashTypedDataSansChainId(structHash);
    }

    /// @dev Calls of itself without data have no effect and are allowed; the account's own
    /// functions are denied.
    function _requireAllowed(address target, bytes calldata data) private view {
        if (target == address(this) && data.length != 0) revert ForbiddenTarget(target);
    }

    /// @dev Reverts unless the caller is the permission contract, within its time.
    function _requireManager() private view {
        if (msg.sender != PERMISSIONS || permissionManager() == address(0)) revert Unauthorized();
    }

    function _callAll(Call[] calldata calls) private {
        for (uint256 i; i < calls.length; ++i) {
            _requireAllowed(calls[i].target, calls[i].data);
            _callAt(calls, i);
        }
    }

    function _callAt(Call[] calldata calls, uint256 index) private {
        Call calldata call = calls[index];
        if (Exec.call(call.target, call.value, call.data, gasleft())) return;
        if (calls.length == 1) Exec.revertWithReturnData();
        revert ExecuteError(index, Exec.getReturnData(0));
    }
}
