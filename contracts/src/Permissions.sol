// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from
    "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "solady/src/utils/EIP712.sol";

import {Acct} from "./Acct.sol";
import {Period} from "./Period.sol";
import {
    CallPermission, Permission, PermissionHash, SpendPermission
} from "./Permission.sol";
import {TokenCalls} from "./TokenCalls.sol";

/// @notice Lets spenders act for accounts within the bounds that the accounts' owners agreed to.
/// @dev It counts what leaves, as the larger of two sums: what the calls' data says, and by how
/// much the balance fell, call by call. The first catches what is sent away and given back at once
/// to hide it, the second what a called contract pulls. A call that brings something in never makes
/// up for one that takes out.
contract Permissions is EIP712, ReentrancyGuardTransient {
    using PermissionHash for Permission;

    /// @notice The rest of an allowance, and its period.
    struct Remaining {
        address token;
        uint256 amount;
        uint256 periodStart;
        uint256 periodEnd;
    }

    enum Status {
        None,
        Approved,
        Revoked
    }

    struct Usage {
        uint64 period;
        uint160 spent;
    }

    /// @dev Amounts that one execution moves, per allowance of the permission.
    struct Meter {
        uint256[] stated;
        uint256[] fallen;
        uint256[] balances;
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
    error NotSpender();
    error NotApproved();
    error IsRevoked();
    error WrongEpoch(uint64 current);
    error NotYetValid();
    error Expired();
    error InvalidPermission();
    error InvalidSignature();
    error ForbiddenCall(uint256 index);
    error NoAllowance(address token);
    error AllowanceExceeded(uint256 index, uint256 wanted, uint256 left);
    error ApprovalLeft(address token, address spender);

    address public constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private constant ENTRY_POINT = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;

    /// @dev Number of times the account revoked everything.
    mapping(address account => uint32) private revocations;

    /// @notice State of a permission. Stored per account, so that no account revokes for another.
    mapping(address account => mapping(bytes32 id => Status)) public statusOf;

    mapping(bytes32 id => mapping(uint256 index => Usage)) private usages;

    // Granting

    /// @notice Grants a permission; the account calls it.
    function approve(Permission calldata permission) external returns (bytes32 id) {
        if (msg.sender != permission.account) revert NotAccount();
        id = getId(permission);
        _approve(permission, id);
    }

    /// @notice Grants a permission that an owner signed; anyone may submit it.
    /// @param signature An owner's over the id, in the account's form and without ERC-7739's
    /// nesting, so that no site can get it as a signature of typed data.
    function approveWithSignature(Permission calldata permission, bytes calldata signature)
        public
        returns (bytes32 id)
    {
        id = getId(permission);
        // Signed once, submitted twice: nothing to do.
        if (statusOf[permission.account][id] == Status.Approved) return id;
        if (!Acct(payable(permission.account)).isOwnerSignature(id, signature)) {
            revert InvalidSignature();
        }
        _approve(permission, id);
    }

    /// @notice Revokes a permission permanently, also one that was signed and not yet submitted.
    function revoke(bytes32 id) external {
        statusOf[msg.sender][id] = Status.Revoked;
        emit PermissionRevoked(id, msg.sender);
    }

    /// @notice Revokes all permissions of the account, unused signed ones included.
    function revokeAll() external {
        revocations[msg.sender]++;
        emit PermissionsRevokedAll(msg.sender, epochOf(msg.sender));
    }

    // Using

    /// @notice Makes the account do the calls, if the permission lets its spender, the caller.
    function execute(Permission calldata permission, BaseAccount.Call[] calldata calls)
        external
        nonReentrant
    {
        _execute(permission, getId(permission), calls);
    }

    /// @notice The same with a grant that an owner signed, submitted with its first use.
    function executeWithSignature(
        Permission calldata permission,
        bytes calldata signature,
        BaseAccount.Call[] calldata calls
    ) external nonReentrant {
        _execute(permission, approveWithSignature(permission, signature), calls);
    }

    // Reading

    /// @notice The account's epoch, which a permission's salt starts with: the generation of its
    /// owners, then the number of times that it revoked everything.
    /// @dev Before the account exists, the generation is that of its first owners.
    function epochOf(address account) public view returns (uint64) {
        uint64 generation = account.code.length == 0
            ? 0
            : uint32(Acct(payable(account)).ownerGeneration());
        return generation << 32 | revocations[account];
    }

    /// @notice The permission's EIP-712 hash, bound to this chain and this contract.
    function getId(Permission calldata permission) public view returns (bytes32) {
        return _hashTypedData(permission.hash());
    }

    /// @notice Returns true if the spender could use it now.
    function isActive(Permission calldata permission) external view returns (bool) {
        return statusOf[permission.account][getId(permission)] == Status.Approved
            && uint64(permission.salt >> 192) == epochOf(permission.account)
            && block.timestamp >= permission.start && block.timestamp <= permission.end;
    }

    /// @notice The rest of each allowance in its current period.
    function remaining(Permission calldata permission)
        external
        view
        returns (Remaining[] memory left)
    {
        bytes32 id = getId(permission);
        left = new Remaining[](permission.spends.length);
        uint256 time = block.timestamp < permission.start ? permission.start : block.timestamp;
        for (uint256 i; i < left.length; ++i) {
            SpendPermission calldata spend = permission.spends[i];
            (uint256 index, uint256 from, uint256 to) =
                Period.find(permission.start, spend.unit, spend.multiplier, time);
            Usage memory usage = usages[id][i];
            uint256 spent = usage.period == index ? usage.spent : 0;
            left[i] = Remaining(spend.token, spend.allowance - spent, from, to);
        }
    }

    /// @notice The period that a time falls into, counted from `start`.
    function periodAt(uint48 start, uint8 unit, uint8 multiplier, uint48 time)
        external
        pure
        returns (uint256 index, uint256 from, uint256 to)
    {
        if (unit > Period.FOREVER || multiplier == 0 || time < start) revert InvalidPermission();
        return Period.find(start, unit, multiplier, time);
    }

    // Inside

    function _approve(Permission calldata permission, bytes32 id) private {
        address account = permission.account;
        if (statusOf[account][id] == Status.Revoked) revert IsRevoked();
        _requireEpoch(permission);
        _requireSound(permission);
        statusOf[account][id] = Status.Approved;
        emit PermissionApproved(id, account, permission.spender, permission);
    }

    function _execute(
        Permission calldata permission,
        bytes32 id,
        BaseAccount.Call[] calldata calls
    ) private {
        if (msg.sender != permission.spender) revert NotSpender();
        Status status = statusOf[permission.account][id];
        if (status == Status.Revoked) revert IsRevoked();
        if (status != Status.Approved) revert NotApproved();
        _requireEpoch(permission);
        if (block.timestamp < permission.start) revert NotYetValid();
        if (block.timestamp > permission.end) revert Expired();

        Meter memory meter = _newMeter(permission);
        for (uint256 i; i < calls.length; ++i) {
            _state(permission, calls[i], i, meter);
        }
        for (uint256 i; i < calls.length; ++i) {
            BaseAccount.Call[] memory one = new BaseAccount.Call[](1);
            one[0] = calls[i];
            Acct(payable(permission.account)).executeFromPermission(id, one);
            _measure(permission, meter);
        }
        _resetApprovals(permission, id, calls);
        _charge(permission, id, meter);
    }

    /// @dev Refuses a call that is not granted and adds to the meter what its data says.
    function _state(
        Permission calldata permission,
        BaseAccount.Call calldata call,
        uint256 index,
        Meter memory meter
    ) private pure {
        bytes4 selector = TokenCalls.selectorOf(call.data, index);
        if (!_isGranted(permission, call, selector)) revert ForbiddenCall(index);
        if (call.value != 0) _add(permission, meter.stated, NATIVE, call.value);
        if (TokenCalls.movesTarget(selector)) {
            uint256 amount = TokenCalls.amountOf(selector, call.data, index);
            _add(permission, meter.stated, call.target, amount);
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
            if (granted.target == call.target && granted.selector == selector) return true;
        }
        return false;
    }

    /// @dev Adds to every allowance of a token, of which there must be one.
    function _add(
        Permission calldata permission,
        uint256[] memory amounts,
        address token,
        uint256 amount
    ) private pure {
        bool listed;
        for (uint256 i; i < permission.spends.length; ++i) {
            if (permission.spends[i].token != token) continue;
            amounts[i] += amount;
            listed = true;
        }
        if (!listed) revert NoAllowance(token);
    }

    function _newMeter(Permission calldata permission) private view returns (Meter memory meter) {
        uint256 length = permission.spends.length;
        meter = Meter(new uint256[](length), new uint256[](length), new uint256[](length));
        for (uint256 i; i < length; ++i) {
            meter.balances[i] = _balance(permission.spends[i].token, permission.account);
        }
    }

    function _measure(Permission calldata permission, Meter memory meter) private view {
        for (uint256 i; i < meter.balances.length; ++i) {
            uint256 balance = _balance(permission.spends[i].token, permission.account);
            if (balance < meter.balances[i]) meter.fallen[i] += meter.balances[i] - balance;
            meter.balances[i] = balance;
        }
    }

    /// @dev Revokes approvals, used or not, so that none outlives the call.
    function _resetApprovals(
        Permission calldata permission,
        bytes32 id,
        BaseAccount.Call[] calldata calls
    ) private {
        for (uint256 i; i < calls.length; ++i) {
            if (calls[i].data.length < 4 || bytes4(calls[i].data) != TokenCalls.APPROVE) continue;
            address token = calls[i].target;
            address approved = TokenCalls.approvedBy(calls[i].data);
            BaseAccount.Call[] memory one = new BaseAccount.Call[](1);
            one[0] = BaseAccount.Call(token, 0, abi.encodeCall(IERC20.approve, (approved, 0)));
            Acct(payable(permission.account)).executeFromPermission(id, one);
            if (IERC20(token).allowance(permission.account, approved) != 0) {
                revert ApprovalLeft(token, approved);
            }
        }
    }

    function _charge(Permission calldata permission, bytes32 id, Meter memory meter) private {
        for (uint256 i; i < permission.spends.length; ++i) {
            uint256 stated = meter.stated[i];
            uint256 amount = meter.fallen[i] > stated ? meter.fallen[i] : stated;
            if (amount == 0) continue;
            SpendPermission calldata spend = permission.spends[i];
            (uint256 period,,) =
                Period.find(permission.start, spend.unit, spend.multiplier, block.timestamp);
            Usage storage usage = usages[id][i];
            uint256 spent = usage.period == period ? usage.spent : 0;
            uint256 left = spend.allowance - spent;
            if (amount > left) revert AllowanceExceeded(i, amount, left);
            (usage.period, usage.spent) = (uint64(period), uint160(spent + amount));
            emit Spent(id, permission.account, spend.token, i, amount, period);
        }
    }

    function _requireEpoch(Permission calldata permission) private view {
        uint64 epoch = epochOf(permission.account);
        if (uint64(permission.salt >> 192) != epoch) revert WrongEpoch(epoch);
    }

    /// @dev Refuses permissions that could never be used, or would permit more than they show.
    function _requireSound(Permission calldata permission) private view {
        if (
            permission.spender == address(0) || permission.start >= permission.end
                || block.timestamp > permission.end
                || permission.calls.length + permission.spends.length == 0
        ) revert InvalidPermission();
        for (uint256 i; i < permission.spends.length; ++i) {
            SpendPermission calldata spend = permission.spends[i];
            if (
                _isReserved(spend.token, permission.account) || spend.allowance == 0
                    || spend.unit > Period.FOREVER || spend.multiplier == 0
            ) revert InvalidPermission();
        }
        for (uint256 i; i < permission.calls.length; ++i) {
            CallPermission calldata call = permission.calls[i];
            if (
                _isReserved(call.target, permission.account)
                    || TokenCalls.neverAllowed(call.target, call.selector)
            ) revert ForbiddenCall(i);
            if (TokenCalls.movesTarget(call.selector) && !_isListed(permission, call.target)) {
                revert NoAllowance(call.target);
            }
        }
    }

    function _isReserved(address target, address account) private view returns (bool) {
        return target == address(0) || target == account || target == address(this)
            || target == ENTRY_POINT;
    }

    function _isListed(Permission calldata permission, address token) private pure returns (bool) {
        for (uint256 i; i < permission.spends.length; ++i) {
            if (permission.spends[i].token == token) return true;
        }
        return false;
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
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
