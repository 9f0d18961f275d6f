// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";

import {Acct} from "../src/Acct.sol";
import {AcctFactory} from "../src/AcctFactory.sol";
import {ENTRY_POINT, vm} from "./Vm.sol";

/// @notice Calls an account in every way but owner changes, as any caller and as the EntryPoint.
contract Meddler {
    Acct private account;

    constructor(Acct account_) {
        account = account_;
    }

    function anybody(address sender, bytes calldata data) external {
        vm.assume(sender != ENTRY_POINT && sender != address(account));
        vm.prank(sender);
        (bool success,) = address(account).call(data);
        success;
    }

    function selector(address sender, uint8 which, bytes calldata rest) external {
        vm.assume(sender != ENTRY_POINT && sender != address(account));
        bytes4[9] memory selectors = [
            Acct.initialize.selector,
            Acct.addOwnerAddress.selector,
            Acct.addOwnerPublicKey.selector,
            Acct.removeOwnerAtIndex.selector,
            Acct.applyOwnerChanges.selector,
            Acct.enablePermissions.selector,
            Acct.executeFromPermission.selector,
            account.upgradeToAndCall.selector,
            account.validateUserOp.selector
        ];
        vm.prank(sender);
        (bool success,) = address(account).call(abi.encodePacked(selectors[which % 9], rest));
        success;
    }

    function adds(address sender, address owner) external {
        vm.assume(sender != ENTRY_POINT && sender != address(account));
        vm.prank(sender);
        try account.addOwnerAddress(owner) {} catch {}
    }

    /// @notice A batch of the owner's: it reaches anything but owner changes.
    function batch(address target, uint8 mode, bytes calldata data) external {
        bytes memory inner = mode % 3 == 0
            ? abi.encodeCall(Acct.addOwnerAddress, (address(this)))
            : mode % 3 == 1 ? abi.encodeCall(account.upgradeToAndCall, (address(this), "")) : data;
        BaseAccount.Call[] memory calls = new BaseAccount.Call[](1);
        calls[0] = BaseAccount.Call(mode % 2 == 0 ? address(account) : target, 0, inner);
        vm.assume(calls[0].target != address(vm));
        vm.prank(ENTRY_POINT);
        try account.executeBatch(calls) {} catch {}
        vm.prank(ENTRY_POINT);
        try account.execute(calls[0].target, 0, inner) {} catch {}
    }
}

/// @notice Owners, implementation and sequence are unchanged by anything but owner changes.
contract OwnersInvariant {
    Acct private account;
    Meddler private meddler;
    bytes32 private implementation;

    function setUp() external {
        AcctFactory factory = new AcctFactory(address(new Acct()));
        (uint256 x, uint256 y) = vm.publicKeyP256(7);
        bytes[] memory owners = new bytes[](2);
        owners[0] = abi.encode(x, y);
        owners[1] = abi.encode(address(0xbeef));
        account = Acct(factory.createAccount(owners, 0));
        meddler = new Meddler(account);
        implementation = _implementation();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(meddler);
    }

    function invariant_ownersStay() external view {
        (uint256 x, uint256 y) = vm.publicKeyP256(7);
        require(account.nextOwnerIndex() == 2 && account.ownerCount() == 2, "count");
        require(keccak256(account.ownerAtIndex(0)) == keccak256(abi.encode(x, y)), "first");
        require(
            keccak256(account.ownerAtIndex(1)) == keccak256(abi.encode(address(0xbeef))), "second"
        );
        require(account.ownerChangeSequence() == 0, "sequence");
        require(account.permissionManager() == address(0), "permissions");
        require(_implementation() == implementation, "implementation");
    }

    function _implementation() private view returns (bytes32) {
        return vm.load(
            address(account), 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc
        );
    }
}
