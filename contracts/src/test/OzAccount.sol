// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {SignerP256} from "@openzeppelin/contracts/utils/cryptography/signers/SignerP256.sol";
import {SignerWebAuthn} from
    "@openzeppelin/contracts/utils/cryptography/signers/SignerWebAuthn.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";

/// @notice A passkey account put together from OpenZeppelin's blocks, to compare gas with: one
/// owner, no upgrade, no owner changes.
contract OzAccount is Initializable, Account, ERC7739, SignerWebAuthn, ERC7821 {
    constructor()
        EIP712("OzAccount", "1")
        SignerP256(bytes32(P256.GX), bytes32(P256.GY))
    {
        _disableInitializers();
    }

    function initialize(bytes32 x, bytes32 y) external initializer {
        _setSigner(x, y);
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return IEntryPoint(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
    }

    function _erc7821AuthorizedExecutor(address caller, bytes32 mode, bytes calldata data)
        internal
        view
        override
        returns (bool)
    {
        return caller == address(entryPoint())
            || super._erc7821AuthorizedExecutor(caller, mode, data);
    }
}

/// @notice Deploys minimal clones of it.
contract OzFactory {
    address private immutable IMPLEMENTATION = address(new OzAccount());

    function createAccount(bytes32 x, bytes32 y) external returns (address account) {
        bytes32 salt = keccak256(abi.encode(x, y));
        account = Clones.predictDeterministicAddress(IMPLEMENTATION, salt);
        if (account.code.length == 0) {
            Clones.cloneDeterministic(IMPLEMENTATION, salt);
            OzAccount(payable(account)).initialize(x, y);
        }
    }
}
