// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A token with items as units, in the form of ERC-404: `approve` with the number of an
/// item approves the item, and no amount.
contract Hybrid {
    uint256 private constant UNIT = 1e18;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(uint256 id => address) public ownerOf;
    mapping(uint256 id => address) public getApproved;
    uint256 public minted;

    function mint(address to) external {
        ownerOf[++minted] = to;
        balanceOf[to] += UNIT;
    }

    function approve(address spender, uint256 amountOrId) external returns (bool) {
        if (amountOrId != 0 && amountOrId <= minted) {
            require(ownerOf[amountOrId] == msg.sender, "not yours");
            getApproved[amountOrId] = spender;
        } else {
            allowance[msg.sender][spender] = amountOrId;
        }
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amountOrId) external {
        if (amountOrId != 0 && amountOrId <= minted) {
            require(ownerOf[amountOrId] == from, "not theirs");
            require(msg.sender == from || getApproved[amountOrId] == msg.sender, "not approved");
            ownerOf[amountOrId] = to;
            delete getApproved[amountOrId];
            amountOrId = UNIT;
        } else {
            allowance[from][msg.sender] -= amountOrId;
        }
        balanceOf[from] -= amountOrId;
        balanceOf[to] += amountOrId;
    }
}

/// @notice A token like WETH: every unknown function is a deposit, which a static call cannot make.
contract Deposits {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    fallback() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    receive() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}
