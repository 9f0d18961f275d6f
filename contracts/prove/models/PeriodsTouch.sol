// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Period} from "../../src/Period.sol";

/// @notice The first second after a period is the first of the next one, by the contract's own
/// library.
contract PeriodsTouch {
    function touch(uint48 start, uint8 unit, uint8 multiplier, uint48 time) external pure {
        require(unit < Period.MONTH && multiplier != 0 && start <= time);
        (uint256 index,, uint256 to) = Period.find(start, unit, multiplier, time);
        (uint256 next, uint256 from,) = Period.find(start, unit, multiplier, to);
        // Three assertions, which are easier for the prover than one.
        assert(next >= index + 1);
        assert(next <= index + 1);
        if (next == index + 1) assert(from == to);
    }
}
