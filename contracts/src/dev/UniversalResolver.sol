// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IExtendedResolver} from "../SubnameResolver.sol";

/// @notice The part of the ENS registry that is read.
interface IResolverRegistry {
    function resolver(bytes32 node) external view returns (address);
}

/// @notice Several requests to gateways in one (ENSIP-21).
interface IBatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] calldata queries)
        external
        view
        returns (bool[] memory failures, bytes[] memory responses);
}

/// @notice Finds the resolver of a name and calls it, as clients of ENS's universal resolver expect
/// (ENSIP-10, ENSIP-21, ERC-3668). For local chains, where ENS's own contract is not available.
contract UniversalResolver {
    error OffchainLookup(
        address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData
    );

    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes errorData);
    error DNSDecodingFailed(bytes dns);

    IResolverRegistry private immutable REGISTRY;

    constructor(IResolverRegistry registry) {
        REGISTRY = registry;
    }

    /// @notice Resolves a name in DNS form.
    /// @param gateways URLs that query the resolver's gateways for the client.
    /// @return The resolver's answer, and the resolver.
    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata gateways
    ) external view returns (bytes memory, address) {
        (address resolver, bool exact) = _find(name);
        bool extended = _isExtended(resolver);
        // Only a resolver with wildcards answers for names below its own.
        if (!extended && !exact) revert ResolverNotFound(name);
        (bool success, bytes memory answer) = resolver.staticcall(
            extended ? abi.encodeCall(IExtendedResolver.resolve, (name, data)) : data
        );
        if (success) return (extended ? abi.decode(answer, (bytes)) : answer, resolver);
        if (answer.length < 4 || bytes4(answer) != OffchainLookup.selector) {
            revert ResolverError(answer);
        }
        return _askGateways(resolver, answer, gateways);
    }

    /// @notice Passes the gateways' answer to the resolver that requested it.
    function answered(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory, address)
    {
        (address resolver, bytes4 callback, bytes memory extraData) =
            abi.decode(extra, (address, bytes4, bytes));
        (bool[] memory failures, bytes[] memory responses) =
            abi.decode(response, (bool[], bytes[]));
        if (failures[0]) _revert(responses[0]);
        (bool success, bytes memory answer) =
            resolver.staticcall(abi.encodeWithSelector(callback, responses[0], extraData));
        if (!success) revert ResolverError(answer);
        return (abi.decode(answer, (bytes)), resolver);
    }

    function _askGateways(address resolver, bytes memory lookup, string[] calldata gateways)
        private
        view
        returns (bytes memory, address)
    {
        bytes memory arguments = new bytes(lookup.length - 4);
        for (uint256 i = 0; i < arguments.length; i++) {
            arguments[i] = lookup[i + 4];
        }
        (
            address sender,
            string[] memory urls,
            bytes memory callData,
            bytes4 callback,
            bytes memory extraData
        ) = abi.decode(arguments, (address, string[], bytes, bytes4, bytes));
        if (sender != resolver) revert ResolverError(lookup);
        IBatchGateway.Query[] memory queries = new IBatchGateway.Query[](1);
        queries[0] = IBatchGateway.Query(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(IBatchGateway.query, (queries)),
            this.answered.selector,
            abi.encode(resolver, callback, extraData)
        );
    }

    /// @dev The resolver of the name itself, else that of the nearest name above it.
    function _find(bytes calldata name) private view returns (address resolver, bool exact) {
        uint256 offset = 0;
        while (offset < name.length && uint8(name[offset]) != 0) {
            resolver = REGISTRY.resolver(_nodeOf(name, offset));
            if (resolver != address(0)) {
                if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
                return (resolver, offset == 0);
            }
            offset += 1 + uint8(name[offset]);
        }
        revert ResolverNotFound(name);
    }

    function _nodeOf(bytes calldata name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return 0;
        uint256 next = offset + 1 + length;
        if (next > name.length) revert DNSDecodingFailed(name);
        return keccak256(abi.encode(_nodeOf(name, next), keccak256(name[offset + 1:next])));
    }

    function _isExtended(address resolver) private view returns (bool) {
        (bool known, bytes memory answer) = resolver.staticcall(
            abi.encodeWithSelector(0x01ffc9a7, type(IExtendedResolver).interfaceId)
        );
        return known && answer.length == 32 && abi.decode(answer, (uint256)) == 1;
    }

    function _revert(bytes memory data) private pure {
        assembly ("memory-safe") {
            revert(add(data, 0x20), mload(data))
        }
    }
}
