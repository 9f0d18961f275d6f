// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";

import {Acct} from "../src/Acct.sol";
import {AcctFactory} from "../src/AcctFactory.sol";
import {Permissions} from "../src/Permissions.sol";
import {Bound, BoundKind} from "../src/Bounds.sol";
import {TestToken} from "../src/dev/TestToken.sol";
import {Puppet} from "../src/test/Puppet.sol";
import {bound, ENTRY_POINT, vm} from "./Vm.sol";

/// @notice An owner who agrees to bounds, and calls that do anything else.
contract Careless {
    Acct private immutable account;
    TestToken private immutable token;
    Puppet private immutable puppet;

    bool public exceeded;
    uint256 public passed;
    uint256 public refused;

    constructor(Acct account_, TestToken token_, Puppet puppet_) {
        (account, token, puppet) = (account_, token_, puppet_);
    }

    /// @notice Makes one to four calls under three bounds.
    function act(uint256 seed, uint64[4] calldata amounts, uint64[3] calldata mosts) external {
        BaseAccount.Call[] memory calls = new BaseAccount.Call[](1 + seed % 4);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = _call((seed >> (8 * (i + 1))) % 8, bound(amounts[i], 0, 130));
        }
        Bound[] memory bounds = new Bound[](3);
        bounds[0] = Bound(BoundKind.Native, address(0), 0, address(0), mosts[0] % 200);
        bounds[1] = Bound(BoundKind.Erc20, address(token), 0, address(0), mosts[1] % 200);
        bounds[2] = Bound(
            BoundKind.Erc20Allowance, address(token), 0, address(puppet), mosts[2] % 200
        );
        uint256[3] memory before = _read();
        vm.prank(ENTRY_POINT);
        try account.executeBounded(calls, bounds) {
            passed += 1;
        } catch {
            refused += 1;
        }
        uint256[3] memory afterwards = _read();
        for (uint256 i; i < 2; ++i) {
            if (afterwards[i] + bounds[i].most < before[i]) exceeded = true;
        }
        if (afterwards[2] > before[2] && afterwards[2] > bounds[2].most) exceeded = true;
    }

    function _read() private view returns (uint256[3] memory) {
        return [
            address(account).balance,
            token.balanceOf(address(account)),
            token.allowance(address(account), address(puppet))
        ];
    }

    function _call(uint256 kind, uint256 amount) private view returns (BaseAccount.Call memory) {
        if (kind == 0) return _token(abi.encodeCall(token.transfer, (address(1), amount)));
        if (kind == 1) return _token(abi.encodeCall(token.approve, (address(puppet), amount)));
        if (kind == 2) {
            return _puppet(
                0,
                address(token),
                0,
                abi.encodeCall(token.transferFrom, (address(account), address(1), amount))
            );
        }
        if (kind == 3) return _puppet(amount, address(account), amount / 2, "");
        if (kind == 4) {
            bytes memory back = abi.encodeCall(token.transfer, (address(account), amount));
            return _puppet(0, address(token), 0, back);
        }
        if (kind == 5) return BaseAccount.Call(address(1), amount, "");
        if (kind == 6) {
            BaseAccount.Call[] memory inner = new BaseAccount.Call[](1);
            inner[0] = BaseAccount.Call(address(1), amount, "");
            return _puppet(
                0,
                address(account),
                0,
                abi.encodeCall(account.executeBounded, (inner, new Bound[](0)))
            );
        }
        return BaseAccount.Call(address(account), amount, "");
    }

    function _token(bytes memory data) private view returns (BaseAccount.Call memory) {
        return BaseAccount.Call(address(token), 0, data);
    }

    function _puppet(uint256 value, address target, uint256 inner, bytes memory data)
        private
        view
        returns (BaseAccount.Call memory)
    {
        Puppet.Act[] memory acts = new Puppet.Act[](1);
        acts[0] = Puppet.Act(target, inner, data);
        return BaseAccount.Call(address(puppet), value, abi.encodeCall(puppet.run, (acts)));
    }
}

/// @notice Amounts that leave, and allowances that remain, never exceed the bounds.
contract BoundsInvariant {
    Careless private careless;

    function setUp() external {
        bytes[] memory owners = new bytes[](1);
        owners[0] = abi.encode(address(0xbeef));
        Acct account = Acct(new AcctFactory(address(new Acct(address(new Permissions())))).createAccount(owners, 0));
        TestToken token = new TestToken("Token", "T", 18);
        Puppet puppet = new Puppet();
        token.mint(address(account), 1e12);
        token.mint(address(puppet), 1e12);
        vm.deal(address(account), 1e12);
        vm.deal(address(puppet), 1e12);
        careless = new Careless(account, token, puppet);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(careless);
    }

    function afterInvariant() external view {
        require(careless.passed() > 0 && careless.refused() > 0, "one sided");
    }

    function invariant_noMoreLeaves() external view {
        require(!careless.exceeded(), "exceeded");
    }
}
