// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {LibClone} from "solady/src/utils/LibClone.sol";

import {Acct} from "./Acct.sol";

/// @notice Deploys accounts at addresses that follow from owners, nonce and this factory alone.
contract AcctFactory {
    struct OwnerChanges {
        uint256 sequence;
        bytes[] calls;
        bytes signature;
    }

    event AccountCreated(
        address indexed account, bytes32 indexed ownersHash, bytes[] owners, uint256 nonce
    );

    address public immutable implementation;

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @notice Deploys an account, or returns the address of the existing one.
    function createAccount(bytes[] calldata owners, uint256 nonce)
        public
        returns (address payable)
    {
        (bool deployed, address account) =
            LibClone.createDeterministicERC1967(implementation, _salt(owners, nonce));
        if (!deployed) {
            emit AccountCreated(account, keccak256(abi.encode(owners)), owners, nonce);
            Acct(payable(account)).initialize(owners);
        }
        return payable(account);
    }

    /// @notice Deploys with the current owners: `changes` were signed before the account existed
    /// on this chain. Those already applied here are skipped.
    function createAccountWithChanges(
        bytes[] calldata owners,
        uint256 nonce,
        OwnerChanges[] calldata changes
    ) external returns (address payable account) {
        account = createAccount(owners, nonce);
        uint256 next = Acct(account).ownerChangeSequence();
        for (uint256 i; i < changes.length; ++i) {
            OwnerChanges calldata change = changes[i];
            if (change.sequence < next) continue;
            Acct(account).applyOwnerChanges(change.sequence, change.calls, change.signature);
        }
    }

    /// @notice The address of an account that `createAccount` deploys.
    function getAddress(bytes[] calldata owners, uint256 nonce) external view returns (address) {
        return LibClone.predictDeterministicAddressERC1967(
            implementation, _salt(owners, nonce), address(this)
        );
    }

    /// @notice Hash of the proxy's init code, for computing addresses offline.
    function initCodeHash() external view returns (bytes32) {
        return LibClone.initCodeHashERC1967(implementation);
    }

    function _salt(bytes[] calldata owners, uint256 nonce) private pure returns (bytes32) {
        return keccak256(abi.encode(owners, nonce));
    }
}
