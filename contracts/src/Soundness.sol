// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ArgumentRules} from "./ArgumentRules.sol";
import {Balances} from "./Balances.sol";
import {Meter} from "./Meter.sol";
import {Period} from "./Period.sol";
import {CallPermission, Permission, SpendPermission} from "./Permission.sol";
import {TokenCalls} from "./TokenCalls.sol";

/// @notice Requirements of a permission to be granted.
library Soundness {
    using ArgumentRules for *;

    address private constant ENTRY_POINT = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;

    error InvalidPermission();
    error ForbiddenCall(uint256 index);

    /// @notice Refuses permissions that could never be used, or would permit more than they show.
    function requireSound(Permission calldata permission) internal view {
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
        for (uint256 i; i < permission.watched.length; ++i) {
            if (_isReserved(permission.watched[i], permission.account)) revert InvalidPermission();
        }
        for (uint256 i; i < permission.calls.length; ++i) {
            _requireSoundCall(permission, i);
        }
    }

    /// @dev A token must be named, so that it counts as one permanently. Its functions are denied
    /// except for metered ones and payments to the account.
    function _requireSoundCall(Permission calldata permission, uint256 index) private view {
        CallPermission calldata call = permission.calls[index];
        (address target, bytes4 selector) = (call.target, call.selector);
        if (
            _isReserved(target, permission.account) || TokenCalls.neverAllowed(target, selector)
        ) revert ForbiddenCall(index);
        if (!call.rules.areSound()) revert InvalidPermission();
        bool listed = _isListed(permission, target);
        if (TokenCalls.movesTarget(selector)) {
            if (!listed) revert Meter.NoAllowance(target);
            return;
        }
        if (!listed && !_isWatched(permission, target)) {
            (bool answered,) = Balances.ask(target, permission.account);
            if (answered) revert Meter.NoAllowance(target);
        } else if (!TokenCalls.isForAccount(selector)) {
            revert ForbiddenCall(index);
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

    function _isWatched(Permission calldata permission, address token)
        private
        pure
        returns (bool)
    {
        for (uint256 i; i < permission.watched.length; ++i) {
            if (permission.watched[i] == token) return true;
        }
        return false;
    }
}
