/**
 * Finds nested calls leniently: batches, executing wallets, multicalls, and router commands.
 *
 * @module
 */
import { type Address, type Hex, hexToBytes, keccak256, size, zeroAddress } from "viem";
import type { Made } from "./effect.ts";
import { forwarders } from "./forwarders.ts";
import { type Finder, inner, type InnerCall } from "./inner_call.ts";
import { bySelector, type Selected, selectorIn, selectorOf } from "./selectors.ts";
import { bytesAt, listAt, WORD, type Words, wordsOf } from "./words.ts";

/** A command of a router that spends its caller's tokens. */
export interface Command {
  /** Byte of the command, masked like in the router. */
  readonly type: number;
  readonly input: Hex;
}

/** Contents of a call. */
export interface Inside {
  readonly calls: readonly InnerCall[];
  readonly commands: readonly Command[];
}

/** Finds steps that a contract runs on itself, from the list of bytes at an argument. */
const ownSteps = (index: number): Finder => (words, call, most) =>
  bytesList(words, index, most).map((data, position) => ({
    to: call.to,
    // Each step sees the value of the whole call; only the first is sure to find it unspent.
    value: position === 0 ? call.value : 0n,
    data,
    own: true,
  }));

/** Finds the call whose target, value and data are arguments. */
const oneCall = (to: number, value: number | null, data: number): Finder => (words) => [
  inner(
    words.address(to * WORD),
    value === null ? 0n : words.word(value * WORD),
    bytesAt(words, 0, data * WORD),
  ),
];

/** Finds calls in a list of structs, by the positions of their members. */
const structs =
  (index: number, to: number, value: number | null, data: number): Finder => (words, _, most) => {
    const list = listAt(words, 0, index * WORD);
    return Array.from({ length: Math.min(list.count, most) }, (_, position) => {
      const at = words.follow(list.at, list.at + position * WORD);
      return inner(
        words.address(at + to * WORD),
        value === null ? 0n : words.word(at + value * WORD),
        bytesAt(words, at, at + data * WORD),
      );
    });
  };

/** Finds calls in parallel lists of targets, values and data. */
const lists = (to: number, value: number | null, data: number): Finder => (words, _, most) => {
  const targets = listAt(words, 0, to * WORD);
  const values = value === null ? null : listAt(words, 0, value * WORD);
  return bytesList(words, data, most).map((each, index) =>
    inner(
      index < targets.count ? words.address(targets.at + index * WORD) : zeroAddress,
      values !== null && index < values.count ? words.word(values.at + index * WORD) : 0n,
      each,
    )
  );
};

/** Maximum length of a signature to hash, in bytes; no function of the tables has a longer one. */
const MAX_SIGNATURE_LENGTH = 400;

/**
 * Prepends the selector of a signature to its arguments; an empty signature means that they are the
 * data.
 */
export function withSelector(signature: Hex, args: Hex): Hex {
  const length = size(signature);
  if (length === 0) return args;
  const hash = length > MAX_SIGNATURE_LENGTH ? "0x00000000" : keccak256(signature);
  return `0x${hash.slice(2, 10)}${args.slice(2)}`;
}

/** Finds the call whose target, value, signature and data are arguments (Compound's timelock). */
const signedCall =
  (to: number, value: number, signature: number, data: number): Finder => (...given) =>
    oneCall(to, value, data)(...given).map((each) => ({
      ...each,
      signature: bytesAt(given[0], 0, signature * WORD),
    }));

/** Finds calls in parallel lists of targets, values, signatures and data. */
const signedLists =
  (to: number, value: number, signature: number, data: number): Finder => (words, call, most) => {
    const signatures = bytesList(words, signature, most);
    return lists(to, value, data)(words, call, most).map((each, index) => ({
      ...each,
      signature: signatures[index] ?? "0x",
    }));
  };

/** Finds the packed transactions of a Safe's `multiSend`. */
const packed: Finder = (words, _, most) => unpack(bytesAt(words, 0, 0), most);

/**
 * First bytes of an ERC-7579 mode: a list of calls, and foreign code that runs as the account's.
 */
const LIST_MODE = "0x01";
const DELEGATE_MODE = "0xff";
const modeOf = (words: Words) => words.slice(0, 1).toLowerCase();

/** Position and bytes of the mode for a list of lists (ERC-7821). */
const NESTED_AT = 6;
const NESTED_MODE = "0x78210002";

/** Finds calls in an encoded list: target, value, data. */
function executions(encoded: Words, most: number): readonly InnerCall[] {
  const list = listAt(encoded, 0, 0);
  return Array.from({ length: Math.min(list.count, most) }, (_, position) => {
    const at = encoded.follow(list.at, list.at + position * WORD);
    return inner(
      encoded.address(at),
      encoded.word(at + WORD),
      bytesAt(encoded, at, at + 2 * WORD),
    );
  });
}

/**
 * Finds the calls of an ERC-7579 execution: depending on its mode one call, a list, or a list of
 * lists.
 */
const execution: Finder = (words, _, most) => {
  const data = bytesAt(words, 0, WORD);
  const encoded = wordsOf(data);
  const mode = modeOf(words);
  if (mode === LIST_MODE) {
    if (words.slice(NESTED_AT, 4) !== NESTED_MODE) return executions(encoded, most);
    let left = most;
    return bytesList(encoded, 0, most).flatMap((batch) => {
      const found = executions(wordsOf(batch), left);
      left -= found.length;
      return found;
    });
  }
  if (mode === DELEGATE_MODE) {
    return size(data) < 20 ? [] : [inner(addressIn(data, 0), 0n, encoded.slice(20, size(data)))];
  }
  // Packed: 20 bytes of the target, 32 of the value, the data.
  return size(data) < 52
    ? []
    : [inner(addressIn(data, 0), encoded.word(20), encoded.slice(52, size(data)))];
};

/** Marks calls as made by a contract on behalf of its caller. */
const inName = (find: Finder): Finder => (words, call, most) =>
  find(words, call, most).map((each) => ({ ...each, own: true }));

const finders: Readonly<Record<Selected, Finder>> = {
  // Euler's connector: target, account, value, data.
  "0x1f8b5215 call(address,address,uint256,bytes)": inName(oneCall(0, 2, 3)),
  "0xc16ae7a4 batch((address,address,uint256,bytes)[])": inName(structs(0, 0, 2, 3)),
  "0xac9650d8 multicall(bytes[])": ownSteps(0),
  "0x5ae401dc multicall(uint256,bytes[])": ownSteps(1),
  "0x1f0464d1 multicall(bytes32,bytes[])": ownSteps(1),
  "0xe32954eb multicallWithNodeCheck(bytes32,bytes[])": ownSteps(1),
  // Pendle's: whether a step may fail, and its data.
  "0x60fc8466 multicall((bool,bytes)[])": (words, call, most) =>
    inName(structs(0, 0, null, 1))(words, call, most).map((step) => ({ ...step, to: call.to })),
  "0xd2423b51 batch(bytes[],bool)": ownSteps(0),
  "0x1e897afb batch(bytes[])": ownSteps(0),
  "0x252dba42 aggregate((address,bytes)[])": structs(0, 0, null, 1),
  "0xc3077fa9 blockAndAggregate((address,bytes)[])": structs(0, 0, null, 1),
  "0xbce38bd7 tryAggregate(bool,(address,bytes)[])": structs(1, 0, null, 1),
  "0x399542e9 tryBlockAndAggregate(bool,(address,bytes)[])": structs(1, 0, null, 1),
  "0x82ad56cb aggregate3((address,bool,bytes)[])": structs(0, 0, null, 2),
  "0x174dea71 aggregate3Value((address,bool,uint256,bytes)[])": structs(0, 0, 2, 3),
  "0xcaa5c23f multicall((address,bytes)[])": structs(0, 0, null, 1),
  "0x63fb0b96 multicall(address[],bytes[])": lists(0, null, 1),
  "0x991f255f aggregate(address[],bytes[],uint256[],address)": lists(0, 2, 1),
  // Contracts that support this aggregator read the original caller from it.
  "0xd985f1e8 aggregateWithSender(address[],bytes[],uint256[])": inName(lists(0, 2, 1)),
  "0x3f707e6b execute((address,uint256,bytes)[])": structs(0, 0, 1, 2),
  "0xabc5345e executeBySender((address,uint256,bytes)[])": structs(0, 0, 1, 2),
  "0x6171d1c9 execute((address,uint256,bytes)[],bytes)": structs(0, 0, 1, 2),
  "0xa5efb235 multiCall(address,(address,uint256,bytes)[])": structs(1, 0, 1, 2),
  "0x43629a73 executeBatch((address,uint256,bytes,uint8)[])": structs(0, 0, 1, 2),
  "0xa516a5bf execute(address[],uint256[],bytes[])": lists(0, 1, 2),
  "0x74420f4c execute(address,uint256,bytes,uint256)": oneCall(0, 1, 2),
  "0xb61d27f6 execute(address,uint256,bytes)": oneCall(0, 1, 2),
  "0x51945447 execute(address,uint256,bytes,uint8)": oneCall(0, 1, 2),
  "0x1cff79cd execute(address,bytes)": oneCall(0, null, 1),
  "0xe9ae5c53 execute(bytes32,bytes)": execution,
  "0x0565bb67 exec(address,uint256,bytes)": oneCall(0, 1, 2),
  "0x9e5d4c49 executeCall(address,uint256,bytes)": oneCall(0, 1, 2),
  "0x3f579f42 executeTransaction(address,uint256,bytes)": oneCall(0, 1, 2),
  "0xa0b5ffb0 functionCall(address,bytes)": oneCall(0, null, 1),
  "0x2a011594 functionCallWithValue(address,bytes,uint256)": oneCall(0, 2, 1),
  "0x34fcd5be executeBatch((address,uint256,bytes)[])": structs(0, 0, 1, 2),
  "0x18dfb3c7 executeBatch(address[],bytes[])": lists(0, null, 1),
  "0x47e1da2a executeBatch(address[],uint256[],bytes[])": lists(0, 1, 2),
  "0xaf5f4bb6 executeBatch(bytes32,bytes)": execution,
  "0xd691c964 executeFromExecutor(bytes32,bytes)": execution,
  "0x7bb37428 executeUserOp(address,uint256,bytes,uint8)": oneCall(0, 1, 2),
  "0x541d63c8 executeUserOpWithErrorString(address,uint256,bytes,uint8)": oneCall(0, 1, 2),
  "0x6a761202 execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)":
    oneCall(0, 1, 2),
  "0x468721a7 execTransactionFromModule(address,uint256,bytes,uint8)": oneCall(0, 1, 2),
  "0x5229073f execTransactionFromModuleReturnData(address,uint256,bytes,uint8)": oneCall(0, 1, 2),
  "0xc6fe8747 execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)": oneCall(0, 1, 2),
  "0x2b99e506 execTransactionWithRoleReturnData(address,uint256,bytes,uint8,bytes32,bool)": oneCall(
    0,
    1,
    2,
  ),
  "0xee072baf executeNextTx(address,uint256,bytes,uint8)": oneCall(0, 1, 2),
  "0x8d80ff0a multiSend(bytes)": packed,
  // Timelocks, governors and multi-owner wallets execute these later.
  "0x01d5062a schedule(address,uint256,bytes,bytes32,bytes32,uint256)": oneCall(0, 1, 2),
  "0x8f2a0bb0 scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)": lists(0, 1, 2),
  "0x134008d3 execute(address,uint256,bytes,bytes32,bytes32)": oneCall(0, 1, 2),
  "0xe38335e5 executeBatch(address[],uint256[],bytes[],bytes32,bytes32)": lists(0, 1, 2),
  "0x7d5e81e2 propose(address[],uint256[],bytes[],string)": lists(0, 1, 2),
  "0x160cbed7 queue(address[],uint256[],bytes[],bytes32)": lists(0, 1, 2),
  "0x2656227d execute(address[],uint256[],bytes[],bytes32)": lists(0, 1, 2),
  "0xda95691a propose(address[],uint256[],string[],bytes[],string)": signedLists(0, 1, 2, 3),
  "0x3a66f901 queueTransaction(address,uint256,string,bytes,uint256)": signedCall(0, 1, 2, 3),
  "0x0825f38f executeTransaction(address,uint256,string,bytes,uint256)": signedCall(0, 1, 2, 3),
  "0xc28bc2fa relay(address,uint256,bytes)": oneCall(0, 1, 2),
  "0xc6427474 submitTransaction(address,uint256,bytes)": oneCall(0, 1, 2),
  ...forwarders,
};

const MULTI_SEND = selectorIn("0x8d80ff0a multiSend(bytes)");

/** Returns whether data runs the code of a Safe's batches. */
export function isMultiSend(data: Hex): boolean {
  return selectorOf(data) === MULTI_SEND;
}

/** Functions of a Safe with an operation as their fourth argument. */
const operations: ReadonlySet<string> = new Set(
  ([
    "0x51945447 execute(address,uint256,bytes,uint8)",
    "0x74420f4c execute(address,uint256,bytes,uint256)",
    "0xc6fe8747 execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)",
    "0x2b99e506 execTransactionWithRoleReturnData(address,uint256,bytes,uint8,bytes32,bool)",
    "0xee072baf executeNextTx(address,uint256,bytes,uint8)",
    "0x7bb37428 executeUserOp(address,uint256,bytes,uint8)",
    "0x541d63c8 executeUserOpWithErrorString(address,uint256,bytes,uint8)",
    "0x468721a7 execTransactionFromModule(address,uint256,bytes,uint8)",
    "0x5229073f execTransactionFromModuleReturnData(address,uint256,bytes,uint8)",
    "0x6a761202 execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
  ] satisfies Selected[]).map(selectorIn),
);

/** Function with which a single-owner proxy (DSProxy) runs any code as its own. */
const BY_PROXY = selectorIn("0x1cff79cd execute(address,bytes)");
/** Function whose structs each end with an operation. */
const WITH_OPERATIONS = selectorIn("0x43629a73 executeBatch((address,uint256,bytes,uint8)[])");

/** Finds the first operation of a list that is not a call. */
function delegatedIn(words: Words): Address | null {
  const list = listAt(words, 0, 0);
  for (let position = 0; position < list.count; position++) {
    const at = words.follow(list.at, list.at + position * WORD);
    if (words.word(at + OPERATION_AT) !== 0n) return words.address(at);
  }
  return null;
}

/** Position of the operation: zero means a call. */
const OPERATION_AT = 3 * WORD;

/**
 * Returns the address of code that a wallet runs as its own (`DELEGATECALL`). This code may take
 * all assets of the wallet.
 */
export function delegatedTo(call: Made): Address | null {
  const selector = selectorOf(call.data);
  const words = wordsOf(call.data, 4);
  if (byFunction.get(selector)?.value === execution) {
    return modeOf(words) === DELEGATE_MODE ? addressIn(bytesAt(words, 0, WORD), 0) : null;
  }
  if (selector === BY_PROXY) return words.address(0);
  if (selector === WITH_OPERATIONS) return delegatedIn(words);
  return !operations.has(selector) || words.word(OPERATION_AT) === 0n ? null : words.address(0);
}

const byFunction = bySelector(finders);

/** Router functions with commands and inputs as their first arguments. */
const routers: ReadonlySet<string> = new Set(
  ([
    "0x24856bc3 execute(bytes,bytes[])",
    "0x3593564c execute(bytes,bytes[],uint256)",
  ] satisfies Selected[]).map(selectorIn),
);

/**
 * Finds up to `most` calls and commands inside a call; `null` if its function is not known to
 * contain any.
 */
export function insideOf(call: Made, most: number): Inside | null {
  const selector = selectorOf(call.data);
  const words = wordsOf(call.data, 4);
  if (routers.has(selector)) return { calls: [], commands: commandsOf(words, most) };
  const finder = byFunction.get(selector)?.value;
  return finder === undefined ? null : { calls: finder(words, call, most), commands: [] };
}

/** Command with which a router runs further commands. */
export const SUB_PLAN = 0x21;
/**
 * Command whose input is a call of the Uniswap v3 position manager, on behalf of an owner that
 * calls.
 */
export const POSITION_CALL = 0x12;

/** Reads commands and inputs from the first two arguments. */
export function commandsOf(words: Words, most: number): readonly Command[] {
  const types = hexToBytes(bytesAt(words, 0, 0));
  // Routers ignore the two highest bits: one allows a failure, the other is unused.
  return bytesList(words, 1, most).flatMap((input, index) =>
    types[index] === undefined ? [] : [{ type: types[index] & 0x3f, input }]
  );
}

/** Reads transactions in a Safe's packed encoding: operation, target, value, length, data. */
function unpack(data: Hex, most: number): readonly InnerCall[] {
  const words = wordsOf(data);
  const found: InnerCall[] = [];
  let at = 0;
  while (at + 85 <= words.length && found.length < most) {
    const length = words.word(at + 53);
    const count = length < BigInt(words.length) ? Number(length) : words.length;
    found.push(
      inner(addressIn(data, at + 1), words.word(at + 21), words.slice(at + 85, count)),
    );
    at += 85 + count;
  }
  return found;
}

function bytesList(words: Words, index: number, most: number): Hex[] {
  const list = listAt(words, 0, index * WORD);
  return Array.from(
    { length: Math.min(list.count, most) },
    (_, position) => bytesAt(words, list.at, list.at + position * WORD),
  );
}

/** Reads 20 bytes at an unaligned position. */
function addressIn(data: Hex, at: number): Address {
  return wordsOf(data).address(at - 12);
}
