// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @notice The part of the ENS registry that is read.
interface INameRegistry {
    /// @notice The owner of a name; the wrapper for wrapped ones.
    function owner(bytes32 node) external view returns (address);
}

/// @notice The part of ENS's name wrapper that is read; it owns wrapped names in the registry.
interface INameWrapper {
    /// @notice The owner of a wrapped name.
    function ownerOf(uint256 node) external view returns (address);
}

/// @notice Resolution of any name below a resolver's own (ENSIP-10).
interface IExtendedResolver {
    /// @notice Answers a question about a name.
    /// @param name In DNS form.
    /// @param data Call data of the function that a resolver of this name alone would have.
    function resolve(bytes calldata name, bytes calldata data)
        external
        view
        returns (bytes memory);
}

/// @notice Request to a gateway (ERC-3668).
interface INameGateway {
    /// @notice Requests the signed answer to a query about a name.
    /// @param resolver The requesting resolver. The client's `sender` is the universal resolver
    /// where a batch gateway is used (ENSIP-22).
    function resolve(address resolver, bytes calldata name, bytes calldata data)
        external
        view
        returns (bytes memory result, uint64 expires, bytes memory signature);
}

/// @notice Resolves the subnames of apps' names with answers signed by the service (ENSIP-10,
/// ERC-3668), and an app's own name with its former resolver.
contract SubnameResolver is IExtendedResolver, EIP712, Ownable2Step {
    error OffchainLookup(
        address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData
    );

    error NotNameOwner();
    error InvalidName();
    error InvalidSigner();
    error AnswerExpired();
    error OwnerNeeded();

    event SignerChanged(address indexed signer, bool valid);
    event UrlsChanged(string[] urls);
    event FormerResolverChanged(bytes32 indexed node, address indexed owner, address resolver);

    bytes32 private constant ANSWER_TYPEHASH =
        keccak256("Answer(bytes request,bytes result,uint64 expires)");

    INameRegistry private immutable REGISTRY;
    address private immutable WRAPPER;

    /// @notice Accepted signers: two of them during a replacement.
    mapping(address signer => bool) public isSigner;

    /// @notice The resolver that an owner of an app's name had before; it keeps answering for that
    /// name itself while it has this owner.
    mapping(bytes32 node => mapping(address owner => address)) public formerResolverOf;

    string[] private gatewayUrls;

    /// @param wrapper ENS's name wrapper, or zero on a chain without one.
    constructor(
        INameRegistry registry,
        address wrapper,
        address owner,
        address signer,
        string[] memory urls_
    ) EIP712("Acct Names", "1") Ownable(owner) {
        REGISTRY = registry;
        WRAPPER = wrapper;
        _setSigner(signer, true);
        _setUrls(urls_);
    }

    /// @notice URLs of the gateways (ERC-3668 templates).
    function urls() external view returns (string[] memory) {
        return gatewayUrls;
    }

    /// @notice Replaces the URLs of the gateways.
    function setUrls(string[] calldata urls_) external onlyOwner {
        _setUrls(urls_);
    }

    /// @notice Adds or removes a signer; everything that a removed one signed is invalid.
    function setSigner(address signer, bool valid) external onlyOwner {
        _setSigner(signer, valid);
    }

    /// @notice Sets the former resolver of an app's name; its owner calls this before the change.
    /// @param resolver Zero lets the gateway answer for the name itself too.
    function setFormerResolver(bytes32 node, address resolver) external {
        if (msg.sender != _ownerOf(node) || resolver == address(this)) revert NotNameOwner();
        formerResolverOf[node][msg.sender] = resolver;
        emit FormerResolverChanged(node, msg.sender, resolver);
    }

    /// @inheritdoc IExtendedResolver
    function resolve(bytes calldata name, bytes calldata data)
        external
        view
        returns (bytes memory)
    {
        bytes32 node = _nodeOf(name);
        address former = formerResolverOf[node][_ownerOf(node)];
        if (former != address(0)) return _askFormer(former, name, data);
        bytes memory request = abi.encodeCall(INameGateway.resolve, (address(this), name, data));
        revert OffchainLookup(
            address(this), gatewayUrls, request, this.resolveWithProof.selector, request
        );
    }

    /// @notice Verifies a gateway's answer and returns its result.
    /// @param response `abi.encode(bytes result, uint64 expires, bytes signature)`.
    /// @param request The request to the gateway.
    function resolveWithProof(bytes calldata response, bytes calldata request)
        external
        view
        returns (bytes memory)
    {
        (bytes memory result, uint64 expires, bytes memory signature) =
            abi.decode(response, (bytes, uint64, bytes));
        if (block.timestamp > expires) revert AnswerExpired();
        (address signer,,) = ECDSA.tryRecover(answerHash(request, result, expires), signature);
        if (!isSigner[signer]) revert InvalidSigner();
        return result;
    }

    /// @notice The hash that a signer signs for an answer.
    function answerHash(bytes calldata request, bytes memory result, uint64 expires)
        public
        view
        returns (bytes32)
    {
        return _hashTypedDataV4(
            keccak256(abi.encode(ANSWER_TYPEHASH, keccak256(request), keccak256(result), expires))
        );
    }

    /// @notice Returns true for ERC-165 and ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == type(IExtendedResolver).interfaceId;
    }

    /// @notice Always reverts.
    /// @dev Without an owner, a lost signer could not be replaced.
    function renounceOwnership() public pure override {
        revert OwnerNeeded();
    }

    /// @dev The owner of a name, wrapped or not.
    function _ownerOf(bytes32 node) private view returns (address owner_) {
        owner_ = REGISTRY.owner(node);
        if (owner_ == WRAPPER && owner_ != address(0)) {
            owner_ = INameWrapper(WRAPPER).ownerOf(uint256(node));
        }
    }

    /// @dev A former resolver with wildcards is called by name, a plain one by node, like in ENS.
    function _askFormer(address former, bytes calldata name, bytes calldata data)
        private
        view
        returns (bytes memory)
    {
        (bool known, bytes memory answer) = former.staticcall(
            abi.encodeWithSelector(0x01ffc9a7, type(IExtendedResolver).interfaceId)
        );
        bool extended = known && answer.length == 32 && abi.decode(answer, (uint256)) == 1;
        (bool success, bytes memory result) =
            former.staticcall(extended ? abi.encodeCall(this.resolve, (name, data)) : data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(result, 0x20), mload(result))
            }
        }
        return extended ? abi.decode(result, (bytes)) : result;
    }

    /// @dev ENS's node of a name in DNS form: hashed from the last label to the first.
    function _nodeOf(bytes calldata name) private pure returns (bytes32 node) {
        if (name.length == 0) revert InvalidName();
        uint256 length = uint8(name[0]);
        if (length == 0) {
            if (name.length != 1) revert InvalidName();
            return 0;
        }
        if (name.length < length + 2) revert InvalidName();
        return keccak256(
            abi.encode(_nodeOf(name[length + 1:]), keccak256(name[1:length + 1]))
        );
    }

    function _setSigner(address signer, bool valid) private {
        // A signature that recovers to the zero address must never count.
        if (signer == address(0)) revert InvalidSigner();
        isSigner[signer] = valid;
        emit SignerChanged(signer, valid);
    }

    function _setUrls(string[] memory urls_) private {
        gatewayUrls = urls_;
        emit UrlsChanged(urls_);
    }
}
