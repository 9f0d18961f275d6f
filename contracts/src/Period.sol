// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {DateTimeLib} from "solady/src/utils/DateTimeLib.sol";

/// @notice The periods of an allowance, counted from the start of its permission.
/// @dev Months and years follow the calendar (UTC). Each boundary is computed from the start and
/// not from the boundary before it: a period that starts on the 31st returns to the 31st after a
/// short month.
library Period {
    uint8 internal constant MONTH = 4;
    uint8 internal constant YEAR = 5;
    uint8 internal constant FOREVER = 6;

    /// @notice The period that contains `time`; `time` must not be before `start`.
    /// @param unit 0 minute, 1 hour, 2 day, 3 week, 4 month, 5 year, 6 forever.
    /// @param multiplier Units per period, at least 1.
    /// @return index 0 for the period that starts at `start`.
    /// @return from Its first second.
    /// @return to The first second after it.
    function find(uint256 start, uint8 unit, uint8 multiplier, uint256 time)
        internal
        pure
        returns (uint256 index, uint256 from, uint256 to)
    {
        if (unit == FOREVER) return (0, start, type(uint256).max);
        if (unit < MONTH) {
            uint256 length = _seconds(unit) * multiplier;
            index = (time - start) / length;
            from = start + index * length;
            return (index, from, from + length);
        }
        uint256 months = unit == YEAR ? 12 * uint256(multiplier) : multiplier;
        index = DateTimeLib.diffMonths(start, time) / months;
        from = DateTimeLib.addMonths(start, index * months);
        // The boundary is in this month, but later than now.
        if (from > time) from = DateTimeLib.addMonths(start, --index * months);
        to = DateTimeLib.addMonths(start, (index + 1) * months);
    }

    function _seconds(uint8 unit) private pure returns (uint256) {
        if (unit == 0) return 1 minutes;
        if (unit == 1) return 1 hours;
        if (unit == 2) return 1 days;
        return 1 weeks;
    }
}
