// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Period} from "../../src/Period.sol";

/// @notice A time is in its period, by the contract's own library.
contract PeriodsTile {
    function tile(uint48 start, uint8 unit, uint8 multiplier, uint48 time) external pure {
        require(unit < Period.MONTH && multiplier != 0 && start <= time);
        (, uint256 from, uint256 to) = Period.find(start, unit, multiplier, time);
        assert(start <= from && from <= time);
        assert(time < to);
    }
}
