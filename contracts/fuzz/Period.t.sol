// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Period} from "../src/Period.sol";
import {bound} from "./Vm.sol";

/// @notice Periods follow one another without gap or overlap.
contract PeriodFuzz {
    /// forge-config: default.fuzz.runs = 20000
    function testFuzz_everySecondHasOnePeriod(
        uint40 start,
        uint8 unit,
        uint8 multiplier,
        uint40 offset
    ) external pure {
        unit = uint8(bound(unit, 0, 5));
        multiplier = uint8(bound(multiplier, 1, 255));
        uint256 time = uint256(start) + offset;
        (uint256 index, uint256 from, uint256 to) = Period.find(start, unit, multiplier, time);
        require(from <= time && time < to, "outside");
        require(from >= start, "before the start");
        (uint256 next, uint256 begin,) = Period.find(start, unit, multiplier, to);
        require(next == index + 1 && begin == to, "gap after");
        if (index > 0) {
            (uint256 last,, uint256 end) = Period.find(start, unit, multiplier, from - 1);
            require(last + 1 == index && end == from, "gap before");
        } else {
            require(from == start, "first");
        }
    }
}
