// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";

import {Balances} from "./Balances.sol";
import {Permission} from "./Permission.sol";

/// @notice Counts the amounts that one execution moves, token by token.
/// @dev Tokens with an allowance come first. Of other tokens, no amount may leave.
library Meter {
    struct Reading {
        address account;
        /// Tokens with an allowance.
        uint256 listed;
        uint256 count;
        address[] tokens;
        uint256[] balances;
        /// Amounts stated in the calls' data.
        uint256[] stated;
        /// By how much the balance fell, call by call.
        uint256[] fallen;
    }

    error NoAllowance(address token);

    /// @notice Reads the balances of all tokens that are listed, watched or called.
    function start(Permission calldata permission, BaseAccount.Call[] calldata calls)
        internal
        view
        returns (Reading memory meter)
    {
        uint256 most = permission.spends.length + permission.watched.length + calls.length;
        meter.account = permission.account;
        meter.tokens = new address[](most);
        meter.balances = new uint256[](most);
        meter.stated = new uint256[](most);
        meter.fallen = new uint256[](most);
        for (uint256 i; i < permission.spends.length; ++i) {
            _add(meter, permission.spends[i].token);
        }
        meter.listed = meter.count;
        for (uint256 i; i < permission.watched.length; ++i) {
            _add(meter, permission.watched[i]);
        }
        for (uint256 i; i < calls.length; ++i) {
            admit(meter, calls[i].target);
        }
    }

    /// @notice Returns true if a target is a token. It is metered from then on.
    function admit(Reading memory meter, address target) internal view returns (bool) {
        if (find(meter, target) != meter.count) return true;
        (bool answered, uint256 balance) = Balances.ask(target, meter.account);
        if (answered) _push(meter, target, balance);
        return answered;
    }

    /// @notice Adds an amount that a call states.
    function state(Reading memory meter, address token, uint256 amount) internal pure {
        uint256 index = find(meter, token);
        if (index >= meter.listed) revert NoAllowance(token);
        meter.stated[index] += amount;
    }

    /// @notice Adds by how much each balance fell since the last time.
    function measure(Reading memory meter) internal view {
        for (uint256 i; i < meter.count; ++i) {
            uint256 before = meter.balances[i];
            uint256 balance = Balances.read(meter.tokens[i], meter.account);
            if (balance == before) continue;
            if (balance < before) {
                if (i >= meter.listed) revert NoAllowance(meter.tokens[i]);
                meter.fallen[i] += before - balance;
            }
            meter.balances[i] = balance;
        }
    }

    /// @notice Amount of a listed token taken by an execution.
    function takenOf(Reading memory meter, address token) internal pure returns (uint256) {
        uint256 index = find(meter, token);
        (uint256 stated, uint256 fallen) = (meter.stated[index], meter.fallen[index]);
        return fallen > stated ? fallen : stated;
    }

    /// @notice Position of a token, `count` for none.
    function find(Reading memory meter, address token) internal pure returns (uint256 index) {
        while (index < meter.count && meter.tokens[index] != token) ++index;
    }

    function _add(Reading memory meter, address token) private view {
        if (find(meter, token) != meter.count) return;
        _push(meter, token, Balances.read(token, meter.account));
    }

    function _push(Reading memory meter, address token, uint256 balance) private pure {
        (meter.tokens[meter.count], meter.balances[meter.count]) = (token, balance);
        ++meter.count;
    }
}
