// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {AbstractSigner} from
    "@openzeppelin/contracts/utils/cryptography/signers/AbstractSigner.sol";

/// @notice Base of our paymasters: an owner of the funds, a signer who spends them, and a guardian
/// who can stop that.
abstract contract OwnedPaymaster is AbstractSigner, Paymaster, Ownable2Step {
    /// @dev One word, so that validation loads signer and limit together. A count or a time does
    /// not belong here: ERC-7562 bans reading the time, and at a count's end whole bundles would be
    /// refused.
    struct Rules {
        address signer;
        uint96 maxCost;
    }

    event SignersChanged(address indexed signer, address indexed previous);
    event MaxCostChanged(uint256 maxCost);
    event GuardianChanged(address indexed guardian);

    error InvalidSigner();
    error OwnerNeeded();
    error PauseUnauthorized(address caller);

    Rules private _rules;

    /// @notice Second signer with valid signatures; zero for none.
    address public previousSigner;

    /// @notice May only pause; zero for none.
    address public guardian;

    constructor(address owner, address signer_, uint96 maxCost_) Ownable(owner) {
        _setSigners(signer_, address(0));
        _setMaxCost(maxCost_);
    }

    /// @notice The EntryPoint that the paymaster trusts: version 0.8, as the account does.
    function entryPoint() public pure virtual override returns (IEntryPoint) {
        return IEntryPoint(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
    }

    /// @notice Signer of new operations.
    function signer() public view returns (address) {
        return _rules.signer;
    }

    /// @notice Maximum wei that an operation may cost by its limits; 0 while paused.
    function maxCost() public view returns (uint256) {
        return _rules.maxCost;
    }

    /// @notice Replaces the signer. Signatures of the replaced one stay valid until
    /// `dropPreviousSigner`; signatures of the one before it become invalid.
    function setSigner(address signer_) external onlyOwner {
        address replaced = _rules.signer;
        // Naming it twice would invalidate the signatures that the second step is meant to keep.
        if (signer_ == replaced) revert InvalidSigner();
        _setSigners(signer_, replaced);
    }

    /// @notice Sets both signers. After a leak, `previous` of zero revokes the leaked one
    /// immediately.
    function setSigners(address signer_, address previous) external onlyOwner {
        _setSigners(signer_, previous);
    }

    /// @notice Ends the signatures of the previous signer.
    function dropPreviousSigner() external onlyOwner {
        _setSigners(_rules.signer, address(0));
    }

    /// @notice Sets the limit, and thereby ends a pause.
    /// @param maxCost_ Maximum wei that an operation may cost by its limits; 0 pauses.
    function setMaxCost(uint96 maxCost_) external onlyOwner {
        _setMaxCost(maxCost_);
    }

    /// @notice Sets the address that may pause in addition to the owner; zero for none.
    function setGuardian(address guardian_) external onlyOwner {
        guardian = guardian_;
        emit GuardianChanged(guardian_);
    }

    /// @notice Refuses all operations until the owner sets the limit again.
    function pause() external {
        if (msg.sender != owner() && msg.sender != guardian) revert PauseUnauthorized(msg.sender);
        _setMaxCost(0);
    }

    /// @notice Rejects operations above the limit without a revert, like an invalid signature.
    /// @dev Checked last: an estimate with temporarily too high limits measures the same gas.
    function validatePaymasterUserOp(
        PackedUserOperation calldata operation,
        bytes32 hash,
        uint256 cost
    ) public virtual override returns (bytes memory context, uint256 validationData) {
        (context, validationData) = super.validatePaymasterUserOp(operation, hash, cost);
        uint256 most = _rules.maxCost;
        // An operation without fees costs nothing, but is rejected during a pause like the others.
        if (most == 0 || cost > most) return ("", ERC4337Utils.SIG_VALIDATION_FAILED);
    }

    /// @notice Adds the sent wei to the deposit at the EntryPoint. Anyone may call it.
    function deposit() external payable {
        _deposit(msg.value);
    }

    /// @notice Withdraws wei of the deposit.
    function withdraw(address payable to, uint256 value) external onlyOwner {
        _withdraw(to, value);
    }

    /// @notice Adds the sent wei to the stake at the EntryPoint.
    /// @param unstakeDelay Seconds between `unlockStake` and `withdrawStake`; never less than
    /// before.
    function addStake(uint32 unstakeDelay) external payable onlyOwner {
        _addStake(msg.value, unstakeDelay);
    }

    /// @notice Starts the delay after which the stake can be withdrawn. Bundlers that require a
    /// stake reject the paymaster from then on.
    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    /// @notice Withdraws the complete stake after the delay.
    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @notice Always reverts.
    /// @dev Without an owner, deposit and stake would be locked permanently.
    function renounceOwnership() public pure override {
        revert OwnerNeeded();
    }

    /// @dev Loads the second word only for signatures that are not the current signer's.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        (address recovered, ECDSA.RecoverError failure,) =
            ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError
            && (recovered == _rules.signer || recovered == previousSigner);
    }

    function _setSigners(address signer_, address previous) private {
        if (signer_ == address(0)) revert InvalidSigner();
        _rules.signer = signer_;
        previousSigner = previous;
        emit SignersChanged(signer_, previous);
    }

    function _setMaxCost(uint96 maxCost_) private {
        _rules.maxCost = maxCost_;
        emit MaxCostChanged(maxCost_);
    }
}
