// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Performs a test's calls: the hostile target, spender or router of attack tests.
contract Puppet {
    struct Act {
        address target;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function run(Act[] calldata acts) external payable {
        _run(acts);
    }

    /// @notice Runs the acts under another selector.
    function claim(Act[] calldata acts) external payable {
        _run(acts);
    }

    function _run(Act[] calldata acts) private {
        for (uint256 i; i < acts.length; ++i) {
            (bool success, bytes memory result) =
                acts[i].target.call{value: acts[i].value}(acts[i].data);
            if (!success) {
                assembly ("memory-safe") {
                    revert(add(result, 0x20), mload(result))
                }
            }
        }
    }
}
