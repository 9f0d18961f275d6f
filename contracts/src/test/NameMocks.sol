// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A registry and a name wrapper in one, in which anyone may write.
contract NameBook {
    mapping(bytes32 node => address) public owner;

    function setOwner(bytes32 node, address value) external {
        owner[node] = value;
    }

    function ownerOf(uint256 node) external view returns (address) {
        return owner[bytes32(~node)];
    }
}

/// @notice A resolver with one address for every node, with or without wildcards.
contract FixedResolver {
    address private immutable ANSWER;
    bool private immutable EXTENDED;

    constructor(address answer, bool extended) {
        ANSWER = answer;
        EXTENDED = extended;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        return EXTENDED && id == 0x9061b923;
    }

    function addr(bytes32) external view returns (address) {
        require(!EXTENDED, "ask by name");
        return ANSWER;
    }

    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        return abi.encode(ANSWER);
    }
}
