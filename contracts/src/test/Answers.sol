// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Configurable answers for tests: a token of any standard, honest or hostile.
contract Answers {
    struct Answer {
        bool known;
        /// Zeros behind the data.
        uint256 zeros;
        bytes data;
    }

    mapping(bytes32 question => Answer) private answers;

    function say(bytes calldata question, bytes calldata data, uint256 zeros) external {
        answers[keccak256(question)] = Answer(true, zeros, data);
    }

    function hush(bytes calldata question) external {
        delete answers[keccak256(question)];
    }

    fallback(bytes calldata question) external returns (bytes memory) {
        Answer storage answer = answers[keccak256(question)];
        require(answer.known, "unknown");
        return answer.zeros == 0 ? answer.data : bytes.concat(answer.data, new bytes(answer.zeros));
    }
}
