// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Mirrors `Permissions._charge` for one allowance of one permission.
/// @dev Periods do not decrease, like time; `amount` is the measured amount that the execution
/// moved. A period's number fits in 64 bits, because it is below the time.
contract Spending {
    uint256 private immutable allowance;
    uint256 public period;
    uint256 public spent;

    /// @dev The last charged period, any period, and the sum of all amounts charged in it.
    uint256 private last;
    uint256 private immutable any;
    uint256 private total;

    constructor(uint160 allowance_, uint256 any_) {
        (allowance, any) = (allowance_, any_);
    }

    function charge(uint256 period_, uint256 amount) external {
        require(period_ >= last);
        last = period_;
        if (amount == 0) return;
        uint256 spent_ = period == period_ ? spent : 0;
        uint256 left = allowance - spent_;
        require(amount <= left);
        (period, spent) = (period_, spent_ + amount);
        if (period_ == any) total += amount;
    }

    function claim() external view {
        assert(spent <= type(uint160).max);
        assert(total <= allowance);
    }
}
