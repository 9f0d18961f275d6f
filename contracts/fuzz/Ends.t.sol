// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {PackedUserOperation} from
    "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";

import {Acct} from "../src/Acct.sol";
import {AcctFactory} from "../src/AcctFactory.sol";
import {Permission, SpendPermission} from "../src/Permission.sol";
import {Permissions} from "../src/Permissions.sol";
import {bound, ENTRY_POINT, vm} from "./Vm.sol";

/// @notice An owner who grants, revokes and disables, and the spender of all permissions.
contract Granter {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    Acct private immutable account;
    Permissions private immutable permissions;

    bytes[] private granted;
    /// @dev By the position of a grant: the number of epochs before it, and whether it was revoked.
    uint256[] private epochs;
    bool[] private revoked;

    uint256 private time = block.timestamp;
    uint256 private epoch;
    /// @notice Last second in which the permission contract may act, according to the grants.
    uint256 public end;
    uint256 public uses;
    string public wrong;

    constructor(Acct account_, Permissions permissions_) {
        (account, permissions) = (account_, permissions_);
    }

    function pass(uint24 length) external {
        time += length % 5 days;
        vm.warp(time);
    }

    function grant(uint256 salt, uint24 length, uint8 allowance) external {
        vm.warp(time);
        Permission memory permission;
        permission.account = address(account);
        permission.spender = address(this);
        permission.start = uint48(time - 1);
        permission.end = uint48(time + bound(length, 0, 12 days));
        permission.salt = uint256(permissions.epochOf(address(account))) << 192 | salt % 16;
        permission.spends = new SpendPermission[](1);
        permission.spends[0] = SpendPermission(NATIVE, 1 + uint160(allowance), 2, 1);
        PackedUserOperation memory operation;
        operation.callData = abi.encodePacked(
            Acct.executeUserOp.selector, abi.encodeCall(permissions.approve, (permission))
        );
        operation.signature = hex"0100";
        vm.prank(ENTRY_POINT);
        try account.executeUserOp(operation, 0) {
            granted.push(abi.encode(permission));
            epochs.push(epoch);
            revoked.push(false);
            if (permission.end > end) end = permission.end;
            _use(granted.length - 1);
        } catch {}
    }

    function use(uint256 seed) external {
        vm.warp(time);
        if (granted.length == 0) return;
        // Mostly the latest ones: the others have ended.
        _use(seed % 4 == 0 ? seed % granted.length : granted.length - 1);
    }

    function _use(uint256 i) private {
        Permission memory permission = abi.decode(granted[i], (Permission));
        BaseAccount.Call[] memory calls = new BaseAccount.Call[](1);
        calls[0] = BaseAccount.Call(address(1), 1, "");
        try permissions.execute(permission, calls) {
            uses += 1;
            if (time > permission.end) wrong = "used after its end";
            if (time > end) wrong = "used after the end of all";
            if (epochs[i] != epoch) wrong = "used after all were revoked";
            if (revoked[i]) wrong = "used after it was revoked";
        } catch {}
    }

    function revoke(uint256 seed) external {
        if (granted.length == 0) return;
        uint256 i = seed % granted.length;
        _execute(
            abi.encodeCall(
                permissions.revoke, (permissions.getId(abi.decode(granted[i], (Permission))))
            )
        );
        // The same permission may have been granted more than once.
        for (uint256 other; other < granted.length; ++other) {
            if (keccak256(granted[other]) == keccak256(granted[i])) revoked[other] = true;
        }
    }

    function revokeAll(uint8 rarely) external {
        if (rarely % 4 != 0) return;
        _execute(abi.encodeCall(permissions.revokeAll, ()));
        (end, epoch) = (0, epoch + 1);
    }

    function disable(uint8 rarely) external {
        if (rarely % 4 != 0) return;
        vm.warp(time);
        vm.prank(ENTRY_POINT);
        account.disablePermissions();
        (end, epoch) = (0, epoch + 1);
    }

    /// @notice Anyone tries to extend the permission contract's time.
    function extend(address sender, uint48 to) external {
        vm.warp(time);
        if (sender == address(permissions)) return;
        vm.prank(sender);
        try account.setPermissionsEnd(to) {
            wrong = "extended by another";
        } catch {}
    }

    /// @notice A faulty permission contract calls anything. After the end it cannot.
    function fault(uint48 to) external {
        vm.warp(time);
        vm.prank(address(permissions));
        try account.executeFromPermission(0, BaseAccount.Call(address(1), 1, "")) {
            if (time > end) wrong = "acted after the end of all grants";
        } catch {
            if (time <= end) wrong = "refused before the end of a grant";
        }
        if (time <= end) return;
        vm.prank(address(permissions));
        try account.setPermissionsEnd(to) {
            wrong = "extended after the end";
        } catch {}
    }

    function _execute(bytes memory data) private {
        vm.warp(time);
        vm.prank(ENTRY_POINT);
        account.execute(address(permissions), 0, data);
    }
}

/// @notice The permission contract can act only until the last grant ends.
contract EndsInvariant {
    Acct private account;
    Granter private granter;
    Permissions private permissions;

    function setUp() external {
        vm.warp(1_706_745_599);
        bytes[] memory owners = new bytes[](1);
        owners[0] = abi.encode(address(0xbeef));
        permissions = new Permissions();
        Acct code = new Acct(address(permissions));
        account = Acct(new AcctFactory(address(code)).createAccount(owners, 0));
        vm.deal(address(account), 1e12);
        granter = new Granter(account, permissions);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(granter);
    }

    function afterInvariant() external view {
        require(granter.uses() > 0, "no uses");
    }

    function invariant_noGrantOutlivesItsEnd() external view {
        require(bytes(granter.wrong()).length == 0, granter.wrong());
        address manager = block.timestamp > granter.end() ? address(0) : address(permissions);
        require(account.permissionManager() == manager, "manager");
    }
}
