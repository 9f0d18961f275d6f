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

    /// @notice Returns true if a function gives standing rights, or moves assets that no allowance
    /// counts, on any contract.
    function neverAllowed(address target, bytes4 selector) internal pure returns (bool) {
        return target == PERMIT2 || _authorises(selector) || _moves(selector);
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

    /// @dev Lets others act for the caller, now or later.
    function _authorises(bytes4 selector) private pure returns (bool) {
        return selector == 0xa22cb465 // ERC-721, ERC-1155: setApprovalForAll(address,bool)
            || selector == 0x39509351 // increaseAllowance(address,uint256)
            || selector == 0xd73dd623 // increaseApproval(address,uint256)
            || selector == 0xdaea85c5 // approve(address)
            || selector == 0x571ac8b0 // approveMax(address)
            || selector == 0x3d140d21 // approve(address,bool)
            || selector == 0x5c17f9f4 // approve(address,uint256,bytes)
            || selector == 0x426a8493 // ERC-6909: approve(address,uint256,uint256)
            || selector == 0x3177029f // ERC-1363: approveAndCall(address,uint256)
            || selector == 0xcae9ca51 // ERC-1363: approveAndCall(address,uint256,bytes)
            || selector == 0xd505accf // ERC-2612: permit(address,address,uint256,uint256,uint8,...)
            || selector == 0x9fd5a6cf // permit(address,address,uint256,uint256,bytes)
            || selector == 0x8fcbaf0c // permit(address,address,uint256,uint256,bool,uint8,...)
            || selector == 0x87517c45 // Permit2: approve(address,address,uint160,uint48)
            || selector == 0x2b67b570 // Permit2: permit(address,PermitSingle,bytes)
            || selector == 0x2a2d80d1 // Permit2: permit(address,PermitBatch,bytes)
            || selector == 0x959b8c3f // ERC-777: authorizeOperator(address)
            || selector == 0x558a7297 // ERC-6909: setOperator(address,bool)
            || selector == 0xbc735d90 // setOperator(address,address,bool)
            || selector == 0x9870d7fe // addOperator(address)
            || selector == 0x6d44a3b2 // updateOperator(address,bool)
            || selector == 0x9f5c462a // setAccountOperator(address,address,bool)
            || selector == 0xfa6e671d // setRelayerApproval(address,address,bool)
            || selector == 0x0de54ba0 // setMinterApproval(address,bool)
            || selector == 0xeecea000 // setAuthorization(address,bool)
            || selector == 0x8069218f // setAuthorizationWithSig(Authorization,Signature)
            || selector == 0x110496e5 // allow(address,bool)
            || selector == 0xbb24d994 // allowBySig(address,address,bool,uint256,uint256,...)
            || selector == 0xa3b22fc4 // hope(address)
            || selector == 0x0b63fb62 // cdpAllow(uint256,address,uint256)
            || selector == 0xb68f4004 // urnAllow(address,uint256)
            || selector == 0xc04a8a10 // approveDelegation(address,uint256)
            || selector == 0x0b52d558 // delegationWithSig(address,address,uint256,uint256,...)
            || selector == 0x5c19a95c // delegate(address)
            || selector == 0x685ee3e8 // delegateForAll(address,bool)
            || selector == 0x30ff3140 // delegateAll(address,bytes32,bool)
            || selector == 0x4a994eef; // setDelegate(address,bool)
    }

    /// @dev Moves assets in ways that are not metered.
    function _moves(bytes4 selector) private pure returns (bool) {
        return selector == 0x095bcdb6 // ERC-6909: transfer(address,uint256,uint256)
            || selector == 0xfe99049a // ERC-6909: transferFrom(address,address,uint256,uint256)
            || selector == 0x42842e0e // ERC-721: safeTransferFrom(address,address,uint256)
            || selector == 0xb88d4fde // ERC-721: safeTransferFrom(address,address,uint256,bytes)
            || selector == 0xf242432a // ERC-1155: safeTransferFrom(...)
            || selector == 0x2eb2c2d6 // ERC-1155: safeBatchTransferFrom(...)
            || selector == 0x1296ee62 // ERC-1363: transferAndCall(address,uint256)
            || selector == 0x4000aea0 // ERC-677, ERC-1363: transferAndCall(address,uint256,bytes)
            || selector == 0xd8fbe994 // ERC-1363: transferFromAndCall(address,address,uint256)
            || selector == 0xc1d34b89 // ERC-1363: transferFromAndCall(...,bytes)
            || selector == 0x9bd9bbc6 // ERC-777: send(address,uint256,bytes)
            || selector == 0x62ad1b83 // ERC-777: operatorSend(...)
            || selector == 0xb753a98c // push(address,uint256)
            || selector == 0xbb35783b; // move(address,address,uint256)
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
