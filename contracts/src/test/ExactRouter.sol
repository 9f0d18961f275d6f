// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Exchanges one token for another, one to one, with the arguments of a known router.
contract ExactRouter {
    struct Params {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    IERC20 private immutable paid;
    IERC20 private immutable bought;

    constructor(IERC20 paid_, IERC20 bought_) {
        (paid, bought) = (paid_, bought_);
    }

    function exactInput(Params calldata params) external returns (uint256) {
        paid.transferFrom(msg.sender, address(this), params.amountIn);
        bought.transfer(params.recipient, params.amountIn);
        return params.amountIn;
    }
}
