// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @notice NFTs for a price.
contract Collection is ERC721("Collection", "NFT") {
    function mint(address to, uint256 id) external payable {
        require(msg.value == 5, "price");
        _mint(to, id);
    }
}

/// @notice A vault for a token.
contract SharesVault is ERC4626 {
    constructor(ERC20 token) ERC20("Shares", "SHARE") ERC4626(token) {}
}

/// @notice The chain's own currency as a token.
contract Wrapped is ERC20("Wrapped", "WRAP") {
    receive() external payable {
        _mint(msg.sender, msg.value);
    }

    function deposit() external payable {
        _mint(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        (bool success,) = msg.sender.call{value: amount}("");
        require(success, "not sent");
    }
}

/// @notice A game with moves.
contract Game {
    mapping(address player => uint256) public moves;

    function play(address player, uint256 stake, uint256 field) external {
        require(stake < 1000 && field < 1000, "outside");
        moves[player] += 1;
    }
}
