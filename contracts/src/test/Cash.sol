// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {
    SignatureChecker
} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice A token as USDC is: signed authorizations (EIP-3009) with nonces in any order, and
/// signed approvals (EIP-2612), of the same domain.
contract Cash is ERC3009, Nonces {
    constructor() ERC20("Cash", "CASH") EIP712("Cash", "2") {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        bytes32 hash = _hashTypedDataV4(
            keccak256(
                abi.encode(
                    keccak256(
                        "TransferWithAuthorization(address from,address to,uint256 value,"
                        "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
                    ),
                    from,
                    to,
                    value,
                    validAfter,
                    validBefore,
                    nonce
                )
            )
        );
        require(SignatureChecker.isValidSignatureNow(from, hash, signature), "signature");
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline, "permit is expired");
        bytes32 hash = _hashTypedDataV4(
            keccak256(
                abi.encode(
                    keccak256(
                        "Permit(address owner,address spender,uint256 value,"
                        "uint256 nonce,uint256 deadline)"
                    ),
                    owner,
                    spender,
                    value,
                    _useNonce(owner),
                    deadline
                )
            )
        );
        (address signer,,) = ECDSA.tryRecover(hash, v, r, s);
        require(signer == owner, "EIP2612: invalid signature");
        _approve(owner, spender, value);
    }
}
