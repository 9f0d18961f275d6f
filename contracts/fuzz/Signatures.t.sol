// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PackedUserOperation} from
    "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";
import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";

import {Acct} from "../src/Acct.sol";
import {AcctFactory} from "../src/AcctFactory.sol";
import {Permissions} from "../src/Permissions.sol";
import {Kind, Owner, OwnerChange} from "../src/OwnerChange.sol";
import {bound, ENTRY_POINT, vm} from "./Vm.sol";

/// @notice The two forms of signatures that only operations have.
contract SignaturesFuzz {
    Acct private account;
    bytes32 private domain;

    function setUp() external {
        bytes[] memory owners = new bytes[](2);
        owners[0] = abi.encode(vm.addr(10));
        owners[1] = abi.encode(vm.addr(11));
        account = Acct(new AcctFactory(address(new Acct(address(new Permissions())))).createAccount(owners, 0));
        domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,address verifyingContract)"),
                keccak256("Acct"),
                keccak256("1"),
                account
            )
        );
    }

    /// forge-config: default.fuzz.runs = 500
    function testFuzz_rootCoversItsOperations(bytes32 seed, uint8 count, uint8 chosen) external {
        bytes32[] memory leaves = new bytes32[](bound(count, 1, 40));
        chosen = uint8(chosen % leaves.length);
        for (uint256 i; i < leaves.length; ++i) {
            leaves[i] = _leaf(_hash(seed, i));
        }
        (bytes32 root, bytes memory proof) = _prove(leaves, chosen);
        bytes memory signature = _signRoot(proof, root, 0);

        require(_validate(_hash(seed, chosen), signature), "an operation of the tree was refused");
        require(!_validate(_hash(seed, leaves.length), signature), "one outside was taken");
        require(!_validate(root, signature), "the root was taken for an operation");
        require(!account.isOwnerSignature(_hash(seed, chosen), signature), "taken for a message");
        if (proof.length != 0) {
            proof[uint256(seed) % proof.length] ^= 0x01;
            require(!_validate(_hash(seed, chosen), _signRoot(proof, root, 0)), "wrong proof");
        }
        require(!_validate(_hash(seed, chosen), _signRoot(proof, root, 2)), "no owner's");
    }

    function testFuzz_noiseIsNoSignature(bytes32 hash, uint8 form, bytes calldata noise)
        external
    {
        bytes memory signature = abi.encodePacked(uint8(form % 4), noise);
        require(!_validate(hash, signature), "noise was taken");
        require(!account.isOwnerSignature(hash, signature), "noise was taken for a message");
    }

    /// forge-config: default.fuzz.runs = 300
    function testFuzz_changesComeFirst(bytes32 hash, uint160 other, bool root, bytes4 selector)
        external
    {
        OwnerChange[] memory changes = new OwnerChange[](1);
        changes[0].from = new bytes32[](1);
        changes[0].owners = new Owner[](2);
        changes[0].owners[0] = Owner(0, Kind.Full, bytes32(uint256(uint160(vm.addr(10)))), 0);
        changes[0].owners[1] = Owner(2, Kind.Full, bytes32(uint256(uint160(vm.addr(12)))), 0);
        (changes[0].next, changes[0].delay) = (3, 3 days);
        bytes[] memory signatures = new bytes[](1);
        bytes32 head = account.ownerChangeHash(changes[0]);
        signatures[0] = _sign(head, 0);
        bytes memory call = abi.encodeCall(account.applyOwnerChanges, (changes, signatures));

        // The change adds the signer.
        bytes memory own = root ? _signRoot("", _leaf(hash), 2) : _sign(hash, 2);
        require(!_validate(hash, own), "an owner before the change");
        bytes memory signature = _withChanges(call, own);
        require(!account.isOwnerSignature(hash, signature), "taken for a message");
        require(_validate(hash, signature), "the added owner was refused");
        require(account.ownerHead() == head, "head");
        require(_validate(hash, signature), "a change that was applied before is skipped");
        // The change removed this one.
        require(!_validate(hash, _withChanges(call, _sign(hash, 1))), "a removed owner's");
        require(!_validate(hash, _withChanges(call, _sign(bytes32(uint256(other)), 2))), "other");

        if (selector != account.applyOwnerChanges.selector) {
            bytes memory wrong = abi.encodePacked(selector, abi.encode(changes, signatures));
            require(!_validate(hash, _withChanges(wrong, own)), "another function was called");
        }
    }

    function _validate(bytes32 hash, bytes memory signature) private returns (bool) {
        PackedUserOperation memory operation;
        (operation.sender, operation.signature) = (address(account), signature);
        vm.prank(ENTRY_POINT);
        try account.validateUserOp(operation, hash, 0) returns (uint256 result) {
            return result == 0;
        } catch {
            return false;
        }
    }

    /// @dev Pairs from the left; a last one without a pair moves up unchanged.
    function _prove(bytes32[] memory nodes, uint256 at)
        private
        pure
        returns (bytes32 root, bytes memory proof)
    {
        while (nodes.length > 1) {
            if (at ^ 1 < nodes.length) proof = abi.encodePacked(proof, nodes[at ^ 1]);
            bytes32[] memory above = new bytes32[]((nodes.length + 1) / 2);
            for (uint256 i; i < above.length; ++i) {
                above[i] = 2 * i + 1 == nodes.length
                    ? nodes[2 * i]
                    : Hashes.commutativeKeccak256(nodes[2 * i], nodes[2 * i + 1]);
            }
            (nodes, at) = (above, at / 2);
        }
        return (nodes[0], proof);
    }

    function _signRoot(bytes memory proof, bytes32 root, uint8 index)
        private
        view
        returns (bytes memory)
    {
        bytes32 message = keccak256(abi.encode(keccak256("Operations(bytes32 root)"), root));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domain, message));
        return abi.encodePacked(uint8(2), uint8(proof.length / 32), proof, _sign(digest, index));
    }

    function _withChanges(bytes memory call, bytes memory signature)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(uint8(3), uint24(call.length), call, signature);
    }

    function _sign(bytes32 digest, uint8 index) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(10 + uint256(index), digest);
        return abi.encodePacked(uint8(1), index, r, s, v);
    }

    function _leaf(bytes32 hash) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("Operation(bytes32 hash)"), hash));
    }

    function _hash(bytes32 seed, uint256 i) private pure returns (bytes32) {
        return keccak256(abi.encode(seed, i));
    }
}
