// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";

import {Acct} from "../src/Acct.sol";
import {AcctFactory} from "../src/AcctFactory.sol";
import {Permissions} from "../src/Permissions.sol";
import {Bound} from "../src/Bounds.sol";
import {Kind, Owner, OwnerChange, Recovery} from "../src/OwnerChange.sol";
import {Owners} from "../src/Owners.sol";
import {bound, ENTRY_POINT, vm} from "./Vm.sol";

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
        bytes4[13] memory selectors = [
            Acct.initialize.selector,
            account.applyOwnerChange.selector,
            account.applyOwnerChanges.selector,
            account.startRecovery.selector,
            account.finishRecovery.selector,
            account.vetoRecovery.selector,
            Acct.executeBounded.selector,
            Acct.disablePermissions.selector,
            Acct.setPermissionsEnd.selector,
            Acct.executeFromPermission.selector,
            Acct.executeUserOp.selector,
            account.upgradeToAndCall.selector,
            account.validateUserOp.selector
        ];
        vm.prank(sender);
        (bool success,) = address(account).call(abi.encodePacked(selectors[which % 13], rest));
        success;
    }

    /// @notice A change to owners of the sender's choice, with any signature.
    function changes(address sender, address owner, bytes calldata signature) external {
        vm.assume(sender != address(account));
        OwnerChange memory change;
        change.from = new bytes32[](1);
        change.owners = new Owner[](1);
        change.owners[0] = Owner(2, Kind.Full, bytes32(uint256(uint160(owner))), 0);
        (change.next, change.delay) = (3, 3 days);
        vm.prank(sender);
        try account.applyOwnerChange(change, signature) {} catch {}
    }

    /// @notice A batch of the owner's: it reaches anything but the account's own functions.
    function batch(address target, uint8 mode, bytes calldata data) external {
        bytes memory inner = mode % 3 == 0
            ? abi.encodeCall(Acct.disablePermissions, ())
            : mode % 3 == 1 ? abi.encodeCall(account.upgradeToAndCall, (address(this), "")) : data;
        BaseAccount.Call[] memory calls = new BaseAccount.Call[](1);
        calls[0] = BaseAccount.Call(mode % 2 == 0 ? address(account) : target, 0, inner);
        vm.assume(calls[0].target != address(vm));
        vm.prank(ENTRY_POINT);
        try account.executeBatch(calls) {} catch {}
        vm.prank(ENTRY_POINT);
        try account.execute(calls[0].target, 0, inner) {} catch {}
        vm.prank(ENTRY_POINT);
        try account.executeBounded(calls, new Bound[](0)) {} catch {}
    }
}

/// @notice Owners, head and code are unchanged by anything but signed changes.
contract OwnersInvariant {
    Acct private account;
    Meddler private meddler;
    bytes32 private implementation;

    function setUp() external {
        AcctFactory factory = new AcctFactory(address(new Acct(address(new Permissions()))));
        (uint256 x, uint256 y) = vm.publicKeyP256(7);
        bytes[] memory owners = new bytes[](2);
        owners[0] = abi.encode(x, y);
        owners[1] = abi.encode(address(0xbeef));
        account = Acct(factory.createAccount(owners, 0));
        meddler = new Meddler(account);
        implementation = _implementation(account);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(meddler);
    }

    function invariant_ownersStay() external view {
        (uint256 x, uint256 y) = vm.publicKeyP256(7);
        (bytes32 head, uint256 generation,, bytes32[] memory words) = account.ownerState();
        require(head == 0 && generation == 0 && words.length == 2, "head");
        require(words[0] == keccak256(abi.encode(x, y)), "first");
        require(words[1] == bytes32(uint256(0xbeef)), "second");
        require(account.permissionManager() == address(0), "permissions");
        require(_implementation(account) == implementation, "implementation");
    }
}

/// @notice Answers as the EntryPoint about the nonces of an account.
contract Nonces {
    uint256 private immutable used;

    constructor(uint256 used_) {
        used = used_;
    }

    function getNonce(address, uint192 key) external view returns (uint256) {
        return uint256(key) << 64 | (key == 7 ? used : 0);
    }
}

/// @notice Has the keys of two of three recovery owners, and less time than the delay.
contract Thief {
    Acct private immutable account;
    bytes32 private immutable head;
    uint256 private immutable end;
    uint256 private time = block.timestamp;
    uint256 public started;

    constructor(Acct account_, uint256 delay) {
        (account, end) = (account_, block.timestamp + delay);
        head = account_.ownerHead();
    }

    function pass(uint24 seconds_) external {
        if (time + seconds_ < end) time += seconds_;
        vm.warp(time);
    }

    function start(uint8 which, uint256 salt, uint8 owners) external {
        vm.warp(time);
        Recovery memory recovery = _recovery(salt, owners);
        bytes memory signature = _sign(which, account.recoveryHash(recovery));
        try account.startRecovery(recovery, signature) {
            started += 1;
        } catch {}
    }

    function finish(uint256 salt, uint8 owners) external {
        vm.warp(time);
        try account.finishRecovery(_recovery(salt, owners)) {} catch {}
    }

    function change(uint8 which, uint256 salt, uint8 owners, uint256 delay) external {
        Recovery memory recovery = _recovery(salt, owners);
        OwnerChange memory change_ = OwnerChange(
            recovery.from, recovery.owners, recovery.next, bound(delay, 1 days, 30 days)
        );
        bytes memory signature = _sign(which, account.ownerChangeHash(change_));
        try account.applyOwnerChange(change_, signature) {} catch {}
    }

    function _recovery(uint256 salt, uint8 owners)
        private
        view
        returns (Recovery memory recovery)
    {
        recovery.from = new bytes32[](1);
        recovery.from[0] = head;
        recovery.owners = new Owner[](1 + owners % 2);
        for (uint256 i; i < recovery.owners.length; ++i) {
            bytes32 x = bytes32(uint256(uint160(vm.addr(11 + i))));
            recovery.owners[i] = Owner(1 + i, Kind.Full, x, 0);
        }
        (recovery.next, recovery.salt) = (4, salt % 8);
    }

    function _sign(uint8 which, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(11 + which % 2, digest);
        return abi.encodePacked(uint8(1), 1 + which % 2, r, s, v);
    }
}

/// @notice Recovery keys alone change nothing within the delay, and stop no other recovery.
abstract contract Recoveries {
    Acct private account;
    Thief private thief;
    bytes32 private head;
    Recovery private other;

    /// @dev Operations that the account ran, and the seconds that a recovery then waits.
    function _expected() internal pure virtual returns (uint256 operations, uint256 delay);

    function setUp() external {
        vm.warp(1_706_745_599);
        (uint256 operations, uint256 delay) = _expected();
        vm.etch(ENTRY_POINT, address(new Nonces(operations)).code);
        AcctFactory factory = new AcctFactory(address(new Acct(address(new Permissions()))));
        bytes[] memory owners = new bytes[](1);
        owners[0] = abi.encode(vm.addr(10));
        account = Acct(factory.createAccount(owners, 0));
        OwnerChange memory change;
        change.from = new bytes32[](1);
        change.owners = new Owner[](4);
        for (uint256 i; i < 4; ++i) {
            bytes32 x = bytes32(uint256(uint160(vm.addr(10 + i))));
            change.owners[i] = Owner(i, i == 0 ? Kind.Full : Kind.Recovery, x, 0);
        }
        (change.next, change.delay) = (4, 3 days);
        head = account.ownerChangeHash(change);
        account.applyOwnerChange(change, _sign(0, head));

        other.from.push(head);
        other.owners.push(Owner(0, Kind.Full, bytes32(uint256(0xbeef)), 0));
        other.next = 4;
        account.startRecovery(other, _sign(3, account.recoveryHash(other)));
        thief = new Thief(account, delay);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(thief);
    }

    function afterInvariant() external {
        require(thief.started() > 0, "nothing started");
        (, uint256 delay) = _expected();
        vm.warp(1_706_745_599 + delay);
        account.finishRecovery(other);
        require(account.ownerHead() == account.recoveryHash(other), "the other recovery");
    }

    function invariant_nothingChanges() external view {
        (bytes32 current, uint256 generation, uint256 delay, bytes32[] memory words) =
            account.ownerState();
        require(current == head && generation == 0 && delay == 3 days, "head");
        require(words.length == 4 && address(uint160(uint256(words[0]))) == vm.addr(10), "owner");
    }

    function invariant_noRecoveryIsDisplaced() external view {
        Owners.Pending[] memory waiting = account.pendingRecoveries();
        require(waiting[0].recovery == account.recoveryHash(other), "the other recovery");
        (, uint256 delay) = _expected();
        require(waiting[0].readyAt == 1_706_745_599 + delay, "delay");
        uint256[4] memory counts;
        for (uint256 i; i < waiting.length; ++i) {
            counts[waiting[i].index] += 1;
        }
        require(counts[1] <= 4 && counts[2] <= 4 && counts[3] == 1, "counts");
    }

    function _sign(uint8 index, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(10 + uint256(index), digest);
        return abi.encodePacked(uint8(1), index, r, s, v);
    }
}

/// @notice On a chain where the account is used, a recovery waits for the delay of the owners.
contract RecoveryInvariant is Recoveries {
    function _expected() internal pure override returns (uint256, uint256) {
        return (1, 3 days);
    }
}

/// @notice On a chain where the account ran no operation, a recovery waits for 30 days.
contract UnusedRecoveryInvariant is Recoveries {
    function _expected() internal pure override returns (uint256, uint256) {
        return (0, 30 days);
    }
}

function _implementation(Acct account) view returns (bytes32) {
    return vm.load(
        address(account), 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc
    );
}
