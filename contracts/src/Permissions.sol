// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Acct} from "./Acct.sol";
import {ArgumentRules} from "./ArgumentRules.sol";
import {Balances} from "./Balances.sol";
import {Meter} from "./Meter.sol";
import {Period} from "./Period.sol";
import {
    CallPermission, Permission, PermissionHash, SpendPermission
} from "./Permission.sol";
import {Redemptions} from "./Redemptions.sol";
import {Soundness} from "./Soundness.sol";
import {TokenCalls} from "./TokenCalls.sol";

/// @notice Lets spenders act for accounts within the bounds that the accounts' owners agreed to.
/// @dev The chain's own currency, and every token that is listed, called or watched, falls at most
/// by its allowances. It counts the larger of two sums: the amounts stated in the calls' data, and
/// the decrease of the balance, call by call. The first detects amounts that are sent and
/// immediately returned to hide them, the second detects amounts pulled by a called contract. A
/// call with an incoming amount never offsets one with an outgoing amount.
contract Permissions is Redemptions {
    using ArgumentRules for *;
    using Meter for Meter.Reading;
    using PermissionHash for Permission;

    /// @notice The rest of an allowance, and its period.
    struct Remaining {
        address token;
        uint256 amount;
        uint256 periodStart;
        uint256 periodEnd;
    }

    struct Usage {
        uint64 period;
        uint160 spent;
    }

    event PermissionApproved(
        bytes32 indexed id, address indexed account, address indexed spender, Permission permission
    );
    event PermissionRevoked(bytes32 indexed id, address indexed account);
    event PermissionsRevokedAll(address indexed account, uint64 epoch);
    /// @param index Position of the allowance in the permission.
    /// @param period Number of the period, 0 for the first.
    event Spent(
        bytes32 indexed id,
        address indexed account,
        address indexed token,
        uint256 index,
        uint256 amount,
        uint256 period
    );

    error NotAccount();
    error NotApproved();
    error NotGranting();
    error IsRevoked();
    error WrongEpoch(uint64 current);
    error OwnerRemoved(uint256 ownerIndex);
    error PermissionsOff();
    error NotYetValid();
    error Expired();
    error InvalidSignature();
    error AllowanceExceeded(uint256 index, uint256 wanted, uint256 left);
    error ApprovalLeft(address token, address spender);

    /// @notice The address that represents the chain's own currency (ERC-7528).
    address public constant NATIVE = Balances.NATIVE;
    bytes32 private constant REVOKED = bytes32(uint256(1));

    /// @dev Number of times the account revoked everything.
    mapping(address account => uint40) private revocations;

    /// @notice Zero for a permission that was never granted, one for a revoked one, else the
    /// granting owner's stored word. Stored per account, so that no account revokes for another.
    mapping(address account => mapping(bytes32 id => bytes32)) public grantOf;

    mapping(bytes32 id => mapping(uint256 index => Usage)) private usages;

    // Granting

    /// @notice Grants a permission. The account calls it in `executeUserOp` and reports the owner
    /// who signed the operation.
    /// @return id The permission's id.
    function approve(Permission calldata permission) external returns (bytes32 id) {
        if (msg.sender != permission.account) revert NotAccount();
        if (Acct(payable(msg.sender)).grantingOwner() != _ownerIndexOf(permission.salt) + 1) {
            revert NotGranting();
        }
        id = getId(permission);
        _approve(permission, id);
    }

    /// @notice Grants a permission that an owner signed; anyone may submit it.
    /// @param signature Over the id, by the owner whose index is in the salt. It has the account's
    /// form without ERC-7739's nesting, so that no site can get it as a signature of typed data.
    /// @return id The permission's id.
    function approveWithSignature(Permission calldata permission, bytes calldata signature)
        public
        returns (bytes32 id)
    {
        id = getId(permission);
        // Signed once, submitted twice: no effect.
        bytes32 grant = grantOf[permission.account][id];
        if (grant != 0 && grant != REVOKED) return id;
        Acct account = Acct(payable(permission.account));
        if (
            !account.isOwnerSignature(id, signature)
                || account.signerOf(signature) != _ownerIndexOf(permission.salt)
        ) revert InvalidSignature();
        _approve(permission, id);
    }

    /// @notice Revokes a permission permanently, including one that was signed and not yet
    /// submitted.
    function revoke(bytes32 id) external {
        grantOf[msg.sender][id] = REVOKED;
        emit PermissionRevoked(id, msg.sender);
    }

    /// @notice Revokes all permissions of the account, including unused signed ones for any epoch.
    /// The next epoch is random, so that nothing can be signed for it in advance.
    function revokeAll() external {
        bytes32 drawn =
            keccak256(abi.encode(msg.sender, blockhash(block.number - 1), block.prevrandao));
        revocations[msg.sender] += 1 + uint24(uint256(drawn));
        emit PermissionsRevokedAll(msg.sender, epochOf(msg.sender));
        Acct account = Acct(payable(msg.sender));
        if (msg.sender.code.length != 0 && account.permissionManager() == address(this)) {
            account.setPermissionsEnd(0);
        }
    }

    // Using

    /// @notice Makes the account execute the calls, if the permission's spender is the caller.
    /// @dev All calls or none.
    function execute(Permission calldata permission, BaseAccount.Call[] calldata calls)
        external
        nonReentrant
    {
        if (msg.sender != permission.spender) revert NotSpender();
        _execute(permission, getId(permission), calls);
    }

    /// @notice Executes with a grant that an owner signed, submitted with its first use.
    /// @param signature As in `approveWithSignature`; not read if the permission is granted
    /// already.
    function executeWithSignature(
        Permission calldata permission,
        bytes calldata signature,
        BaseAccount.Call[] calldata calls
    ) external nonReentrant {
        bytes32 id = approveWithSignature(permission, signature);
        if (msg.sender != permission.spender) revert NotSpender();
        _execute(permission, id, calls);
    }

    // Reading

    /// @notice The account's epoch, the first part of a permission's salt: the generation of its
    /// owners (24 bits), then a number that increases whenever it revokes everything (40 bits).
    /// @dev Before the account exists, the generation of its first owners applies.
    function epochOf(address account) public view returns (uint64) {
        uint256 generation =
            account.code.length == 0 ? 0 : Acct(payable(account)).ownerGeneration();
        return _epoch(account, generation);
    }

    /// @notice The permission's EIP-712 hash, bound to this chain and this contract.
    function getId(Permission calldata permission) public view returns (bytes32) {
        return _hashTypedData(permission.hash());
    }

    /// @notice Returns true if permissions with this salt can be active: the account has enabled
    /// them with this contract, its epoch equals the salt's, and the owner exists.
    function isStanding(address account, uint256 salt) public view returns (bool) {
        if (account.code.length == 0) return false;
        (address manager,, uint256 generation, bytes32 owner) = _stateOf(account, salt);
        return manager == address(this) && owner != 0
            && salt >> 192 == _epoch(account, generation);
    }

    /// @notice Returns true if the spender could use it now.
    function isActive(Permission calldata permission) external view returns (bool) {
        bytes32 id = getId(permission);
        return grantOf[permission.account][id] != 0 && _mayLive(permission, id)
            && block.timestamp >= permission.start && block.timestamp <= permission.end;
    }

    /// @notice The rest of each allowance in its current period; zero for a permission that ended
    /// in any way. A permission that waits for its owner's signature has its full allowances.
    function remaining(Permission calldata permission)
        external
        view
        returns (Remaining[] memory left)
    {
        bytes32 id = getId(permission);
        left = new Remaining[](permission.spends.length);
        uint256 time = block.timestamp < permission.start ? permission.start : block.timestamp;
        bool lives = block.timestamp <= permission.end && _mayLive(permission, id);
        for (uint256 i; i < left.length; ++i) {
            SpendPermission calldata spend = permission.spends[i];
            (uint256 index, uint256 from, uint256 to) =
                Period.find(permission.start, spend.unit, spend.multiplier, time);
            uint256 spent = _spentIn(id, i, index);
            left[i] = Remaining(spend.token, lives ? spend.allowance - spent : 0, from, to);
        }
    }

    // Inside

    function _approve(Permission calldata permission, bytes32 id) private {
        address account = permission.account;
        if (grantOf[account][id] == REVOKED) revert IsRevoked();
        (bytes32 owner, uint256 end) = _requireStanding(permission);
        Soundness.requireSound(permission);
        grantOf[account][id] = owner;
        if (permission.end > end) Acct(payable(account)).setPermissionsEnd(permission.end);
        emit PermissionApproved(id, account, permission.spender, permission);
    }

    function _grant(Permission calldata permission, bytes calldata signature)
        internal
        override
        returns (bytes32 id)
    {
        return signature.length == 0
            ? getId(permission)
            : approveWithSignature(permission, signature);
    }

    function _execute(
        Permission calldata permission,
        bytes32 id,
        BaseAccount.Call[] calldata calls
    ) internal override {
        bytes32 grant = grantOf[permission.account][id];
        if (grant == REVOKED) revert IsRevoked();
        if (grant == 0) revert NotApproved();
        (bytes32 owner,) = _requireStanding(permission);
        if (grant != owner) revert OwnerRemoved(_ownerIndexOf(permission.salt));
        if (block.timestamp < permission.start) revert NotYetValid();
        if (block.timestamp > permission.end) revert Expired();

        Acct account = Acct(payable(permission.account));
        Meter.Reading memory meter = Meter.start(permission, calls);
        for (uint256 i; i < calls.length; ++i) {
            _check(permission, calls[i], i, meter);
            account.executeFromPermission(id, calls[i]);
            meter.measure();
        }
        if (_resetApprovals(account, id, calls)) meter.measure();
        _charge(permission, id, meter);
    }

    /// @dev Rejects a call that is not granted, and adds the amount stated in its data to the
    /// meter. Whether its target is a token is checked just before the call: an earlier call may
    /// have changed it.
    function _check(
        Permission calldata permission,
        BaseAccount.Call calldata call,
        uint256 index,
        Meter.Reading memory meter
    ) private view {
        bytes4 selector = TokenCalls.selectorOf(call.data, index);
        if (!_isGranted(permission, call, selector)) revert Soundness.ForbiddenCall(index);
        if (call.value != 0) meter.state(NATIVE, call.value);
        if (TokenCalls.movesTarget(selector)) {
            meter.state(call.target, TokenCalls.amountOf(selector, call.data, index));
        } else if (
            meter.admit(call.target)
                && !TokenCalls.paysAccount(selector, call.data, permission.account)
        ) {
            revert Soundness.ForbiddenCall(index);
        }
    }

    function _isGranted(
        Permission calldata permission,
        BaseAccount.Call calldata call,
        bytes4 selector
    ) private pure returns (bool) {
        if (permission.calls.length == 0) {
            // Plain transfers; that the token is listed is seen when its amount is counted.
            if (selector == TokenCalls.EMPTY) return call.value != 0;
            return selector == TokenCalls.TRANSFER && call.value == 0 && call.data.length == 68;
        }
        for (uint256 i; i < permission.calls.length; ++i) {
            CallPermission calldata granted = permission.calls[i];
            if (granted.target != call.target || granted.selector != selector) continue;
            if (granted.rules.hold(call.data, permission.account, permission.spender)) {
                return true;
            }
        }
        return false;
    }

    /// @dev Revokes approvals, used or not, so that none outlives the execution.
    function _resetApprovals(Acct account, bytes32 id, BaseAccount.Call[] calldata calls)
        private
        returns (bool called)
    {
        for (uint256 i; i < calls.length; ++i) {
            if (calls[i].data.length < 4 || bytes4(calls[i].data) != TokenCalls.APPROVE) continue;
            address token = calls[i].target;
            address approved = TokenCalls.approvedBy(calls[i].data);
            bytes memory reset = abi.encodeCall(IERC20.approve, (approved, 0));
            account.executeFromPermission(id, BaseAccount.Call(token, 0, reset));
            if (
                IERC20(token).allowance(address(account), approved) != 0
                    || Balances.mayTakeItem(
                        token, TokenCalls.amountOf(TokenCalls.APPROVE, calls[i].data, i), approved
                    )
            ) revert ApprovalLeft(token, approved);
            called = true;
        }
    }

    function _charge(Permission calldata permission, bytes32 id, Meter.Reading memory meter)
        private
    {
        for (uint256 i; i < permission.spends.length; ++i) {
            SpendPermission calldata spend = permission.spends[i];
            uint256 amount = meter.takenOf(spend.token);
            if (amount == 0) continue;
            (uint256 period,,) =
                Period.find(permission.start, spend.unit, spend.multiplier, block.timestamp);
            uint256 spent = _spentIn(id, i, period);
            uint256 left = spend.allowance - spent;
            if (amount > left) revert AllowanceExceeded(i, amount, left);
            usages[id][i] = Usage(uint64(period), uint160(spent + amount));
            emit Spent(id, permission.account, spend.token, i, amount, period);
        }
    }

    function _spentIn(bytes32 id, uint256 index, uint256 period) private view returns (uint256) {
        Usage memory usage = usages[id][index];
        return usage.period == period ? usage.spent : 0;
    }

    /// @dev Returns the granting owner's stored word, and the last second in which this contract
    /// may act. Reverts if the permission is no longer active on the account.
    function _requireStanding(Permission calldata permission) private view returns (bytes32 owner, uint256 end) {
        (address account, uint256 salt) = (permission.account, permission.salt);
        address manager;
        uint256 generation;
        (manager, end, generation, owner) = _stateOf(account, salt);
        uint64 epoch = _epoch(account, generation);
        if (salt >> 192 != epoch) revert WrongEpoch(epoch);
        if (manager != address(this)) revert PermissionsOff();
        if (owner == 0) revert OwnerRemoved(_ownerIndexOf(salt));
    }

    /// @dev True if it is granted and lives, or still waits for its owner's signature.
    function _mayLive(Permission calldata permission, bytes32 id) private view returns (bool) {
        bytes32 grant = grantOf[permission.account][id];
        if (grant == REVOKED || !isStanding(permission.account, permission.salt)) return false;
        (bytes32 owner,) = _requireStanding(permission);
        return grant == 0 || grant == owner;
    }

    function _stateOf(address account, uint256 salt)
        private
        view
        returns (address manager, uint256 end, uint256 generation, bytes32 owner)
    {
        return Acct(payable(account)).permissionState(_ownerIndexOf(salt));
    }

    function _epoch(address account, uint256 generation) private view returns (uint64) {
        return uint64(generation << 40 | revocations[account]);
    }

    function _ownerIndexOf(uint256 salt) private pure returns (uint256) {
        return uint16(salt >> 176);
    }

    function _domainNameAndVersion()
        internal
        pure
        override
        returns (string memory name, string memory version)
    {
        return ("Acct Permissions", "1");
    }
}
