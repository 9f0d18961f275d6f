// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A token, or a contract that is not a token, with configurable answers. Every function
/// that it does not implement authorises all its callers, like the authorisations of many tokens
/// and protocols.
contract Chameleon {
    /// @notice How it answers to `balanceOf`.
    enum Answer {
        Balance,
        Reverts,
        Burns,
        Bomb,
        Short,
        Lies
    }

    struct Hook {
        address target;
        bytes data;
        /// Only when an approval is reset.
        bool onReset;
    }

    Answer public answer;
    /// Answers after the next transfer.
    Answer public later;
    bool public turns;
    /// Taken from each transfer, in percent.
    uint256 public fee;
    Hook private hook;
    mapping(address => uint256) public held;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public authorised;

    fallback() external payable {
        authorised[msg.sender] = true;
    }

    receive() external payable {}

    function set(Answer answer_, uint256 fee_) external {
        (answer, fee) = (answer_, fee_);
    }

    /// @notice Makes it answer otherwise after the next transfer.
    function turn(Answer later_) external {
        (later, turns) = (later_, true);
    }

    function setHook(address target, bytes calldata data, bool onReset) external {
        hook = Hook(target, data, onReset);
    }

    function mint(address to, uint256 amount) external {
        held[to] += amount;
    }

    function claim() external {}

    /// @notice Shrinks a balance without a transfer.
    function rebase(address account, uint256 amount) external {
        held[account] -= amount;
    }

    /// @notice Takes from an account that authorised anyone.
    function take(address from, uint256 amount) external {
        require(authorised[from], "not authorised");
        held[from] -= amount;
        held[msg.sender] += amount;
    }

    function balanceOf(address account) external view returns (uint256) {
        if (answer == Answer.Reverts) revert("no token");
        if (answer == Answer.Lies) return 1e30;
        if (answer == Answer.Balance) return held[account];
        bool bomb = answer == Answer.Bomb;
        bool short = answer == Answer.Short;
        uint256 amount = held[account];
        assembly ("memory-safe") {
            if short { return(0, 31) }
            if bomb {
                mstore(0, amount)
                return(0, 30000)
            }
            invalid()
        }
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        if (amount == 0 && hook.onReset) _runHook();
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (from != msg.sender) allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        held[from] -= amount + amount * fee / 100;
        held[to] += amount;
        if (!hook.onReset) _runHook();
        if (turns) (answer, turns) = (later, false);
    }

    function _runHook() private {
        if (hook.target == address(0)) return;
        (bool success, bytes memory result) = hook.target.call(hook.data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(result, 0x20), mload(result))
            }
        }
    }
}
