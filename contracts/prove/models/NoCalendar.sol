// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Replaces Solady's dates, because the prover cannot read their assembly: the proof covers
/// periods that need no dates.
library DateTimeLib {
    function diffMonths(uint256, uint256) internal pure returns (uint256) {
        revert();
    }

    function addMonths(uint256, uint256) internal pure returns (uint256) {
        revert();
    }
}
