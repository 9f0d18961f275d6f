// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// @notice Base of our paymasters: an owner who holds the funds, a signer who spends them.
abstract contract OwnedPaymaster is SignerECDSA, Paymaster, Ownable2Step {
    event SignerChanged(address indexed signer);

    error InvalidSigner();
    error OwnerNeeded();

    constructor(address owner, address signer) SignerECDSA(signer) Ownable(owner) {
        if (signer == address(0)) revert InvalidSigner();
        emit SignerChanged(signer);
    }

    /// @dev Version 0.8, as the account uses.
    function entryPoint() public pure virtual override returns (IEntryPoint) {
        return IEntryPoint(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
    }

    /// @notice Replaces the signer; signatures of the previous one become invalid immediately.
    function setSigner(address signer) external onlyOwner {
        if (signer == address(0)) revert InvalidSigner();
        _setSigner(signer);
        emit SignerChanged(signer);
    }

    function deposit() external payable {
        _deposit(msg.value);
    }

    function withdraw(address payable to, uint256 value) external onlyOwner {
        _withdraw(to, value);
    }

    function addStake(uint32 unstakeDelay) external payable onlyOwner {
        _addStake(msg.value, unstakeDelay);
    }

    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @dev Without an owner, deposit and stake would be locked permanently.
    function renounceOwnership() public pure override {
        revert OwnerNeeded();
    }
}
