// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {PaymasterERC20} from
    "@openzeppelin/contracts/account/paymaster/extensions/PaymasterERC20.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC20, SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {OwnedPaymaster} from "./OwnedPaymaster.sol";

/// @notice Pays for operations and charges tokens for it, at a price that the service signed.
/// @dev `paymasterData` is `validAfter (6) ‖ validUntil (6) ‖ mode (1) ‖ token (20) ‖
/// tokenPerNative (32) ‖ transferGas (4) ‖ signature (65)`. The signature covers the operation like
/// the sponsor's, and also mode, token, price and gas. In both modes the maximum is charged and the
/// rest refunded, so that the gas of charging is measured before the cost is known. Only the gas of
/// the refund is stated (`transferGas`), and the rest of `postOp` is constant.
contract TokenPaymaster is EIP712, OwnedPaymaster, PaymasterERC20 {
    using ERC4337Utils for *;
    using Math for uint256;
    using SafeERC20 for IERC20;

    event PostpaidCapChanged(uint256 cap);

    /// @notice Charges the maximum before the calls: the allowance exists already.
    uint8 public constant PREPAID = 0;
    /// @notice Charges the maximum after the calls, which can set the allowance.
    uint8 public constant POSTPAID = 1;

    bytes32 private constant QUOTE_TYPEHASH = keccak256(
        "TokenOperationRequest(address sender,uint256 nonce,bytes initCode,bytes callData,"
        "bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,"
        "uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,"
        "uint48 validAfter,uint48 validUntil,uint8 mode,address token,uint256 tokenPerNative,"
        "uint32 transferGas)"
    );

    uint256 private constant DATA_LENGTH = 134;

    /// @dev Gas around `_refund`, of the EntryPoint and of `postOp`: measured, rounded up.
    uint256 private constant AROUND_GAS = 5_500;
    /// @dev Part of it that counts as used within the limit of `postOp`: rounded down.
    uint256 private constant INNER_GAS = 3_500;
    /// @dev The EntryPoint charges a tenth of the unused gas from this amount on.
    uint256 private constant UNUSED_THRESHOLD = 40_000;

    /// @notice Maximum wei of a postpaid operation. The amount is lost if it cannot pay.
    uint256 public postpaidCap;

    constructor(address owner, address signer_, uint96 maxCost_, uint256 cap)
        EIP712("Acct Token Paymaster", "1")
        OwnedPaymaster(owner, signer_, maxCost_)
    {
        _setPostpaidCap(cap);
    }

    /// @notice Sets the maximum cost of a postpaid operation, in wei; 0 disables postpaid
    /// operations.
    function setPostpaidCap(uint256 cap) external onlyOwner {
        _setPostpaidCap(cap);
    }

    /// @notice Withdraws earnings.
    /// @param amount In the token's smallest unit.
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
                        tokenPerNative,
                        uint32(bytes4(data[65:69]))
                    )
                )
            )
        );
        // Later EntryPoints interpret times above 2^47 as block numbers: rejected to avoid a
        // misinterpretation.
        bool valid = (validAfter | validUntil) & ERC4337Utils.BLOCK_RANGE_FLAG == 0
            && _rawSignatureValidation(quote, data[69:]);
        validationData = valid.packValidationData(validAfter, validUntil);
    }

    function _prefund(
        PackedUserOperation calldata operation,
        bytes32,
        IERC20 token,
        uint256,
        address prefunder,
        uint256 amount
    ) internal override returns (bool, address, uint256, bytes memory context) {
        bytes calldata data = operation.paymasterData();
        bool after_ = uint8(data[12]) == POSTPAID;
        context = abi.encodePacked(operation.paymasterPostOpGasLimit(), data[65:69], amount);
        return (after_ || _take(token, prefunder, amount), prefunder, after_ ? 0 : amount, context);
    }

    /// @dev A postpaid operation has not been charged yet. If charging fails, this reverts together
    /// with the operation's calls, and the cost is ours, up to the cap.
    function _refund(
        IERC20 token,
        uint256 tokenPerNative,
        uint256 actual,
        uint256 feePerGas,
        address prefunder,
        uint256 prefunded,
        bytes calldata context
    ) internal override returns (bool, uint256) {
        uint256 used = gasleft();
        if (prefunded == 0) {
            prefunded = uint256(bytes32(context[36:]));
            if (!_take(token, prefunder, prefunded)) return (false, 0);
        }
        uint256 limit = uint256(bytes32(context[:32]));
        uint256 transferGas = uint32(bytes4(context[32:36]));
        used -= gasleft();
        uint256 unused = limit.saturatingSub(used + INNER_GAS);
        if (unused > UNUSED_THRESHOLD) used += unused / 10;
        uint256 rest = (used + transferGas + AROUND_GAS).saturatingMul(feePerGas);
        // The EntryPoint takes at most the maximum from the deposit too.
        actual = prefunded.min(actual.saturatingAdd(_erc20Cost(rest, tokenPerNative)));
        return (token.trySafeTransfer(prefunder, prefunded - actual), actual);
    }

    /// @dev Charges tokens; false if less arrives than was sent.
    function _take(IERC20 token, address from, uint256 amount) private returns (bool) {
        uint256 before = token.balanceOf(address(this));
        return token.trySafeTransferFrom(from, address(this), amount)
            && token.balanceOf(address(this)).saturatingSub(before) >= amount;
    }

    function _postOp(
        PostOpMode mode,
        bytes calldata context,
        uint256 actualGasCost,
        uint256 feePerGas
    ) internal override(Paymaster, PaymasterERC20) {
        super._postOp(mode, context, actualGasCost, feePerGas);
    }

    /// @dev Counted by `_refund`.
    function _postOpCost() internal pure override returns (uint256) {
        return 0;
    }

    /// @dev Counted by `_refund`. Maximum costs contain it.
    function _postOpGasPenalty(uint256) internal pure override returns (uint256) {
        return 0;
    }

    /// @dev A price of zero is a mistake.
    function _minTokensPerNative() internal pure override returns (uint256) {
        return 1;
    }
}
