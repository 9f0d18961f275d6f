// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Acct} from "../Acct.sol";
import {Owners} from "../Owners.sol";

/// @notice A later version of the account, for rehearsals of upgrades: it adds a view, and a label
/// set by the account.
/// @dev A later version must keep the domain of signatures (heads are the same in all versions),
/// the existing storage, and all functions. New storage follows the old.
contract AcctSecond is Acct {
    struct StateSecond {
        Owners.State before;
        bytes32 label;
    }

    event Labelled(bytes32 label);

    constructor(address permissions) Acct(permissions) {}

    /// @notice The version of this code.
    function version() external pure returns (uint256) {
        return 2;
    }

    /// @notice Sets the account's label.
    function setLabel(bytes32 to) external onlyEntryPoint {
        _stateSecond().label = to;
        emit Labelled(to);
    }

    /// @notice The account's label, zero before one was set.
    function label() external view returns (bytes32) {
        return _stateSecond().label;
    }

    function _stateSecond() private pure returns (StateSecond storage state) {
        Owners.State storage first = _state();
        assembly ("memory-safe") {
            state.slot := first.slot
        }
    }
}
