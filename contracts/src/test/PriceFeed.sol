// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A price that a test sets, in the form of Chainlink's feeds.
contract PriceFeed {
    uint8 public decimals;
    int256 private answer;
    uint256 private updatedAt;

    function set(uint8 decimals_, int256 answer_, uint256 updatedAt_) external {
        decimals = decimals_;
        answer = answer_;
        updatedAt = updatedAt_;
    }

    function latestRoundData()
        external
        view
        returns (uint80, int256, uint256, uint256, uint80)
    {
        return (1, answer, updatedAt, updatedAt, 1);
    }
}
