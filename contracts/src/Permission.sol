// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Requirement on an argument of a granted call.
struct ArgumentRule {
    /// Position of the argument's word after the selector, 0 for the first.
    uint8 word;
    /// 0 equal, 1 at most, 2 one of, 3 the account, 4 the spender.
    uint8 kind;
    /// One value for "equal" and "at most", one or more for "one of", else none.
    bytes32[] values;
}

/// @notice A function that a spender may call.
struct CallPermission {
    address target;
    /// 0xe0e0e0e0 for a call without data.
    bytes4 selector;
    /// All of them must match.
    ArgumentRule[] rules;
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
    /// The account's epoch (64 bits), the granting owner's index (16 bits), one bit that is set if
    /// only the spender may redeem it, then 175 random bits.
    uint256 salt;
    /// Empty: plain transfers of the tokens in `spends` only.
    CallPermission[] calls;
    /// Several of one token all hold.
    SpendPermission[] spends;
    /// Tokens of which no amount may leave, such as tokens that the account approved for a target.
    address[] watched;
}

/// @notice EIP-712 hashing of permissions.
library PermissionHash {
    bytes32 private constant RULE_TYPEHASH =
        keccak256("ArgumentRule(uint8 word,uint8 kind,bytes32[] values)");
    bytes32 private constant CALL_TYPEHASH = keccak256(
        "CallPermission(address target,bytes4 selector,ArgumentRule[] rules)"
        "ArgumentRule(uint8 word,uint8 kind,bytes32[] values)"
    );
    bytes32 private constant SPEND_TYPEHASH = keccak256(
        "SpendPermission(address token,uint160 allowance,uint8 unit,uint8 multiplier)"
    );
    bytes32 private constant PERMISSION_TYPEHASH = keccak256(
        "Permission(address account,address spender,uint48 start,uint48 end,uint256 salt,"
        "CallPermission[] calls,SpendPermission[] spends,address[] watched)"
        "ArgumentRule(uint8 word,uint8 kind,bytes32[] values)"
        "CallPermission(address target,bytes4 selector,ArgumentRule[] rules)"
        "SpendPermission(address token,uint160 allowance,uint8 unit,uint8 multiplier)"
    );

    /// @notice The struct hash, without a domain.
    function hash(Permission calldata permission) internal pure returns (bytes32) {
        bytes32[] memory calls = new bytes32[](permission.calls.length);
        for (uint256 i; i < calls.length; ++i) {
            CallPermission calldata call = permission.calls[i];
            calls[i] = keccak256(
                abi.encode(CALL_TYPEHASH, call.target, call.selector, _hashRules(call.rules))
            );
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
                keccak256(abi.encodePacked(spends)),
                keccak256(abi.encodePacked(permission.watched))
            )
        );
    }

    function _hashRules(ArgumentRule[] calldata rules) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](rules.length);
        for (uint256 i; i < hashes.length; ++i) {
            ArgumentRule calldata rule = rules[i];
            hashes[i] = keccak256(
                abi.encode(
                    RULE_TYPEHASH, rule.word, rule.kind, keccak256(abi.encodePacked(rule.values))
                )
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }
}
