// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ArgumentRule} from "./Permission.sol";
import {TokenCalls} from "./TokenCalls.sol";

/// @notice Rules on the words after a call's selector.
library ArgumentRules {
    uint8 private constant EQUAL = 0;
    uint8 private constant AT_MOST = 1;
    uint8 private constant ONE_OF = 2;
    uint8 private constant ACCOUNT = 3;
    uint8 private constant SPENDER = 4;

    /// @notice Returns true if each rule has the values that its kind requires.
    function areSound(ArgumentRule[] calldata rules) internal pure returns (bool) {
        for (uint256 i; i < rules.length; ++i) {
            (uint8 kind, uint256 count) = (rules[i].kind, rules[i].values.length);
            bool sound = kind == ONE_OF
                ? count != 0
                : kind <= AT_MOST ? count == 1 : kind <= SPENDER && count == 0;
            if (!sound) return false;
        }
        return true;
    }

    /// @notice Returns true if a call's words match all rules. A word beyond the end of the data
    /// never matches.
    function hold(
        ArgumentRule[] calldata rules,
        bytes calldata data,
        address account,
        address spender
    ) internal pure returns (bool) {
        for (uint256 i; i < rules.length; ++i) {
            ArgumentRule calldata rule = rules[i];
            uint256 offset = 4 + 32 * uint256(rule.word);
            if (data.length < offset + 32) return false;
            if (!_holds(rule, bytes32(data[offset:offset + 32]), account, spender)) return false;
        }
        return true;
    }

    function _holds(ArgumentRule calldata rule, bytes32 word, address account, address spender)
        private
        pure
        returns (bool)
    {
        if (rule.kind == ACCOUNT) return word == TokenCalls.wordOf(account);
        if (rule.kind == SPENDER) return word == TokenCalls.wordOf(spender);
        if (rule.kind == AT_MOST) return uint256(word) <= uint256(rule.values[0]);
        for (uint256 i; i < rule.values.length; ++i) {
            if (word == rule.values[i]) return true;
        }
        return false;
    }
}
