// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {WebAuthn as OzWebAuthn} from "@openzeppelin/contracts/utils/cryptography/WebAuthn.sol";
import {Base64} from "solady/src/utils/Base64.sol";
import {WebAuthn} from "solady/src/utils/WebAuthn.sol";

import {Passkey} from "../src/Passkey.sol";
import {bound, vm} from "./Vm.sol";

/// @notice Our check of assertions against OpenZeppelin's, over valid and invalid ones.
contract PasskeyFuzz {
    uint256 private constant N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551;

    struct Input {
        uint256 key;
        bytes32 digest;
        uint8 flags;
        uint8 length;
        uint8 flaw;
        bool prefixed;
        uint16 shift;
        bytes noise;
    }

    function check(bytes32 digest, bytes calldata data, bytes32 x, bytes32 y)
        external
        view
        returns (bool)
    {
        return Passkey.verify(digest, data, x, y, false);
    }

    /// forge-config: default.fuzz.runs = 300
    function testFuzz_agreesWithOpenZeppelin(Input memory input) external view {
        WebAuthn.WebAuthnAuth memory auth = _make(input);
        (uint256 x, uint256 y) = vm.publicKeyP256(bound(input.key, 1, N - 1));
        // Empty for indices past 16 bits, which are past the text too.
        bytes memory compact = WebAuthn.tryEncodeAuthCompact(auth);
        bool ours = this.check(input.digest, compact, bytes32(x), bytes32(y));
        bool theirs = OzWebAuthn.verify(
            abi.encode(input.digest),
            OzWebAuthn.WebAuthnAuth(
                auth.r,
                auth.s,
                auth.challengeIndex,
                auth.typeIndex,
                auth.authenticatorData,
                auth.clientDataJSON
            ),
            bytes32(x),
            bytes32(y),
            true
        );
        // They also reject a backed-up credential that claims that it cannot be backed up.
        if (uint8(auth.authenticatorData[32]) & 0x18 == 0x10) {
            require(!theirs, "backup bits");
            return;
        }
        require(ours == theirs, "differs");
        if (input.flaw % 8 == 0 && input.flags & 5 == 5) require(ours, "a good one was refused");
        if (input.flags & 5 != 5) require(!ours, "no user verification");
    }

    /// forge-config: default.fuzz.runs = 2000
    function testFuzz_noiseIsNoSignature(bytes32 digest, bytes calldata data) external view {
        (uint256 x, uint256 y) = vm.publicKeyP256(1);
        require(!this.check(digest, data, bytes32(x), bytes32(y)), "noise was taken");
    }

    function _make(Input memory input)
        private
        pure
        returns (WebAuthn.WebAuthnAuth memory auth)
    {
        uint256 flaw = input.flaw % 8;
        string memory prefix = input.prefixed ? '"x":"y",' : "";
        string memory challenge = Base64.encode(abi.encode(input.digest), true, true);
        auth.clientDataJSON = string(
            abi.encodePacked(
                "{", prefix, '"type":"webauthn.get","challenge":"', challenge, '","origin":"z"}'
            )
        );
        auth.typeIndex = 1 + bytes(prefix).length;
        auth.challengeIndex = auth.typeIndex + 22;
        if (flaw == 1) auth.typeIndex += input.shift;
        if (flaw == 2) auth.challengeIndex += input.shift;
        if (flaw == 3) auth.clientDataJSON = string(input.noise);
        if (flaw == 4) auth.challengeIndex = type(uint256).max - input.shift;
        uint256 length = flaw == 5 ? bound(input.length, 33, 45) : 37;
        auth.authenticatorData = new bytes(length);
        auth.authenticatorData[32] = bytes1(input.flags);
        bytes32 signed =
            sha256(abi.encodePacked(auth.authenticatorData, sha256(bytes(auth.clientDataJSON))));
        (auth.r, auth.s) = vm.signP256(bound(input.key, 1, N - 1), signed);
        bool upper = uint256(auth.s) > N / 2;
        // Low, unless the flaw is that it is not.
        if (upper != (flaw == 6)) auth.s = bytes32(N - uint256(auth.s));
        if (flaw == 7) auth.r = bytes32(uint256(auth.r) ^ 1);
    }
}
