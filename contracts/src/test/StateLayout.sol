// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Owners} from "../Owners.sol";
import {AcctSecond} from "./AcctSecond.sol";

/// @notice Holds the account's state where the compiler describes storage: in the account itself it
/// starts at a slot of its own (ERC-7201), of which the compiler knows nothing.
contract StateLayout {
    Owners.State private state;
}

/// @notice The same of the version with which upgrades are rehearsed.
contract StateLayoutSecond {
    AcctSecond.StateSecond private state;
}
