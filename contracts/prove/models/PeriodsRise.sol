// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Period} from "../../src/Period.sol";

/// @notice A later time is in no earlier period, by the contract's own library.
contract PeriodsRise {
    function rise(uint48 start, uint8 unit, uint8 multiplier, uint48 time, uint48 later)
        external
        pure
    {
        require(unit < Period.MONTH && multiplier != 0 && start <= time && time <= later);
        (uint256 index,,) = Period.find(start, unit, multiplier, time);
        (uint256 last,,) = Period.find(start, unit, multiplier, later);
        assert(index <= last);
    }
}
