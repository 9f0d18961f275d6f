// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {PaymasterERC20} from
    "@openzeppelin/contracts/account/paymaster/extensions/PaymasterERC20.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC20, SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {OwnedPaymaster} from "./OwnedPaymaster.sol";

/// @notice Pays for operations and takes tokens for it, at a price that the service signed.
/// @dev `paymasterData` is `validAfter (6) ‖ validUntil (6) ‖ mode (1) ‖ token (20) ‖
/// tokenPerNative (32) ‖ signature (65)`. The signature covers the operation as the sponsor's does,
/// and mode, token and price besides.
contract TokenPaymaster is EIP712, OwnedPaymaster, PaymasterERC20 {
    using ERC4337Utils for *;
    using SafeERC20 for IERC20;

    event PostpaidCapChanged(uint256 cap);

    /// @notice Takes the maximum beforehand and gives the rest back: the allowance is there
    /// already.
    uint8 public constant PREPAID = 0;
    /// @notice Takes the cost afterwards, so that the operation itself can give the allowance.
    uint8 public constant POSTPAID = 1;

    bytes32 private constant QUOTE_TYPEHASH = keccak256(
        "TokenOperationRequest(address sender,uint256 nonce,bytes initCode,bytes callData,"
        "bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,"
        "uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,"
        "uint48 validAfter,uint48 validUntil,uint8 mode,address token,uint256 tokenPerNative)"
    );

    uint256 private constant DATA_LENGTH = 130;

    /// @notice Maximum wei of a postpaid operation, which is lost if it cannot pay.
    uint256 public postpaidCap;

    constructor(address owner, address signer_, uint96 maxCost_, uint256 cap)
        EIP712("Acct Token Paymaster", "1")
        OwnedPaymaster(owner, signer_, maxCost_)
    {
        _setPostpaidCap(cap);
    }

    function setPostpaidCap(uint256 cap) external onlyOwner {
        _setPostpaidCap(cap);
    }

    /// @notice Withdraws earnings.
    function withdrawTokens(IERC20 token, address to, uint256 amount) external onlyOwner {
        _withdrawTokens(token, to, amount);
    }

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

    function _setPostpaidCap(uint256 cap) private {
        postpaidCap = cap;
        emit PostpaidCapChanged(cap);
    }

    function _validatePaymasterUserOp(
        PackedUserOperation calldata operation,
        bytes32 hash,
        uint256 cost
    )
        internal
        override(Paymaster, PaymasterERC20)
        returns (bytes memory context, uint256 validationData)
    {
        bytes calldata data = operation.paymasterData();
        if (
            data.length != DATA_LENGTH || uint8(data[12]) > POSTPAID
                || (uint8(data[12]) == POSTPAID && cost > postpaidCap)
        ) return ("", ERC4337Utils.SIG_VALIDATION_FAILED);
        return super._validatePaymasterUserOp(operation, hash, cost);
    }

    function _fetchDetails(PackedUserOperation calldata operation, bytes32)
        internal
        view
        override
        returns (uint256 validationData, IERC20 token, uint256 tokenPerNative)
    {
        bytes calldata data = operation.paymasterData();
        uint48 validAfter = uint48(bytes6(data[:6]));
        uint48 validUntil = uint48(bytes6(data[6:12]));
        token = IERC20(address(bytes20(data[13:33])));
        tokenPerNative = uint256(bytes32(data[33:65]));
        bytes32 quote = _hashTypedDataV4(
            keccak256(
                bytes.concat(
                    abi.encode(
                        QUOTE_TYPEHASH,
                        operation.sender,
                        operation.nonce,
                        keccak256(operation.initCode),
                        keccak256(operation.callData),
                        operation.accountGasLimits,
                        operation.preVerificationGas,
                        operation.gasFees
                    ),
                    abi.encode(
                        operation.paymasterVerificationGasLimit(),
                        operation.paymasterPostOpGasLimit(),
                        validAfter,
                        validUntil,
                        uint8(data[12]),
                        token,
                        tokenPerNative
                    )
                )
            )
        );
        // Times above 2^47 mean block numbers to later EntryPoints: refused rather than misread.
        bool valid = (validAfter | validUntil) & ERC4337Utils.BLOCK_RANGE_FLAG == 0
            && _rawSignatureValidation(quote, data[65:]);
        validationData = valid.packValidationData(validAfter, validUntil);
    }

    function _prefund(
        PackedUserOperation calldata operation,
        bytes32 hash,
        IERC20 token,
        uint256 tokenPerNative,
        address prefunder,
        uint256 amount
    ) internal override returns (bool, address, uint256, bytes memory) {
        if (uint8(operation.paymasterData()[12]) == POSTPAID) return (true, prefunder, 0, "");
        return super._prefund(operation, hash, token, tokenPerNative, prefunder, amount);
    }

    /// @dev A postpaid operation had nothing taken, so the whole cost is taken now. If that fails,
    /// this reverts, the operation's calls with it, and the cost is ours, up to the cap.
    function _refund(
        IERC20 token,
        uint256 tokenPerNative,
        uint256 actual,
        uint256 feePerGas,
        address prefunder,
        uint256 prefunded,
        bytes calldata context
    ) internal override returns (bool, uint256) {
        if (prefunded == 0) {
            return (token.trySafeTransferFrom(prefunder, address(this), actual), actual);
        }
        return
            super._refund(token, tokenPerNative, actual, feePerGas, prefunder, prefunded, context);
    }

    function _postOp(
        PostOpMode mode,
        bytes calldata context,
        uint256 actualGasCost,
        uint256 feePerGas
    ) internal override(Paymaster, PaymasterERC20) {
        super._postOp(mode, context, actualGasCost, feePerGas);
    }

    /// @dev Gas of `postOp` that the EntryPoint does not count: of the more expensive mode.
    function _postOpCost() internal pure override returns (uint256) {
        return 45_000;
    }

    /// @dev A price of nothing is a mistake.
    function _minTokensPerNative() internal pure override returns (uint256) {
        return 1;
    }
}
