// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Owners} from "../Owners.sol";
import {AcctSecond} from "./AcctSecond.sol";

/// @notice Declares the account's state where the compiler describes storage. In the account itself
/// it starts at a namespaced slot (ERC-7201), which the compiler does not report.
contract StateLayout {
    Owners.State private state;
}

/// @notice Declares the state of the version with which upgrades are rehearsed.
contract StateLayoutSecond {
    AcctSecond.StateSecond private state;
}
