// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {
    ERC20TransferAuthorization
} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20TransferAuthorization.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {ERC6909} from "@openzeppelin/contracts/token/ERC6909/ERC6909.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {
    SignatureChecker
} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice A token with permits, votes, callbacks and multicall.
contract Coin is ERC20Permit, ERC20Votes, ERC1363, Multicall {
    constructor() ERC20("Coin", "COIN") ERC20Permit("Coin") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function nonces(address owner) public view override(ERC20Permit, Nonces) returns (uint256) {
        return super.nonces(owner);
    }

    function _update(address from, address to, uint256 value)
        internal
        override(ERC20, ERC20Votes)
    {
        super._update(from, to, value);
    }
}

/// @notice A token that moves by signed authorizations (EIP-3009).
contract Dollar is ERC20TransferAuthorization {
    constructor() ERC20("Dollar", "USD") EIP712("Dollar", "1") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @notice A token with DAI's permit, and with meta-transactions.
contract Dai is ERC20, EIP712 {
    bytes32 private constant PERMIT = keccak256(
        "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"
    );
    bytes32 private constant META =
        keccak256("MetaTransaction(uint256 nonce,address from,bytes functionSignature)");

    mapping(address owner => uint256) public nonces;

    constructor() ERC20("Dai", "DAI") EIP712("Dai", "1") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        bytes calldata signature
    ) external {
        bytes32 hash = keccak256(abi.encode(PERMIT, holder, spender, nonce, expiry, allowed));
        _check(holder, hash, signature);
        require(nonce == nonces[holder]++ && (expiry == 0 || block.timestamp <= expiry), "old");
        _approve(holder, spender, allowed ? type(uint256).max : 0);
    }

    function executeMetaTransaction(
        address from,
        bytes calldata functionSignature,
        bytes calldata signature
    ) external {
        bytes32 hash = keccak256(
            abi.encode(META, nonces[from]++, from, keccak256(functionSignature))
        );
        _check(from, hash, signature);
        (bool success,) = address(this).call(abi.encodePacked(functionSignature, from));
        require(success, "failed");
    }

    function _msgSender() internal view override returns (address sender) {
        if (msg.sender != address(this)) return msg.sender;
        assembly {
            sender := shr(96, calldataload(sub(calldatasize(), 20)))
        }
    }

    function _check(address signer, bytes32 hash, bytes calldata signature) private view {
        require(
            SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(hash), signature),
            "signature"
        );
    }
}

/// @notice Items with permits (ERC-4494), and operators by signature.
contract Cards is ERC721("Cards", "CARD"), EIP712("Cards", "1"), Multicall {
    bytes32 private constant PERMIT =
        keccak256("Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)");
    bytes32 private constant PERMIT_ALL = keccak256(
        "PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline)"
    );

    mapping(uint256 id => uint256) public nonces;

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function permit(address spender, uint256 id, uint256 deadline, bytes calldata signature)
        external
    {
        bytes32 hash = keccak256(abi.encode(PERMIT, spender, id, nonces[id]++, deadline));
        _check(ownerOf(id), hash, signature);
        _approve(spender, id, address(0));
    }

    function permitForAll(address owner, address operator, bytes calldata signature) external {
        _check(
            owner,
            keccak256(abi.encode(PERMIT_ALL, owner, operator, true, 0, type(uint256).max)),
            signature
        );
        _setApprovalForAll(owner, operator, true);
    }

    function _check(address signer, bytes32 hash, bytes calldata signature) private view {
        require(
            SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(hash), signature),
            "signature"
        );
    }
}

/// @notice Items of ERC-6909.
contract Parts is ERC6909 {
    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount);
    }
}

/// @notice Stores tokens for its owner, or for its admins; its code can be replaced.
contract Chest is Ownable, AccessControl, UUPSUpgradeable {
    constructor() Ownable(msg.sender) {}

    function initialize(address owner) external {
        require(Ownable.owner() == address(0), "initialized");
        _transferOwnership(owner);
        _grantRole(DEFAULT_ADMIN_ROLE, owner);
    }

    function take(IERC20 token, address to) external {
        require(msg.sender == owner() || hasRole(DEFAULT_ADMIN_ROLE, msg.sender), "not yours");
        token.transfer(to, token.balanceOf(address(this)));
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}

/// @notice Code that gives a chest to anyone.
contract OpenChest is UUPSUpgradeable {
    function take(IERC20 token, address to) external {
        token.transfer(to, token.balanceOf(address(this)));
    }

    function _authorizeUpgrade(address) internal override {}
}

/// @notice Deposits that managers may withdraw; accepts forwarded calls (ERC-2771).
contract Market is ERC2771Context, EIP712 {
    bytes32 private constant AUTHORIZATION = keccak256(
        "Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)"
    );

    IERC20 private immutable token;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address manager => bool)) public isAuthorized;

    constructor(IERC20 token_, address forwarder)
        ERC2771Context(forwarder)
        EIP712("Market", "1")
    {
        token = token_;
    }

    function depositFor(address owner, uint256 amount) external {
        token.transferFrom(msg.sender, address(this), amount);
        balanceOf[owner] += amount;
    }

    function setAuthorization(address manager, bool authorized) external {
        isAuthorized[_msgSender()][manager] = authorized;
    }

    function setAuthorizationWithSig(address owner, address manager, bytes calldata signature)
        external
    {
        bytes32 hash =
            keccak256(abi.encode(AUTHORIZATION, owner, manager, true, 0, type(uint256).max));
        require(
            SignatureChecker.isValidSignatureNow(owner, _hashTypedDataV4(hash), signature),
            "signature"
        );
        isAuthorized[owner][manager] = true;
    }

    function withdraw(uint256 amount, address to, address owner) external {
        require(_msgSender() == owner || isAuthorized[owner][_msgSender()], "not yours");
        balanceOf[owner] -= amount;
        token.transfer(to, amount);
    }
}

/// @notice An exchange that takes assets approved by its makers, for the price that they signed.
contract Bazaar is EIP712("Bazaar", "1") {
    bytes32 private constant ROOT = keccak256("Root(bytes32 root)");
    bytes32 private constant ASK =
        keccak256("Ask(address seller,address collection,uint256 id,uint256 price)");

    function take(address seller, ERC721 collection, uint256 id, bytes calldata signature)
        external
        payable
    {
        _take(
            seller,
            collection,
            id,
            keccak256(abi.encode(ASK, seller, collection, id, msg.value)),
            signature
        );
    }

    function takeLeaf(address seller, ERC721 collection, uint256 id, bytes calldata signature)
        external
        payable
    {
        bytes32 root = keccak256(abi.encode(seller, collection, id, msg.value));
        _take(seller, collection, id, keccak256(abi.encode(ROOT, root)), signature);
    }

    function _take(
        address seller,
        ERC721 collection,
        uint256 id,
        bytes32 hash,
        bytes calldata signature
    ) private {
        require(
            SignatureChecker.isValidSignatureNow(seller, _hashTypedDataV4(hash), signature),
            "signature"
        );
        (bool paid,) = seller.call{value: msg.value}("");
        require(paid, "not paid");
        collection.transferFrom(seller, msg.sender, id);
    }
}
