// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {DeniedFunctions} from "./DeniedFunctions.sol";

/// @notice Reads token operations from call data before anything is called.
library TokenCalls {
    bytes4 internal constant TRANSFER = 0xa9059cbb; // transfer(address,uint256)
    bytes4 internal constant TRANSFER_FROM = 0x23b872dd; // transferFrom(address,address,uint256)
    bytes4 internal constant APPROVE = 0x095ea7b3; // approve(address,uint256)

    /// @dev Represents a call without data; no call may start with it.
    bytes4 internal constant EMPTY = 0xe0e0e0e0;

    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    error MalformedCall(uint256 index);

    /// @notice The selector of a call, `EMPTY` for none.
    function selectorOf(bytes calldata data, uint256 index)
        internal
        pure
        returns (bytes4 selector)
    {
        if (data.length == 0) return EMPTY;
        selector = bytes4(data);
        // One to three bytes select no function, but reach a fallback function.
        if (data.length < 4 || selector == EMPTY) revert MalformedCall(index);
    }

    /// @notice The amount that a call to a token moves or lets another move; zero for other calls.
    function amountOf(bytes4 selector, bytes calldata data, uint256 index)
        internal
        pure
        returns (uint256)
    {
        if (selector == TRANSFER || selector == APPROVE) return _word(data, 36, index);
        // The tokens' owner does not matter: tokens that others let the account move are not the
        // spender's.
        if (selector == TRANSFER_FROM) return _word(data, 68, index);
        return 0;
    }

    /// @notice The spender that an `approve` approves.
    function approvedBy(bytes calldata data) internal pure returns (address) {
        return address(uint160(uint256(bytes32(data[4:36]))));
    }

    /// @notice Returns true if a call moves ERC-20 tokens of its target, so that the target needs
    /// an allowance.
    function movesTarget(bytes4 selector) internal pure returns (bool) {
        return selector == TRANSFER || selector == TRANSFER_FROM || selector == APPROVE;
    }

    /// @notice Returns true if no permission can include a function, for any contract.
    function neverAllowed(address target, bytes4 selector) internal pure returns (bool) {
        return target == PERMIT2 || DeniedFunctions.includes(selector);
    }

    /// @notice Returns true if a call of a token pays no one but the account.
    function paysAccount(bytes4 selector, bytes calldata data, address account)
        internal
        pure
        returns (bool)
    {
        if (!isForAccount(selector)) return false;
        (uint256 first, uint256 last) = _receivers(selector);
        for (uint256 i = first; i <= last; ++i) {
            uint256 offset = 4 + 32 * i;
            if (data.length < offset + 32) return false;
            if (bytes32(data[offset:offset + 32]) != wordOf(account)) return false;
        }
        return true;
    }

    /// @notice Returns true if a function of a token can be called for the account alone.
    function isForAccount(bytes4 selector) internal pure returns (bool) {
        (uint256 first, uint256 last) = _receivers(selector);
        return first <= last || selector == EMPTY // receive(), which wraps
            || selector == 0x1249c58b // mint()
            || selector == 0xa0712d68 // mint(uint256)
            || selector == 0xd0e30db0 // deposit()
            || selector == 0xb6b55f25 // deposit(uint256)
            || selector == 0x2e1a7d4d // withdraw(uint256)
            || selector == 0xdb006a75 // redeem(uint256)
            || selector == 0xea598cb0 // wrap(uint256)
            || selector == 0xde0e9a3e // unwrap(uint256)
            || selector == 0xa694fc3a // stake(uint256)
            || selector == 0xefef39a1 // purchase(uint256)
            || selector == 0x4e71d92d // claim()
            || selector == 0x3d18b912; // getReward()
    }

    /// @notice An address as a word of call data.
    function wordOf(address value) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(value)));
    }

    /// @dev First and last argument that must be the account; the last before the first for none.
    function _receivers(bytes4 selector) private pure returns (uint256 first, uint256 last) {
        if (
            selector == 0x6a627842 // mint(address)
                || selector == 0x40c10f19 // mint(address,uint256)
                || selector == 0x40d097c3 // safeMint(address)
                || selector == 0xa1448194 // safeMint(address,uint256)
                || selector == 0x1e83409a // claim(address)
        ) return (0, 0);
        if (
            selector == 0x94bf804d // ERC-4626: mint(uint256,address)
                || selector == 0x6e553f65 // ERC-4626: deposit(uint256,address)
        ) return (1, 1);
        if (
            selector == 0xb460af94 // ERC-4626: withdraw(uint256,address,address)
                || selector == 0xba087652 // ERC-4626: redeem(uint256,address,address)
        ) return (1, 2);
        return (1, 0);
    }

    function _word(bytes calldata data, uint256 offset, uint256 index)
        private
        pure
        returns (uint256)
    {
        if (data.length < offset + 32) revert MalformedCall(index);
        return uint256(bytes32(data[offset:offset + 32]));
    }
}
