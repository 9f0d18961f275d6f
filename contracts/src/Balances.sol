// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Reads balances of contracts that may be hostile, and distinguishes tokens from other
/// contracts.
library Balances {
    /// @dev ERC-7528's address of the chain's own currency.
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @dev Gas for one answer: several times the need of proxied and rebasing tokens.
    uint256 private constant GAS = 100_000;
    /// @dev Gas for the approval of an item, which is read from one or two slots.
    uint256 private constant ITEM_GAS = 30_000;

    error BalanceUnreadable(address token);
    /// @dev With less gas, a token could pass for a target that is not one.
    error TooLittleGas();

    /// @notice The balance of a token, or of the chain's own currency.
    function read(address token, address account) internal view returns (uint256 amount) {
        if (token == NATIVE) return account.balance;
        bool answered;
        (answered, amount) = ask(token, account);
        if (!answered) revert BalanceUnreadable(token);
    }

    /// @notice Requests a balance. Any contract that answers counts as a token.
    /// @dev A contract that uses up its gas may be a token, and is rejected.
    function ask(address target, address account)
        internal
        view
        returns (bool answered, uint256 amount)
    {
        if (target.code.length == 0) return (false, 0);
        uint256 before;
        uint256 left;
        assembly ("memory-safe") {
            mstore(0x00, shl(224, 0x70a08231)) // balanceOf(address)
            mstore(0x04, account)
            before := gas()
            answered := staticcall(GAS, target, 0x00, 0x24, 0x00, 0x20)
            left := gas()
            answered := and(answered, gt(returndatasize(), 0x1f))
            amount := mload(0x00)
        }
        if (answered) return (true, amount);
        if (before - before / 64 < GAS + 3000) revert TooLittleGas();
        if (before - left > GAS / 2) revert BalanceUnreadable(target);
        return (false, 0);
    }

    /// @notice Returns true if a token reports that a spender may take an item of it. Tokens with
    /// items as units (ERC-404) treat the number of an item as an amount, and a reset to 0 resets
    /// nothing.
    /// @dev Most tokens do not have the function. Some of them, such as WETH, then use up their
    /// gas. A caller that starves the answer has no gas left to continue.
    function mayTakeItem(address token, uint256 id, address spender)
        internal
        view
        returns (bool may)
    {
        assembly ("memory-safe") {
            mstore(0x00, shl(224, 0x081812fc)) // getApproved(uint256)
            mstore(0x04, id)
            let answered := staticcall(ITEM_GAS, token, 0x00, 0x24, 0x00, 0x20)
            may := and(and(answered, gt(returndatasize(), 0x1f)), eq(mload(0x00), spender))
        }
    }
}
