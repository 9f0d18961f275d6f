// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Reads token operations from call data before anything is called.
library TokenCalls {
    bytes4 internal constant TRANSFER = 0xa9059cbb; // transfer(address,uint256)
    bytes4 internal constant TRANSFER_FROM = 0x23b872dd; // transferFrom(address,address,uint256)
    bytes4 internal constant APPROVE = 0x095ea7b3; // approve(address,uint256)

    /// @dev Stands for a call without data; no call may start with it.
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
        // One to three bytes select nothing, yet reach a fallback function.
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

    /// @notice Returns true if a call gives standing rights or moves assets that no allowance
    /// counts.
    function neverAllowed(address target, bytes4 selector) internal pure returns (bool) {
        return target == PERMIT2
            || selector == 0xa22cb465 // ERC-721, ERC-1155: setApprovalForAll(address,bool)
            || selector == 0x39509351 // increaseAllowance(address,uint256)
            || selector == 0x3177029f // ERC-1363: approveAndCall(address,uint256)
            || selector == 0xcae9ca51 // ERC-1363: approveAndCall(address,uint256,bytes)
            || selector == 0x959b8c3f // ERC-777: authorizeOperator(address)
            || selector == 0x558a7297 // ERC-6909: setOperator(address,bool)
            || selector == 0x426a8493 // ERC-6909: approve(address,uint256,uint256)
            || selector == 0x095bcdb6 // ERC-6909: transfer(address,uint256,uint256)
            || selector == 0xfe99049a // ERC-6909: transferFrom(address,address,uint256,uint256)
            || selector == 0x87517c45 // Permit2: approve(address,address,uint160,uint48)
            || selector == 0x42842e0e // ERC-721: safeTransferFrom(address,address,uint256)
            || selector == 0xb88d4fde // ERC-721: safeTransferFrom(address,address,uint256,bytes)
            || selector == 0xf242432a // ERC-1155: safeTransferFrom(...)
            || selector == 0x2eb2c2d6; // ERC-1155: safeBatchTransferFrom(...)
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
