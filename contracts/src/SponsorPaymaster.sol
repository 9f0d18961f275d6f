// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {PaymasterSigner} from
    "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {OwnedPaymaster} from "./OwnedPaymaster.sol";

/// @notice Pays for operations that the service signed for.
/// @dev OpenZeppelin's signature covers sender, nonce, init code, call data, every gas limit and
/// fee and the validity window, in a domain of this chain and this contract. It reads its rules
/// from storage in validation, so it needs a stake (ERC-7562, STO-031).
contract SponsorPaymaster is PaymasterSigner, OwnedPaymaster {
    constructor(address owner, address signer_, uint96 maxCost_)
        EIP712("Acct Sponsor", "1")
        OwnedPaymaster(owner, signer_, maxCost_)
    {}

    /// @inheritdoc OwnedPaymaster
    function entryPoint() public pure override(Paymaster, OwnedPaymaster) returns (IEntryPoint) {
        return OwnedPaymaster.entryPoint();
    }

    /// @inheritdoc OwnedPaymaster
    function validatePaymasterUserOp(
        PackedUserOperation calldata operation,
        bytes32 hash,
        uint256 cost
    ) public override(Paymaster, OwnedPaymaster) returns (bytes memory, uint256) {
        return OwnedPaymaster.validatePaymasterUserOp(operation, hash, cost);
    }
}
