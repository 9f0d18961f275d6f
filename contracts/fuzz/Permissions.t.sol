// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {PackedUserOperation} from
    "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";

import {Acct} from "../src/Acct.sol";
import {AcctFactory} from "../src/AcctFactory.sol";
import {Period} from "../src/Period.sol";
import {ArgumentRule, CallPermission, Permission, SpendPermission} from "../src/Permission.sol";
import {Permissions} from "../src/Permissions.sol";
import {TestToken} from "../src/dev/TestToken.sol";
import {Puppet} from "../src/test/Puppet.sol";
import {bound, ENTRY_POINT, vm} from "./Vm.sol";

/// @notice A spender that does anything its permission might let through, at any time.
contract Spender {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    Permissions private immutable permissions;
    Acct private immutable account;
    TestToken private immutable token;
    Puppet private immutable puppet;
    Permission private permission;
    uint256 private time;

    /// @notice Amount that left per allowance and period, by the account's own balances.
    mapping(uint256 index => mapping(uint256 period => uint256)) public taken;
    bool public exceeded;
    bool public leftApproved;
    uint256 public uses;

    constructor(Permissions permissions_, Acct account_, TestToken token_, Puppet puppet_) {
        (permissions, account, token, puppet) = (permissions_, account_, token_, puppet_);
        time = block.timestamp;
    }

    function set(Permission calldata permission_) external {
        permission = permission_;
    }

    function pass(uint24 length) external {
        time += length % 40 days;
        vm.warp(time);
    }

    /// @notice Makes one execution of one to three calls.
    function act(uint256 seed, uint64 a, uint64 b, uint64 c) external {
        vm.warp(time);
        BaseAccount.Call[] memory calls = new BaseAccount.Call[](1 + seed % 3);
        uint64[3] memory amounts = [a, b, c];
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = _call((seed >> (8 * (i + 1))) % 9, bound(amounts[i], 0, 130));
        }
        uint256[2] memory before = [token.balanceOf(address(account)), address(account).balance];
        try permissions.execute(permission, calls) {
            uses += 1;
            uint256[2] memory afterwards =
                [token.balanceOf(address(account)), address(account).balance];
            for (uint256 i; i < permission.spends.length; ++i) {
                _take(i, before, afterwards);
            }
        } catch {}
        if (token.allowance(address(account), address(0xa11)) != 0) leftApproved = true;
    }

    function _take(uint256 i, uint256[2] memory before, uint256[2] memory afterwards) private {
        SpendPermission memory spend = permission.spends[i];
        uint256 which = spend.token == NATIVE ? 1 : 0;
        if (afterwards[which] >= before[which]) return;
        (uint256 period,,) = Period.find(permission.start, spend.unit, spend.multiplier, time);
        taken[i][period] += before[which] - afterwards[which];
        if (taken[i][period] > spend.allowance) exceeded = true;
    }

    function _call(uint256 kind, uint256 amount) private view returns (BaseAccount.Call memory) {
        if (kind == 0) return _token(abi.encodeCall(token.transfer, (address(1), amount)));
        if (kind == 1) return _token(abi.encodeCall(token.approve, (address(0xa11), amount)));
        if (kind == 2) {
            return _token(
                abi.encodeCall(token.transferFrom, (address(account), address(1), amount))
            );
        }
        if (kind == 3) return _puppet(0, address(token), _pull(amount));
        if (kind == 4) return _puppet(amount, address(0), "");
        if (kind == 5) {
            bytes memory back = abi.encodeCall(token.transfer, (address(account), amount));
            return _puppet(0, address(token), back);
        }
        if (kind == 6) return BaseAccount.Call(address(puppet), amount, "");
        if (kind == 7) {
            // From inside: the puppet is the spender of the same permission's twin.
            BaseAccount.Call[] memory inner = new BaseAccount.Call[](1);
            inner[0] = _token(abi.encodeCall(token.transfer, (address(1), amount)));
            return _puppet(
                0, address(permissions), abi.encodeCall(permissions.execute, (permission, inner))
            );
        }
        return BaseAccount.Call(address(account), amount, "");
    }

    function _token(bytes memory data) private view returns (BaseAccount.Call memory) {
        return BaseAccount.Call(address(token), 0, data);
    }

    function _pull(uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(token.transferFrom, (address(account), address(1), amount));
    }

    function _puppet(uint256 value, address target, bytes memory data)
        private
        view
        returns (BaseAccount.Call memory)
    {
        Puppet.Act[] memory acts = new Puppet.Act[](target == address(0) ? 0 : 1);
        if (acts.length == 1) acts[0] = Puppet.Act(target, 0, data);
        return BaseAccount.Call(address(puppet), value, abi.encodeCall(puppet.run, (acts)));
    }
}

/// @notice No sequence of calls, times and reverts takes more than a period's allowance.
contract PermissionsInvariant {
    Acct private account;
    Spender private spender;
    Permissions private permissions;
    bytes32 private owner;

    function setUp() external {
        vm.warp(1_706_745_599);
        (uint256 x, uint256 y) = vm.publicKeyP256(7);
        bytes[] memory owners = new bytes[](1);
        owners[0] = abi.encode(x, y);
        owner = keccak256(owners[0]);
        permissions = new Permissions();
        Acct code = new Acct(address(permissions));
        account = Acct(new AcctFactory(address(code)).createAccount(owners, 0));
        TestToken token = new TestToken("Token", "T", 18);
        Puppet puppet = new Puppet();
        spender = new Spender(permissions, account, token, puppet);
        token.mint(address(account), 1e12);
        token.mint(address(puppet), 1e12);
        vm.deal(address(account), 1e12);

        // The owner once gave the puppet an unlimited approval: amounts that it pulls must be
        // counted too.
        vm.prank(ENTRY_POINT);
        account.execute(
            address(token), 0, abi.encodeCall(token.approve, (address(puppet), type(uint256).max))
        );

        Permission memory permission;
        permission.account = address(account);
        permission.spender = address(spender);
        permission.start = uint48(block.timestamp);
        permission.end = uint48(block.timestamp + 36500 days);
        permission.calls = new CallPermission[](5);
        permission.calls[0] = _call(address(token), token.transfer.selector);
        permission.calls[1] = _call(address(token), token.approve.selector);
        permission.calls[2] = _call(address(token), token.transferFrom.selector);
        permission.calls[3] = _call(address(puppet), puppet.run.selector);
        permission.calls[4] = _call(address(puppet), 0xe0e0e0e0);
        permission.spends = new SpendPermission[](4);
        permission.spends[0] = SpendPermission(address(token), 300, 2, 3);
        permission.spends[1] = SpendPermission(address(token), 1000, 4, 1);
        permission.spends[2] = SpendPermission(permissions.NATIVE(), 200, 1, 50);
        permission.spends[3] = SpendPermission(permissions.NATIVE(), 5000, 6, 1);
        spender.set(permission);
        PackedUserOperation memory operation;
        operation.callData = abi.encodePacked(
            Acct.executeUserOp.selector, abi.encodeCall(permissions.approve, (permission))
        );
        operation.signature = hex"0100";
        vm.prank(ENTRY_POINT);
        account.executeUserOp(operation, 0);
    }

    function _call(address target, bytes4 selector)
        private
        pure
        returns (CallPermission memory call)
    {
        return CallPermission(target, selector, new ArgumentRule[](0));
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(spender);
    }


    struct Selected {
        address target;
        bytes4[] selectors;
    }

    function targetSelectors() external view returns (Selected[] memory selected) {
        selected = new Selected[](1);
        selected[0].target = address(spender);
        selected[0].selectors = new bytes4[](2);
        selected[0].selectors[0] = Spender.act.selector;
        selected[0].selectors[1] = Spender.pass.selector;
    }

    /// @dev A run without any allowed call would prove nothing.
    function afterInvariant() external view {
        require(spender.uses() > 0, "no uses");
    }

    function invariant_noPeriodGivesMore() external view {
        require(!spender.exceeded(), "exceeded");
        require(!spender.leftApproved(), "approval left");
        (bytes32 head,,, bytes32[] memory words) = account.ownerState();
        require(head == 0 && words.length == 1 && words[0] == owner, "owner");
        require(account.permissionManager() == address(permissions), "manager");
    }
}
