// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A token with the habits of some real ones: no return values, no change of a non-zero
/// allowance, and, optionally, approvals that never go away.
contract OddToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    bool public sticky;
    string public constant name = "Odd Dollar";
    string public constant symbol = "ODD";
    uint8 public constant decimals = 6;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function setSticky(bool value) external {
        sticky = value;
    }

    function approve(address spender, uint256 amount) external {
        if (amount == 0 && sticky) return;
        require(amount == 0 || allowance[msg.sender][spender] == 0, "reset first");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
