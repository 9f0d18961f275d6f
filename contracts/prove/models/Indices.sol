// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Owner} from "../../src/OwnerChange.sol";

/// @notice Mirrors the effect of `Owners._setFirstOwners` and `_replaceOwners` on one index:
/// whether it has an owner. The index is arbitrary, so the result is valid for all.
/// @dev A loop that removes owners is replaced by its effect on this index. The kinds and keys of
/// owners are omitted, so the model accepts more than the contract.
contract Indices {
    uint256 private constant MAX_OWNERS = 16;
    uint256 private constant MAX_INDICES = 32;

    uint256 public next;
    bool public taken;
    uint256 private immutable any;

    /// @dev True if the last list of owners, of at most sixteen, contains the index.
    bool private listed;

    constructor(uint256 any_) {
        any = any_;
    }

    function setFirst(Owner[] calldata owners) external {
        require(next == 0);
        require(owners.length != 0 && owners.length <= MAX_OWNERS);
        next = owners.length;
        listed = taken = any < owners.length;
    }

    function replace(Owner[] calldata owners, uint256 next_) external {
        uint256 given = next;
        require(owners.length != 0 && owners.length <= MAX_OWNERS);
        require(next_ >= given && next_ <= MAX_INDICES);
        bool stated;
        uint256 index;
        for (uint256 i; i < owners.length; ++i) {
            uint256 position = owners[i].index;
            require(position >= index && position < next_);
            if (index <= any && any < position && any < given) taken = false;
            if (position == any) taken = stated = true;
            index = position + 1;
        }
        if (index <= any && any < given) taken = false;
        next = next_;
        listed = stated;
    }

    function claim() external view {
        assert(next <= MAX_INDICES);
        assert(!taken || any < next);
        assert(!taken || listed);
    }
}
