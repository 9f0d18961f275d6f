// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

interface IHookRegistry {
    function getInterfaceImplementer(address account, bytes32 hash) external view returns (address);
}

interface IHook {
    function tokensReceived(address, address, address, uint256, bytes calldata, bytes calldata) external;
    function tokenFallback(address from, uint256 amount, bytes calldata data) external returns (bytes4);
}

/// @notice A token that calls the receiver of a transfer.
contract CallingToken is ERC20("Calling Token", "CALL") {
    /// @notice Registered: ERC-777; Direct: ERC-223; Strict: it requires an answer; Forgiving: it
    /// ignores failures.
    enum Kind {
        None,
        Registered,
        Direct,
        Strict,
        Forgiving
    }

    IHookRegistry private constant REGISTRY = IHookRegistry(0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24);

    Kind public immutable kind;

    constructor(Kind kind_) {
        kind = kind_;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (kind == Kind.Registered) {
            bytes32 hash = keccak256("ERC777TokensRecipient");
            address hook = REGISTRY.getInterfaceImplementer(to, hash);
            if (hook != address(0)) IHook(hook).tokensReceived(from, from, to, amount, "", "");
        }
        if (to.code.length == 0) return;
        if (kind == Kind.Direct) {
            (bool success,) = to.call(abi.encodeCall(IHook.tokenFallback, (from, amount, "")));
            require(success);
        } else if (kind == Kind.Strict) {
            require(IHook(to).tokenFallback(from, amount, "") == IHook.tokenFallback.selector);
        } else if (kind == Kind.Forgiving) {
            (bool success,) = to.call{gas: 50_000}(abi.encodeCall(IHook.tokenFallback, (from, amount, "")));
            success;
        }
    }
}
