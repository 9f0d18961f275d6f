// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Subject of a bound.
enum BoundKind {
    /// The chain's own currency: falls by at most `most`.
    Native,
    /// Balance of the ERC-20 `asset`: falls by at most `most`.
    Erc20,
    /// The ERC-721 `id` of `asset`: stays, unless `most` is 1.
    Erc721,
    /// Balance of the ERC-1155 `id` of `asset`: falls by at most `most`.
    Erc1155,
    /// Balance of the ERC-6909 `id` of `asset`: falls by at most `most`.
    Erc6909,
    /// ERC-20 allowance of `spender`: at most `most` afterwards.
    Erc20Allowance,
    /// Approval of the ERC-721 `id`: only `spender` may get it.
    Erc721Approval,
    /// ERC-721 or ERC-1155 operator `spender`: none afterwards, unless `most` is 1.
    Operator,
    /// ERC-6909 allowance of `spender` for `id`: at most `most` afterwards.
    Erc6909Allowance,
    /// ERC-6909 operator `spender`: none afterwards, unless `most` is 1.
    Erc6909Operator
}

/// @notice Maximum that calls may take from an account, or leave to others.
struct Bound {
    BoundKind kind;
    address asset;
    uint256 id;
    address spender;
    uint256 most;
}

/// @notice Measures an account before and after its calls.
/// @dev An existing right may stay: a bound limits the rights granted by the calls. Incoming
/// amounts offset outgoing ones: a bound limits the difference. An unreadable value, before or
/// after, reverts: the sentence that a user agreed to would otherwise be meaningless.
library Bounds {
    error BoundExceeded(uint256 index, uint256 amount, uint256 most);
    error UnreadableBound(uint256 index);

    /// @notice Reads the values that the bounds limit.
    function measure(Bound[] calldata bounds) internal view returns (uint256[] memory values) {
        values = new uint256[](bounds.length);
        for (uint256 i; i < bounds.length; ++i) {
            values[i] = _read(bounds[i], i);
        }
    }

    /// @notice Reverts if more than the bounds left, or is left to others.
    function check(Bound[] calldata bounds, uint256[] memory before) internal view {
        for (uint256 i; i < bounds.length; ++i) {
            Bound calldata bound = bounds[i];
            (uint256 earlier, uint256 later) = (before[i], _read(bound, i));
            if (bound.kind < BoundKind.Erc20Allowance) {
                if (later < earlier && earlier - later > bound.most) {
                    revert BoundExceeded(i, earlier - later, bound.most);
                }
            } else if (bound.kind == BoundKind.Erc721Approval) {
                if (later != earlier && later != 0 && later != uint160(bound.spender)) {
                    revert BoundExceeded(i, later, uint160(bound.spender));
                }
            } else if (later > earlier && later > bound.most) {
                revert BoundExceeded(i, later, bound.most);
            }
        }
    }

    function _read(Bound calldata bound, uint256 index) private view returns (uint256 value) {
        BoundKind kind = bound.kind;
        if (kind == BoundKind.Native) return address(this).balance;
        value = _call(bound.asset, _question(kind, bound.id, bound.spender), index);
        if (kind == BoundKind.Erc721) return value == uint160(address(this)) ? 1 : 0;
    }

    function _question(BoundKind kind, uint256 id, address spender)
        private
        view
        returns (bytes memory)
    {
        address self = address(this);
        if (kind == BoundKind.Erc20) {
            return abi.encodeWithSignature("balanceOf(address)", self);
        }
        if (kind == BoundKind.Erc721) return abi.encodeWithSignature("ownerOf(uint256)", id);
        if (kind == BoundKind.Erc1155 || kind == BoundKind.Erc6909) {
            return abi.encodeWithSignature("balanceOf(address,uint256)", self, id);
        }
        if (kind == BoundKind.Erc20Allowance) {
            return abi.encodeWithSignature("allowance(address,address)", self, spender);
        }
        if (kind == BoundKind.Erc721Approval) {
            return abi.encodeWithSignature("getApproved(uint256)", id);
        }
        if (kind == BoundKind.Operator) {
            return abi.encodeWithSignature("isApprovedForAll(address,address)", self, spender);
        }
        if (kind == BoundKind.Erc6909Allowance) {
            return
                abi.encodeWithSignature("allowance(address,address,uint256)", self, spender, id);
        }
        return abi.encodeWithSignature("isOperator(address,address)", self, spender);
    }

    /// @dev Copies one word of the answer only: a target cannot make the account pay for more.
    function _call(address asset, bytes memory question, uint256 index)
        private
        view
        returns (uint256 value)
    {
        bool read;
        assembly ("memory-safe") {
            let success :=
                staticcall(gas(), asset, add(question, 0x20), mload(question), 0x00, 0x20)
            read := and(success, gt(returndatasize(), 0x1f))
            value := mload(0x00)
        }
        if (!read) revert UnreadableBound(index);
    }
}
