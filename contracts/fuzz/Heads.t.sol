// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Kind, Owner, OwnerChange, Recovery, Veto} from "../src/OwnerChange.sol";
import {OwnerChanges} from "../src/OwnerChanges.sol";
import {Owners} from "../src/Owners.sol";
import {bound, vm} from "./Vm.sol";

/// @notice The owners of one account on one chain. All chains hash alike, because an account's
/// address is the same on all of them. A signature is the index and the word of the signing owner.
contract Chain is OwnerChanges {
    function begin(bytes[] calldata owners) external {
        _setFirstOwners(owners);
    }

    /// @dev As the account derives it from the EntryPoint's nonces.
    bool private operated;

    function operate() external {
        operated = true;
    }

    function _requireProxy() internal view override {}

    function _hasOperated() internal view override returns (bool) {
        return operated;
    }

    function _hashForAllChains(bytes32 structHash) internal pure override returns (bytes32) {
        return keccak256(abi.encode("one account", structHash));
    }

    function _signedByFullOwner(bytes32, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        (uint256 index, bytes32 word) = abi.decode(signature, (uint256, bytes32));
        return word != 0 && !_isRecovery(word) && _state().owners[index] == word;
    }

    function _signedByRecoveryOwner(bytes32, bytes calldata signature)
        internal
        view
        override
        returns (bool, uint256)
    {
        (uint256 index, bytes32 word) = abi.decode(signature, (uint256, bytes32));
        return (_isRecovery(word) && _state().owners[index] == word, index);
    }
}

/// @notice Owners, thieves and carriers who do anything in any order on three chains.
contract Histories {
    struct Started {
        uint256 at;
        uint256 delay;
        bytes32 head;
        bytes32 word;
    }

    uint256 private constant CHAINS = 3;
    uint256 private constant KEYS = 6;

    Chain[CHAINS] private chains;
    uint256 private time = block.timestamp;
    Owner[KEYS] private keys;
    /// @dev Calls that were signed: anyone may carry them anywhere, at any time.
    bytes[] private signed;
    /// @dev Signed changes with their signatures, ABI-encoded.
    bytes[] private signedChanges;
    bytes[] private finishes;
    bytes32[] private finishedIds;

    mapping(bytes32 head => bytes32) private meaning;
    mapping(bytes32 head => uint256) private nexts;
    mapping(uint256 chain => mapping(bytes32 recovery => Started)) private starts;
    mapping(uint256 chain => mapping(bytes32 head => mapping(bytes32 target => bool))) private
        vetoed;
    mapping(uint256 chain => bool) private operated;

    uint256 public changed;
    string public wrong;

    constructor() {
        bytes[] memory owners = new bytes[](2);
        for (uint256 i; i < KEYS; ++i) {
            if (i < 3) {
                (uint256 x, uint256 y) = vm.publicKeyP256(i + 1);
                (keys[i].x, keys[i].y) = (bytes32(x), bytes32(y));
            } else {
                keys[i].x = bytes32(0xa000 + i);
            }
        }
        owners[0] = abi.encode(keys[0].x, keys[0].y);
        owners[1] = abi.encode(keys[3].x);
        for (uint256 i; i < CHAINS; ++i) {
            chains[i] = new Chain();
            chains[i].begin(owners);
            _look(i);
        }
        operate(0);
    }

    /// @notice Runs the account's first operation on a chain.
    function operate(uint256 which) public {
        chains[which % CHAINS].operate();
        operated[which % CHAINS] = true;
    }

    function pass(uint256 seed) public {
        time += _mix(seed) % 3 days;
        vm.warp(time);
    }

    /// @notice Signs a change of one chain's owners for the heads of some chains, and submits it
    /// there.
    function change(uint256 seed, uint32 delay) external {
        seed = _mix(seed);
        uint256 which = seed % CHAINS;
        OwnerChange memory next;
        next.from = _heads(seed);
        (next.owners, next.next) = _owners(which, seed);
        next.delay = seed >> 250 == 0 ? delay : bound(delay, 1 days, 5 days);
        bytes memory signature = _sign(which, seed, Kind.Full);
        bytes memory call = seed >> 60 & 1 == 0
            ? abi.encodeCall(OwnerChanges.applyOwnerChange, (next, signature))
            : _callOfMany(next, signature);
        signed.push(call);
        signedChanges.push(abi.encode(next, signature));
        if (_carry(which, call)) changed += 1;
    }

    function _callOfMany(OwnerChange memory change_, bytes memory signature)
        private
        pure
        returns (bytes memory)
    {
        OwnerChange[] memory changes = new OwnerChange[](1);
        bytes[] memory signatures = new bytes[](1);
        (changes[0], signatures[0]) = (change_, signature);
        return abi.encodeCall(OwnerChanges.applyOwnerChanges, (changes, signatures));
    }

    /// @notice Starts a recovery by a recovery owner, with any fields except a delay.
    function start(uint256 seed) public {
        seed = _mix(seed);
        uint256 which = seed % CHAINS;
        Recovery memory next;
        next.from = _heads(seed);
        (next.owners, next.next) = _owners(which, seed);
        next.salt = seed >> 253;
        bytes memory signature = _sign(which, seed, Kind.Recovery);
        (, bytes32 word) = abi.decode(signature, (uint256, bytes32));
        bytes32 id = chains[which].recoveryHash(next);
        uint256 delay = chains[which].recoveryDelay();
        finishes.push(abi.encodeCall(OwnerChanges.finishRecovery, (next)));
        finishedIds.push(id);
        Owners.Pending[] memory before = chains[which].pendingRecoveries();
        if (_carry(which, abi.encodeCall(OwnerChanges.startRecovery, (next, signature)))) {
            starts[which][id] = Started(time, delay, chains[which].ownerHead(), word);
            if (delay < 1 days) wrong = "short delay";
            if (!operated[which] && delay != 30 days) wrong = "short delay on an unused chain";
            _requireKept(before, chains[which].pendingRecoveries());
        }
    }

    /// @dev A start displaces no pending recovery, and leaves at most four of one owner.
    function _requireKept(Owners.Pending[] memory before, Owners.Pending[] memory present) private {
        if (present.length != before.length + 1) wrong = "a recovery was displaced";
        uint256 sameOwner;
        for (uint256 i; i < present.length; ++i) {
            if (i < before.length && present[i].recovery != before[i].recovery) wrong = "order";
            if (present[i].index == present[present.length - 1].index) sameOwner += 1;
        }
        if (sameOwner > 4) wrong = "more than four recoveries of one owner";
    }

    function veto(uint256 seed) external {
        seed = _mix(seed);
        uint256 which = seed % CHAINS;
        Veto memory next = Veto(_heads(seed), _wordOf(_key(seed >> 200), Kind.Recovery));
        if (finishedIds.length != 0 && seed >> 255 == 0) {
            next.target = finishedIds[(seed >> 128) % finishedIds.length];
        }
        bytes memory call =
            abi.encodeCall(OwnerChanges.vetoRecovery, (next, _sign(which, seed, Kind.Full)));
        signed.push(call);
        if (_carry(which, call)) vetoed[which][chains[which].ownerHead()][next.target] = true;
    }

    /// @notice Carries anything that was ever signed to any chain.
    function carry(uint256 seed, uint256 which) external {
        if (signed.length != 0) _carry(which % CHAINS, signed[seed % signed.length]);
    }

    /// @notice Carries up to three signed changes in one call, in any order.
    function carryChanges(uint256 seed, uint256 which) external {
        if (signedChanges.length == 0) return;
        (seed, which) = (_mix(seed), which % CHAINS);
        OwnerChange[] memory changes = new OwnerChange[](1 + seed % 3);
        bytes[] memory signatures = new bytes[](changes.length);
        bytes32 head = chains[which].ownerHead();
        bool continues;
        bool first;
        for (uint256 i; i < changes.length; ++i) {
            // Mostly the latest ones, because others continue nothing.
            uint256 age = (seed >> (16 * i + 8)) % 4;
            uint256 at = signedChanges.length > age ? signedChanges.length - 1 - age : 0;
            (changes[i], signatures[i]) = abi.decode(signedChanges[at], (OwnerChange, bytes));
            if (_contains(changes[i].from, head)) (continues, first) = (true, first || i == 0);
        }
        bytes memory call = abi.encodeCall(OwnerChanges.applyOwnerChanges, (changes, signatures));
        bool success = _carry(which, call);
        bool moved = chains[which].ownerHead() != head;
        if (!continues && (!success || moved)) wrong = "a change that continues nothing counted";
        if (first && success && !moved) wrong = "a change was skipped";
    }

    function finish(uint256 seed, uint256 which) external {
        if (finishes.length != 0) _finish(_mix(seed) % finishes.length, which % CHAINS);
    }

    /// @notice Starts one, waits a while, and tries to finish it: other sequences rarely reach this
    /// state.
    function recover(uint256 seed) external {
        start(seed);
        pass(seed);
        pass(seed >> 1);
        _finish(finishes.length - 1, _mix(seed) % CHAINS);
    }

    function _finish(uint256 i, uint256 which) private {
        bytes32 head = chains[which].ownerHead();
        if (!_carry(which, finishes[i])) return;
        Started memory started = starts[which][finishedIds[i]];
        if (started.at == 0) wrong = "finished what never started";
        if (vetoed[which][head][finishedIds[i]] || vetoed[which][head][started.word]) {
            wrong = "finished after a veto";
        }
        if (started.head != head) wrong = "finished at another head";
        if (time < started.at + started.delay) wrong = "finished early";
    }

    /// @dev The fuzzer likes small numbers; here each bit decides something.
    function _mix(uint256 seed) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed)));
    }

    function _carry(uint256 which, bytes memory call) private returns (bool success) {
        vm.warp(time);
        (success,) = address(chains[which]).call(call);
        _look(which);
    }

    /// @dev Equal heads are equal owners at equal indices, and there is always a full one.
    function _look(uint256 which) private {
        (bytes32 head,,, bytes32[] memory words) = chains[which].ownerState();
        bytes32 owners = keccak256(abi.encode(words));
        if (meaning[head] == 0) meaning[head] = owners;
        if (meaning[head] != owners) wrong = "equal heads, other owners";
        bool full;
        uint256 count;
        for (uint256 i; i < words.length; ++i) {
            if (words[i] == 0) continue;
            count += 1;
            if (uint256(words[i]) >> 160 != 1) full = true;
        }
        if (!full) wrong = "no full owner";
        if (count > 16) wrong = "too many owners";
        if (words.length > 32) wrong = "too many indices";
    }

    function _contains(bytes32[] memory heads, bytes32 head) private pure returns (bool) {
        for (uint256 i; i < heads.length; ++i) {
            if (heads[i] == head) return true;
        }
        return false;
    }

    /// @dev The heads of this chain, of others, and the first one, in most of the cases.
    function _heads(uint256 seed) private view returns (bytes32[] memory heads) {
        heads = new bytes32[](1 + (seed >> 8) % CHAINS);
        for (uint256 i; i < heads.length; ++i) {
            heads[i] = chains[(seed + i) % CHAINS].ownerHead();
        }
        if ((seed >> 16) % 8 == 0) heads[0] = 0;
    }

    /// @dev The owners of a chain with some removed, and one inserted somewhere.
    function _owners(uint256 which, uint256 seed)
        private
        view
        returns (Owner[] memory owners, uint256 next)
    {
        (,,, bytes32[] memory words) = chains[which].ownerState();
        uint256 place = (seed >> 24) % (words.length + 2);
        next = place >= words.length ? place + 1 : words.length;
        if (next > 34) (place, next) = (words.length - 1, words.length);
        Owner[] memory all = new Owner[](next);
        uint256 count;
        for (uint256 i; i < next; ++i) {
            Owner memory owner;
            if (i == place) {
                owner = _key(seed >> 32);
                if (owner.y == 0 && (seed >> 40) % 2 == 0) owner.kind = Kind.Recovery;
                if ((seed >> 44) % 32 == 0) owner.x = 0;
            } else if (i < words.length && words[i] != 0 && (seed >> (48 + i)) % 4 != 0) {
                owner = _find(words[i]);
            } else {
                continue;
            }
            owner.index = i;
            all[count++] = owner;
        }
        owners = new Owner[](count);
        for (uint256 i; i < count; ++i) {
            owners[i] = all[i];
        }
    }

    /// @dev An owner of the chain of this kind if there is one, at its index or sometimes not.
    function _sign(uint256 which, uint256 seed, Kind kind) private view returns (bytes memory) {
        (,,, bytes32[] memory words) = chains[which].ownerState();
        for (uint256 i; i < words.length; ++i) {
            uint256 index = (i + (seed >> 100)) % words.length;
            bool recovery = uint256(words[index]) >> 160 == 1;
            if (words[index] == 0 || recovery != (kind == Kind.Recovery)) continue;
            return abi.encode((seed >> 110) % 16 == 0 ? index + 1 : index, words[index]);
        }
        return abi.encode(0, _wordOf(_key(seed >> 104), kind));
    }

    function _key(uint256 seed) private view returns (Owner memory) {
        return keys[seed % KEYS];
    }

    function _find(bytes32 word) private view returns (Owner memory owner) {
        for (uint256 i; i < KEYS; ++i) {
            owner = keys[i];
            if (_wordOf(owner, Kind.Full) == word) return owner;
            owner.kind = Kind.Recovery;
            if (_wordOf(owner, Kind.Recovery) == word) return owner;
        }
        revert("unknown word");
    }

    function _wordOf(Owner memory owner, Kind kind) private pure returns (bytes32) {
        if (owner.y != 0) return keccak256(abi.encode(owner.x, owner.y));
        return kind == Kind.Full ? owner.x : owner.x | bytes32(uint256(1) << 160);
    }
}

/// @notice Changes and recoveries are signed, submitted, started, stopped and finished on three
/// chains in any order.
contract HeadsInvariant {
    Histories private histories;

    function setUp() external {
        vm.warp(1_706_745_599);
        histories = new Histories();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(histories);
    }

    /// @dev A run without changes would prove nothing.
    function afterInvariant() external view {
        require(histories.changed() > 0, "no changes");
    }

    /// forge-config: default.invariant.runs = 420
    /// forge-config: default.invariant.depth = 250
    function invariant_equalHeadsAreEqualOwners() external view {
        require(bytes(histories.wrong()).length == 0, histories.wrong());
    }
}
