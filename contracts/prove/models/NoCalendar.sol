// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Stands in for Solady's dates, whose assembly the prover cannot read: what is proved is
/// proved of periods that need no dates.
library DateTimeLib {
    function diffMonths(uint256, uint256) internal pure returns (uint256) {
        revert();
    }

    function addMonths(uint256, uint256) internal pure returns (uint256) {
        revert();
    }
}
