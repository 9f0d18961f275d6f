// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A function that a spender may call.
struct CallPermission {
    address target;
    /// 0xe0e0e0e0 for a call without data.
    bytes4 selector;
}

/// @notice Amount of a token that a spender may take in each period.
struct SpendPermission {
    /// The ERC-20 contract, or ERC-7528's address for the chain's own currency.
    address token;
    uint160 allowance;
    /// 0 minute, 1 hour, 2 day, 3 week, 4 month, 5 year, 6 forever.
    uint8 unit;
    /// Units per period.
    uint8 multiplier;
}

/// @notice Actions that an account permits a spender, for a limited time.
struct Permission {
    address account;
    address spender;
    /// First second.
    uint48 start;
    /// Last second.
    uint48 end;
    /// The account's epoch (64 bits), then 192 random bits.
    uint256 salt;
    /// Empty: plain transfers of the tokens in `spends` only.
    CallPermission[] calls;
    SpendPermission[] spends;
}

/// @notice EIP-712 hashing of permissions.
library PermissionHash {
    bytes32 private constant CALL_TYPEHASH =
        keccak256("CallPermission(address target,bytes4 selector)");
    bytes32 private constant SPEND_TYPEHASH = keccak256(
        "SpendPermission(address token,uint160 allowance,uint8 unit,uint8 multiplier)"
    );
    bytes32 private constant PERMISSION_TYPEHASH = keccak256(
        "Permission(address account,address spender,uint48 start,uint48 end,uint256 salt,"
        "CallPermission[] calls,SpendPermission[] spends)"
        "CallPermission(address target,bytes4 selector)"
        "SpendPermission(address token,uint160 allowance,uint8 unit,uint8 multiplier)"
    );

    /// @notice The struct hash, without a domain.
    function hash(Permission calldata permission) internal pure returns (bytes32) {
        bytes32[] memory calls = new bytes32[](permission.calls.length);
        for (uint256 i; i < calls.length; ++i) {
            CallPermission calldata call = permission.calls[i];
            calls[i] = keccak256(abi.encode(CALL_TYPEHASH, call.target, call.selector));
        }
        bytes32[] memory spends = new bytes32[](permission.spends.length);
        for (uint256 i; i < spends.length; ++i) {
            SpendPermission calldata spend = permission.spends[i];
            spends[i] = keccak256(
                abi.encode(
                    SPEND_TYPEHASH, spend.token, spend.allowance, spend.unit, spend.multiplier
                )
            );
        }
        return keccak256(
            abi.encode(
                PERMISSION_TYPEHASH,
                permission.account,
                permission.spender,
                permission.start,
                permission.end,
                permission.salt,
                keccak256(abi.encodePacked(calls)),
                keccak256(abi.encodePacked(spends))
            )
        );
    }
}
