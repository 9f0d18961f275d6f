// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Period} from "../Period.sol";

/// @notice Exposes the periods of permissions to tests.
contract Periods {
    function periodAt(uint48 start, uint8 unit, uint8 multiplier, uint48 time)
        external
        pure
        returns (uint256 index, uint256 from, uint256 to)
    {
        return Period.find(start, unit, multiplier, time);
    }
}
