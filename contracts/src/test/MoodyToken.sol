// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token with a permit that fails in a configurable way. It can call back during a
/// transfer.
contract MoodyToken is ERC20("Moody", "MOOD") {
    enum Mood {
        Reason,
        Panic,
        CustomError,
        Silent,
        Quiet
    }

    error NotToday(uint256 code);

    Mood public mood;
    address public target;
    bytes public call;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setMood(Mood value) external {
        mood = value;
    }

    /// @notice Makes the next transfers call a contract first.
    function callBack(address to, bytes calldata data) external {
        (target, call) = (to, data);
    }

    /// @notice Fails by its mood; `Quiet` approves nothing without an error.
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external view {
        if (mood == Mood.Reason) revert("not today");
        if (mood == Mood.Panic) assert(false);
        if (mood == Mood.CustomError) revert NotToday(7);
        if (mood == Mood.Silent) {
            assembly {
                revert(0, 0)
            }
        }
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (target != address(0) && from != address(0)) {
            (bool success, bytes memory data) = target.call(call);
            if (!success) {
                assembly {
                    revert(add(data, 32), mload(data))
                }
            }
        }
        super._update(from, to, amount);
    }
}
