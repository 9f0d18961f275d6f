// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Stores the operator's funds and refills the deposits of paymasters at a daily rate, so
/// that a leaked signer's key costs only deposit and rate.
/// @dev Paymasters may neither count nor read the time in validation, so the limit is here.
contract Vault is Ownable2Step {
    /// @dev A bucket of at most one day's rate: the rest after a refill stays available.
    struct Rule {
        /// @dev Wei per day.
        uint96 rate;
        /// @dev Wei of the deposit above which it is not refilled.
        uint96 ceiling;
        /// @dev Time of `credit`.
        uint64 updated;
        /// @dev Wei that were available then.
        uint96 credit;
    }

    event RuleChanged(address indexed paymaster, uint256 rate, uint256 ceiling);
    event Refilled(address indexed paymaster, uint256 amount);
    event Withdrawn(address indexed to, uint256 amount);

    error NothingToRefill(address paymaster);
    error OwnerNeeded();

    IEntryPoint private constant ENTRY_POINT =
        IEntryPoint(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);

    mapping(address paymaster => Rule) private _rules;

    constructor(address owner) Ownable(owner) {}

    receive() external payable {}

    /// @notice Sets a paymaster's daily rate and ceiling in wei; a rate of 0 ends refills. One
    /// day's rate is available immediately.
    function setRule(address paymaster, uint96 rate, uint96 ceiling) external onlyOwner {
        _rules[paymaster] =
            Rule({rate: rate, ceiling: ceiling, updated: uint64(block.timestamp), credit: rate});
        emit RuleChanged(paymaster, rate, ceiling);
    }

    /// @notice Withdraws wei that are not in a paymaster's deposit.
    function withdraw(address payable to, uint256 amount) external onlyOwner {
        emit Withdrawn(to, amount);
        Address.sendValue(to, amount);
    }

    /// @notice Moves the refillable amount into the paymaster's deposit. Anyone may call it.
    /// @return amount Wei that were moved.
    function refill(address paymaster) external returns (uint256 amount) {
        Rule storage rule = _rules[paymaster];
        uint256 credit = _credit(rule);
        amount = _refillable(rule, paymaster, credit);
        if (amount == 0) revert NothingToRefill(paymaster);
        // Stored before the call. Rounding loses less than a wei, and never adds one.
        rule.updated = uint64(block.timestamp);
        rule.credit = uint96(credit - amount);
        emit Refilled(paymaster, amount);
        ENTRY_POINT.depositTo{value: amount}(paymaster);
    }

    /// @notice Wei that a refill would move now.
    function refillable(address paymaster) external view returns (uint256) {
        Rule storage rule = _rules[paymaster];
        return _refillable(rule, paymaster, _credit(rule));
    }

    /// @notice A paymaster's daily rate and ceiling in wei.
    /// @return rate Wei per day.
    /// @return ceiling Wei of the deposit above which it is not refilled.
    function ruleOf(address paymaster) external view returns (uint256 rate, uint256 ceiling) {
        Rule storage rule = _rules[paymaster];
        return (rule.rate, rule.ceiling);
    }

    /// @notice Always reverts.
    /// @dev Without an owner, the funds could only leave as fees.
    function renounceOwnership() public pure override {
        revert OwnerNeeded();
    }

    /// @dev Wei in the bucket now.
    function _credit(Rule storage rule) private view returns (uint256) {
        uint256 grown = uint256(rule.rate) * (block.timestamp - rule.updated) / 1 days;
        return Math.min(rule.credit + grown, rule.rate);
    }

    /// @dev During a bundle the deposit lacks the amounts that its operations may still refund. A
    /// refill at that time can exceed the ceiling by that amount, but never the rate.
    function _refillable(Rule storage rule, address paymaster, uint256 credit)
        private
        view
        returns (uint256)
    {
        uint256 missing = Math.saturatingSub(rule.ceiling, ENTRY_POINT.balanceOf(paymaster));
        return Math.min(Math.min(credit, missing), address(this).balance);
    }
}
