// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {LibClone} from "solady/src/utils/LibClone.sol";

import {Acct} from "./Acct.sol";
import {OwnerChange} from "./OwnerChange.sol";

/// @notice Deploys accounts at addresses that follow from owners, nonce and this factory alone.
contract AcctFactory {
    event AccountCreated(
        address indexed account, bytes32 indexed ownersHash, bytes[] owners, uint256 nonce
    );

    /// @notice The code of new accounts, until their owners upgrade them.
    address public immutable implementation;

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @notice Deploys an account, or returns the address of the existing one.
    /// @param owners The first owners, in the format of `Acct.initialize`.
    /// @param nonce Distinguishes accounts with the same first owners.
    function createAccount(bytes[] calldata owners, uint256 nonce)
        external
        returns (address payable)
    {
        (bool deployed, address payable account) = _deploy(owners, nonce);
        if (!deployed) Acct(account).initialize(owners);
        return account;
    }

    /// @notice Deploys with the current owners: `changes` were signed before the account existed on
    /// this chain. Changes that do not continue its head are skipped, as on an existing account.
    /// @param signatures Of each change, by a full owner at the head that the change continues.
    function createAccountWithChanges(
        bytes[] calldata owners,
        uint256 nonce,
        OwnerChange[] calldata changes,
        bytes[] calldata signatures
    ) external returns (address payable) {
        (bool deployed, address payable account) = _deploy(owners, nonce);
        if (!deployed) Acct(account).initialize(owners);
        Acct(account).applyOwnerChanges(changes, signatures);
        return account;
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

    function _deploy(bytes[] calldata owners, uint256 nonce)
        private
        returns (bool deployed, address payable account)
    {
        address deployedAt;
        (deployed, deployedAt) =
            LibClone.createDeterministicERC1967(implementation, _salt(owners, nonce));
        account = payable(deployedAt);
        if (!deployed) {
            emit AccountCreated(account, keccak256(abi.encode(owners)), owners, nonce);
        }
    }

    function _salt(bytes[] calldata owners, uint256 nonce) private pure returns (bytes32) {
        return keccak256(abi.encode(owners, nonce));
    }
}
