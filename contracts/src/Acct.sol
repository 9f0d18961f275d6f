// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {IAccount} from "@account-abstraction/contracts/interfaces/IAccount.sol";
import {IAccountExecute} from "@account-abstraction/contracts/interfaces/IAccountExecute.sol";
import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from
    "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";
import {Exec} from "@account-abstraction/contracts/utils/Exec.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {ERC1271} from "solady/src/accounts/ERC1271.sol";
import {Receiver} from "solady/src/accounts/Receiver.sol";
import {P256} from "solady/src/utils/P256.sol";
import {UUPSUpgradeable} from "solady/src/utils/UUPSUpgradeable.sol";

import {Bound, Bounds} from "./Bounds.sol";
import {OwnerChange} from "./OwnerChange.sol";
import {OwnerChanges} from "./OwnerChanges.sol";
import {Passkey} from "./Passkey.sol";

/// @notice A smart account whose owners are passkeys, addresses and contracts.
/// @dev Only the EntryPoint and the permission contract make it call out. Owners change by their own
/// signatures alone. Upgrades and the permission switch are reached as an operation's own call data,
/// never from inside a batch, so what a user reads on the screen cannot hide them.
contract Acct is
    BaseAccount,
    IAccountExecute,
    OwnerChanges,
    ERC1271,
    Receiver,
    UUPSUpgradeable
{
    event PermissionsEnabled(address indexed manager);
    event ExecutedFromPermission(bytes32 indexed id);

    error Unauthorized();
    error AlreadyInitialized();
    error ForbiddenTarget(address target);
    error InvalidManager(address manager);
    error InvalidChanges();

    // First byte of a signature. Others are reserved, as for one proof over several chains.
    /// @dev An owner's; its index is the second byte.
    bytes1 private constant BY_OWNER = 0x01;
    /// @dev The EOA's own key's, where the account is an EOA's delegate (EIP-7702).
    bytes1 private constant BY_OWN_KEY = 0x02;

    /// @dev Stands for the index of an EOA's own key, which has none.
    uint256 private constant OWN_KEY = 0xffff;

    /// @notice While an operation grants permissions, one more than the index of its signer; else
    /// zero.
    uint256 public transient grantingOwner;

    /// @dev One more than the generation at which an operation that grants was validated.
    uint256 private transient validated;

    /// @dev True if this chain verifies P-256 at 0x100. Probed once: probing at each signature
    /// would touch an address without code on the chains that lack it. An immutable leaves the init
    /// code, and so the address, the same everywhere.
    bool private immutable NATIVE_P256 = P256.hasPrecompile();

    modifier onlySelfOrEntryPoint() {
        _requireForExecute();
        _;
    }

    /// @notice Sets the first owners and applies changes that were signed before the account
    /// existed on this chain; the factory calls it in the transaction that deploys.
    /// @dev An EOA that delegates here has its own key and adds owners itself: if it could be
    /// initialised by anyone, the first caller would own it.
    function initialize(
        bytes[] calldata owners,
        OwnerChange[] calldata changes,
        bytes[] calldata signatures
    ) external onlyProxy {
        if (_state().next != 0 || _onEIP7702Authority()) revert AlreadyInitialized();
        if (changes.length != signatures.length) revert InvalidChanges();
        _setFirstOwners(owners);
        for (uint256 i; i < changes.length; ++i) {
            _applyOwnerChange(changes[i], signatures[i]);
        }
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
        onlySelfOrEntryPoint
    {
        _requireAllowed(target, data);
        if (!Exec.call(target, value, data, gasleft())) Exec.revertWithReturnData();
    }

    /// @inheritdoc BaseAccount
    function executeBatch(Call[] calldata calls) external override onlySelfOrEntryPoint {
        _callAll(calls);
    }

    /// @notice Calls, and reverts if more leaves the account, or is left to others, than the bounds
    /// say.
    /// @dev Fees that the account pays to the EntryPoint or to a paymaster lie outside: they are
    /// taken before or after.
    function executeBounded(Call[] calldata calls, Bound[] calldata bounds)
        external
        onlySelfOrEntryPoint
    {
        uint256[] memory before = Bounds.measure(bounds);
        _callAll(calls);
        Bounds.check(bounds, before);
    }

    /// @notice Calls for a spender; the permission contract checked what it may do.
    /// @dev Neither account nor EntryPoint nor the permission contract can be a target: a faulty
    /// permission contract can be disabled, and cannot take the account over.
    function executeFromPermission(bytes32 id, Call[] calldata calls) external {
        if (msg.sender != _state().permissions) revert Unauthorized();
        for (uint256 i; i < calls.length; ++i) {
            address target = calls[i].target;
            if (
                target == address(this) || target == address(entryPoint())
                    || target == msg.sender
            ) revert ForbiddenTarget(target);
            _callAt(calls, i);
        }
        emit ExecutedFromPermission(id);
    }

    // Permissions

    /// @notice Lets a permission contract act for the account; zero disables permissions.
    function enablePermissions(address manager) external onlySelfOrEntryPoint {
        _enablePermissions(manager);
    }

    /// @inheritdoc IAccountExecute
    /// @notice Enables a permission contract and grants by it, in the name of the owner who signed
    /// the operation: in no other call does the account know who that is.
    /// @param operation Its call data after the selector: the permission contract, and call data for
    /// it, ABI-encoded.
    function executeUserOp(PackedUserOperation calldata operation, bytes32) external {
        // Another operation of the bundle may have given the signer's index to another owner.
        bool stale = validated != 0 && validated != uint256(_state().generation) + 1;
        if (msg.sender != address(entryPoint()) || stale) revert Unauthorized();
        (address manager, bytes memory grant) =
            abi.decode(operation.callData[4:], (address, bytes));
        if (manager == address(0)) revert InvalidManager(manager);
        _enablePermissions(manager);
        grantingOwner = signerOf(operation.signature) + 1;
        if (!Exec.call(manager, 0, grant, gasleft())) Exec.revertWithReturnData();
        grantingOwner = 0;
    }

    /// @notice What permissions depend on, in one call.
    /// @param ownerIndex An owner's, or `OWN_KEY`.
    /// @return manager The permission contract, or zero.
    /// @return generation Rises whenever an index gets another key, and when a permission contract
    /// loses its role.
    /// @return owner What the account stores of a full owner; zero for none.
    function permissionState(uint256 ownerIndex)
        external
        view
        returns (address manager, uint256 generation, bytes32 owner)
    {
        State storage state = _state();
        (manager, generation) = (state.permissions, state.generation);
        if (ownerIndex == OWN_KEY) {
            if (_isDelegated()) owner = bytes32(uint256(uint160(address(this))));
        } else {
            owner = state.owners[ownerIndex];
            if (_isRecovery(owner)) owner = 0;
        }
    }

    /// @notice The permission contract that may act for the account, or zero.
    function permissionManager() external view returns (address) {
        return _state().permissions;
    }

    // Signatures

    /// @notice The index of a valid signature's owner, `OWN_KEY` for an EOA's own key.
    function signerOf(bytes calldata signature) public pure returns (uint256) {
        return signature[0] == BY_OWN_KEY ? OWN_KEY : uint8(signature[1]);
    }

    /// @notice Returns true if a full owner signed `digest` itself, without ERC-7739's wrapping.
    /// @dev For digests whose content is bound to this account, as those of the permission
    /// contract are. All other callers use `isValidSignature`.
    /// @param signature `0x01`, the owner's index in one byte, data. A passkey's or device key's
    /// data begins with its key, x then y. Or `0x02` and an EOA's own signature.
    function isOwnerSignature(bytes32 digest, bytes calldata signature)
        public
        view
        returns (bool)
    {
        if (signature.length != 0 && signature[0] == BY_OWN_KEY) {
            return _isDelegated() && _recover(digest, signature[1:]) == address(this);
        }
        (bool formed, uint256 index, bytes calldata data) = _parse(signature);
        if (!formed) return false;
        bytes32 word = _state().owners[index];
        if (word == 0 || _isRecovery(word)) return false;
        if (uint256(word) >> 160 == 0) return _signedByAddress(word, digest, data);

        if (data.length < 64) return false;
        (bytes32 x, bytes32 y) = (bytes32(data[:32]), bytes32(data[32:64]));
        bool isOwner = keccak256(data[:64]) == word;
        data = data[64:];
        // Authenticators sign at least 69 bytes, and this message has 32: a passkey can never
        // produce a signature that skips user verification. Verified in any case, so that an
        // estimate with another key's placeholder costs as much as a real one.
        return (
            data.length == 64
                ? Passkey.verifyP256(
                    sha256(abi.encode(digest)),
                    bytes32(data[:32]),
                    bytes32(data[32:]),
                    x,
                    y,
                    NATIVE_P256
                )
                : Passkey.verify(digest, data, x, y, NATIVE_P256)
        ) && isOwner;
    }

    function _signedByFullOwner(bytes32 digest, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        return isOwnerSignature(digest, signature);
    }

    function _signedByRecoveryOwner(bytes32 digest, bytes calldata signature)
        internal
        view
        override
        returns (bool valid, uint256 index)
    {
        bytes calldata data;
        (valid, index, data) = _parse(signature);
        bytes32 word = _state().owners[index];
        valid = valid && _isRecovery(word) && _signedByAddress(word, digest, data);
    }

    /// @dev Splits an owner's signature into index and data.
    function _parse(bytes calldata signature)
        private
        pure
        returns (bool formed, uint256 index, bytes calldata data)
    {
        if (signature.length < 2 || signature[0] != BY_OWNER) return (false, 0, signature[:0]);
        return (true, uint8(signature[1]), signature[2:]);
    }

    /// @dev Tries the key first: calling an address without code would violate ERC-7562.
    function _signedByAddress(bytes32 word, bytes32 digest, bytes calldata data)
        private
        view
        returns (bool)
    {
        address signer = address(uint160(uint256(word)));
        if (_recover(digest, data) == signer) return true;
        // An EOA that is an owner of itself signs by its key: its own `isValidSignature` would take
        // another owner's signature of typed data for one of the digest.
        return signer != address(this)
            && SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, data);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x150b7a02 // ERC-721 receiver
            || id == 0x4e2312e0 // ERC-1155 receiver
            || id == 0x1626ba7e // ERC-1271
            || id == type(IAccountExecute).interfaceId
            || id == type(IAccount).interfaceId;
    }

    /// @dev The EntryPoint, or the account in its own name: an EOA that delegates here and calls
    /// itself. No call of a batch gets here.
    function _requireForExecute() internal view override {
        if (msg.sender != address(entryPoint()) && msg.sender != address(this)) {
            revert Unauthorized();
        }
    }

    function _validateSignature(PackedUserOperation calldata operation, bytes32 hash)
        internal
        override
        returns (uint256)
    {
        if (bytes4(operation.callData) == IAccountExecute.executeUserOp.selector) {
            validated = uint256(_state().generation) + 1;
        }
        return isOwnerSignature(hash, operation.signature) ? 0 : 1;
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

    /// @dev Solady asks for one; this account's signers are its owners.
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

    /// @dev An EOA's delegation has no implementation slot to change: revert instead of doing
    /// nothing.
    function _authorizeUpgrade(address) internal view override onlySelfOrEntryPoint {
        if (_onEIP7702Authority()) revert UnauthorizedCallContext();
    }

    function _requireProxy() internal view override onlyProxy {}

    function _isDelegated() internal view override returns (bool) {
        return _onEIP7702Authority();
    }

    function _hashForAllChains(bytes32 structHash) internal view override returns (bytes32) {
        return _hashTypedDataSansChainId(structHash);
    }

    /// @dev Sending to oneself does nothing and is allowed; the account's own functions are closed.
    function _requireAllowed(address target, bytes calldata data) private view {
        if (target == address(this) && data.length != 0) revert ForbiddenTarget(target);
    }

    function _enablePermissions(address manager) private {
        if (
            manager == address(this) || manager == address(entryPoint())
                || (manager != address(0) && manager.code.length == 0)
        ) revert InvalidManager(manager);
        State storage state = _state();
        address before = state.permissions;
        if (before == manager) return;
        // Permissions of an earlier contract stay off when it comes back.
        if (before != address(0)) state.generation++;
        state.permissions = manager;
        emit PermissionsEnabled(manager);
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

    /// @dev Returns zero for anything but a well-formed signature with `s` in the lower half.
    function _recover(bytes32 digest, bytes calldata data) private pure returns (address signer) {
        (signer,,) = ECDSA.tryRecoverCalldata(digest, data);
    }
}
