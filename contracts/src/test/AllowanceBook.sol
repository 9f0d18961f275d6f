// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Keeps allowances apart from the tokens, with the functions and events of Permit2.
contract AllowanceBook {
    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct TokenSpenderPair {
        address token;
        address spender;
    }

    mapping(
        address owner => mapping(address token => mapping(address spender => Allowed))
    ) public allowance;

    event Approval(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration
    );

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        allowance[msg.sender][token][spender] = Allowed(amount, expiration, 0);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, "expired");
        allowed.amount -= amount;
        IERC20(token).transferFrom(from, to, amount);
    }

    function lockdown(TokenSpenderPair[] calldata approvals) external {
        for (uint256 i; i < approvals.length; ++i) {
            allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
        }
    }
}
