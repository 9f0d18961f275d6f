// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice Calls OpenZeppelin's checker, after a preparation like ERC-6492's.
contract Verifier {
    function check(
        address factory,
        bytes calldata preparation,
        address account,
        bytes32 hash,
        bytes calldata signature
    ) external returns (bool) {
        if (account.code.length == 0 && factory != address(0)) {
            (bool success,) = factory.call(preparation);
            require(success, "preparation");
        }
        return SignatureChecker.isValidSignatureNow(account, hash, signature);
    }
}
