// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice The few of forge's cheat codes that our tests need.
interface Vm {
    function assume(bool condition) external pure;
    function deal(address account, uint256 balance) external;
    function expectRevert() external;
    function load(address target, bytes32 slot) external view returns (bytes32);
    function prank(address sender) external;
    function warp(uint256 timestamp) external;
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest)
        external
        pure
        returns (uint8 v, bytes32 r, bytes32 s);
    function etch(address target, bytes calldata code) external;
    function publicKeyP256(uint256 privateKey) external view returns (uint256 x, uint256 y);
    function signP256(uint256 privateKey, bytes32 digest)
        external
        pure
        returns (bytes32 r, bytes32 s);
}

Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

address constant ENTRY_POINT = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;

/// @notice Maps a number into inclusive bounds.
function bound(uint256 value, uint256 low, uint256 high) pure returns (uint256) {
    return low + value % (high - low + 1);
}
