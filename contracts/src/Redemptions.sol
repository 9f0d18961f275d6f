// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {ReentrancyGuardTransient} from
    "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "solady/src/utils/EIP712.sol";

import {Permission} from "./Permission.sol";

/// @notice A permission and its use, in the form that ERC-7710 calls a context.
struct Redemption {
    Permission permission;
    /// By an owner of the account; empty for a permission that is granted already.
    bytes grantSignature;
    /// Addresses that may submit; empty for any.
    address[] redeemers;
    /// Nonce of the spender; each is used once, in any order.
    uint256 nonce;
    /// Last second.
    uint48 validUntil;
    /// By the spender; empty if the spender submits; the three fields above do not count then.
    bytes signature;
}

/// @notice Uses permissions by ERC-7710's interface.
/// @dev The spender decides, even if others submit: it is the caller, or it signed exactly this
/// execution.
abstract contract Redemptions is EIP712, ReentrancyGuardTransient {
    /// @notice A spender's signature was used.
    event Redeemed(
        bytes32 indexed id, address indexed spender, address indexed redeemer, uint256 nonce
    );
    event RedemptionCancelled(address indexed spender, uint256 nonce);

    error NotSpender();
    error NotSelf();
    error InvalidContext();
    error UnsupportedMode(bytes32 mode);
    error NotRedeemer();
    error NonceUsed(uint256 nonce);
    error RedemptionExpired();
    error InvalidRedemption();

    /// @dev ERC-7579: one call, or a batch that reverts as a whole.
    bytes32 private constant SINGLE = bytes32(0);
    bytes32 private constant BATCH = bytes32(bytes1(0x01));

    /// @dev Bit of a permission's salt: only the spender submits.
    uint256 private constant SPENDER_ONLY = 1 << 175;

    bytes32 private constant REDEMPTION_TYPEHASH = keccak256(
        "Redemption(bytes32 permission,bytes32 mode,bytes execution,address[] redeemers,"
        "uint256 nonce,uint48 validUntil)"
    );

    /// @dev One bit for each used or cancelled nonce.
    mapping(address spender => mapping(uint256 word => uint256)) private usedNonces;

    /// @notice Makes accounts do executions, all or none, each within the permission of its
    /// context.
    /// @param contexts Each `abi.encode(Redemption)`.
    /// @param modes Zero for one call, `0x01` and zeros for a batch.
    /// @param executions As ERC-7579 encodes them.
    function redeemDelegations(
        bytes[] calldata contexts,
        bytes32[] calldata modes,
        bytes[] calldata executions
    ) external nonReentrant {
        uint256 count = contexts.length;
        if (count == 0 || modes.length != count || executions.length != count) {
            revert InvalidContext();
        }
        for (uint256 i; i < count; ++i) {
            _redeem(_open(contexts[i]), modes[i], executions[i]);
        }
    }

    /// @notice Makes a nonce of the caller unusable.
    function cancelRedemption(uint256 nonce) external {
        _useNonce(msg.sender, nonce);
        emit RedemptionCancelled(msg.sender, nonce);
    }

    /// @notice Returns true if a spender used or cancelled a nonce.
    function isNonceUsed(address spender, uint256 nonce) public view returns (bool) {
        return usedNonces[spender][nonce >> 8] >> (nonce & 0xff) & 1 != 0;
    }

    /// @notice Makes the account do the calls of a redemption; this contract calls it, so that
    /// calls that were put together here are checked like any.
    function executeRedeemed(
        Permission calldata permission,
        bytes32 id,
        BaseAccount.Call[] calldata calls
    ) external {
        if (msg.sender != address(this)) revert NotSelf();
        _execute(permission, id, calls);
    }

    /// @dev The permission's id; grants it if there is a signature.
    function _grant(Permission calldata permission, bytes calldata signature)
        internal
        virtual
        returns (bytes32 id);

    /// @dev Makes the account do the calls within the permission.
    function _execute(
        Permission calldata permission,
        bytes32 id,
        BaseAccount.Call[] calldata calls
    ) internal virtual;

    function _redeem(Redemption calldata redemption, bytes32 mode, bytes calldata execution)
        private
    {
        Permission calldata permission = redemption.permission;
        bytes32 id = _grant(permission, redemption.grantSignature);
        if (redemption.signature.length == 0) {
            if (msg.sender != permission.spender) revert NotSpender();
        } else {
            _requireSigned(redemption, id, mode, execution);
        }
        this.executeRedeemed(permission, id, _callsOf(mode, execution));
    }

    /// @dev Uses up the spender's signature.
    function _requireSigned(
        Redemption calldata redemption,
        bytes32 id,
        bytes32 mode,
        bytes calldata execution
    ) private {
        Permission calldata permission = redemption.permission;
        address spender = permission.spender;
        if (permission.salt & SPENDER_ONLY != 0 || !_isRedeemer(redemption.redeemers)) {
            revert NotRedeemer();
        }
        if (block.timestamp > redemption.validUntil) revert RedemptionExpired();
        _useNonce(spender, redemption.nonce);
        bytes32 digest = _hashTypedData(
            keccak256(
                abi.encode(
                    REDEMPTION_TYPEHASH,
                    id,
                    mode,
                    keccak256(execution),
                    keccak256(abi.encodePacked(redemption.redeemers)),
                    redemption.nonce,
                    redemption.validUntil
                )
            )
        );
        // A key's own signature counts, even if the key's address has code (EIP-7702).
        (address signer,,) = ECDSA.tryRecoverCalldata(digest, redemption.signature);
        if (
            signer != spender
                && !SignatureChecker.isValidERC1271SignatureNowCalldata(
                    spender, digest, redemption.signature
                )
        ) revert InvalidRedemption();
        emit Redeemed(id, spender, msg.sender, redemption.nonce);
    }

    function _useNonce(address spender, uint256 nonce) private {
        if (isNonceUsed(spender, nonce)) revert NonceUsed(nonce);
        usedNonces[spender][nonce >> 8] |= 1 << (nonce & 0xff);
    }

    function _isRedeemer(address[] calldata redeemers) private view returns (bool) {
        for (uint256 i; i < redeemers.length; ++i) {
            if (redeemers[i] == msg.sender) return true;
        }
        return redeemers.length == 0;
    }

    /// @dev The compiler checks reads from it against the end of the call data.
    function _open(bytes calldata context) private pure returns (Redemption calldata redemption) {
        if (bytes32(context) != bytes32(uint256(32))) revert InvalidContext();
        assembly ("memory-safe") {
            redemption := add(context.offset, 32)
        }
    }

    function _callsOf(bytes32 mode, bytes calldata execution)
        private
        pure
        returns (BaseAccount.Call[] memory calls)
    {
        if (mode == BATCH) return abi.decode(execution, (BaseAccount.Call[]));
        if (mode != SINGLE) revert UnsupportedMode(mode);
        calls = new BaseAccount.Call[](1);
        calls[0] = BaseAccount.Call(
            address(bytes20(execution[:20])), uint256(bytes32(execution[20:52])), execution[52:]
        );
    }
}
