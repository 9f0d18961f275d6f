/** Checks an operation's validation phase against ERC-7562's rules, like a strict bundler. */
import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  numberToHex,
  slice,
  toHex,
} from "viem";
import { entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint } from "../addresses.ts";
import type { Operation, Stack } from "./stack.ts";

/** Opcode relevant to a rule: its top stack words, the next opcode, the input of KECCAK256. */
type Step = { op: string; depth: number; words: Hex[]; next: string; input: Hex };

/** Violation for which a bundler would reject the operation. */
export type Violation = { entity: Entity; rule: string };

/** Checked entity. */
export type Entity = "factory" | "account" | "paymaster";

/** Result of a validation. */
export type Validation = {
  violations: Violation[];
  entities: Entity[];
  steps: number;
  /** Slots of the paymaster's storage that it read, each once. */
  paymasterSlots: bigint[];
};

/** OP-011, except GAS, CREATE2 and opcodes allowed to staked entities. */
const forbidden = new Set([
  "GASPRICE",
  "GASLIMIT",
  "DIFFICULTY",
  "PREVRANDAO",
  "TIMESTAMP",
  "BASEFEE",
  "BLOCKHASH",
  "NUMBER",
  "SELFBALANCE",
  "BALANCE",
  "ORIGIN",
  "CREATE",
  "COINBASE",
  "SELFDESTRUCT",
  "INVALID",
  "BLOBHASH",
  "BLOBBASEFEE",
]);

const calls = new Set(["CALL", "CALLCODE", "DELEGATECALL", "STATICCALL"]);
const codeReads = new Set(["EXTCODESIZE", "EXTCODEHASH", "EXTCODECOPY"]);
const storage = new Set(["SLOAD", "SSTORE", "TLOAD", "TSTORE"]);

/** Tracer that runs inside the node and keeps only the opcodes relevant to rules. */
const tracer = `{
  kept: [],
  last: null,
  wanted: ${
  JSON.stringify(Object.fromEntries(
    [
      ...forbidden,
      ...calls,
      ...codeReads,
      ...storage,
      "GAS",
      "CREATE2",
      "KECCAK256",
      "SHA3",
      "LOG1",
    ]
      .map((op) => [op, true]),
  ))
},
  step: function (log) {
    var op = log.op.toString();
    if (this.last !== null) {
      this.last.next = op;
      this.last = null;
    }
    if (!this.wanted[op]) return;
    if (op === "SHA3") op = "KECCAK256";
    var words = [];
    for (var i = 0; i < 3 && i < log.stack.length(); i++) {
      words.push("0x" + log.stack.peek(i).toString(16));
    }
    var input = "0x";
    if (op === "KECCAK256") {
      var from = Number(words[0]), length = Number(words[1]);
      if (length < 32 || length > 128) return;
      input = toHex(log.memory.slice(from, from + length));
    }
    this.last = { op: op, depth: log.getDepth(), words: words, next: "", input: input };
    this.kept.push(this.last);
  },
  fault: function () {},
  result: function () { return this.kept; }
}`;

/** After this event the EntryPoint executes, and the rules no longer apply. */
const beforeExecution = keccak256(toHex("BeforeExecution()"));

/** Operation and rules of a validation. */
interface Subject {
  readonly operation: Operation;
  readonly nativeP256: boolean;
}

/** Violation; with `codeless` it is one only if that address has no code. */
type Finding = Violation & { codeless?: Address };

/** Walk through the steps of a validation. */
interface Walk {
  readonly findings: Finding[];
  readonly seen: Set<Entity>;
  /** Hashed inputs that start with an address: their results are its associated storage. */
  readonly associated: Map<Address, bigint[]>;
  /** Owner of the storage at each call depth. */
  readonly frames: Address[];
  /** Entity of the running code, and the depth at which the EntryPoint called it. */
  running: { readonly entity: Entity; readonly depth: number } | null;
  readonly paymasterSlots: Set<bigint>;
  creations: number;
  /** True once the EntryPoint executes. */
  ended: boolean;
}

/**
 * Traces an operation and lists the violations. The paymaster counts as staked, account and factory
 * do not.
 */
export async function traceValidation(
  { client }: Stack,
  operation: Operation,
  { nativeP256 }: { nativeP256: boolean },
): Promise<Validation> {
  const steps = await trace(client, operation);
  const walk: Walk = {
    findings: [],
    seen: new Set(),
    associated: new Map(),
    frames: [entryPoint, entryPoint],
    running: null,
    paymasterSlots: new Set(),
    creations: 0,
    ended: false,
  };
  for (const step of steps) {
    advance(walk, step, { operation, nativeP256 });
    if (walk.ended) break;
  }
  const violations: Violation[] = [];
  const codes = new Map<Address, boolean>();
  for (const { codeless, ...violation } of walk.findings) {
    if (codeless !== undefined) {
      const known = codes.get(codeless) ??
        await client.getCode({ address: codeless }) !== undefined;
      codes.set(codeless, known);
      if (known) continue;
    }
    violations.push(violation);
  }
  return {
    violations,
    entities: [...walk.seen],
    steps: steps.length,
    paymasterSlots: [...walk.paymasterSlots],
  };
}

async function trace(client: Stack["client"], operation: Operation): Promise<Step[]> {
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [[toPackedUserOperation(operation)], client.account.address],
  });
  return await client.request<{
    Method: "debug_traceCall";
    Parameters: unknown[];
    ReturnType: Step[];
  }>({
    method: "debug_traceCall",
    params: [
      { from: client.account.address, to: entryPoint, data, gas: numberToHex(16_000_000) },
      "latest",
      { tracer },
    ],
  });
}

/** Follows one step and records its violations. */
function advance(walk: Walk, step: Step, subject: Subject): void {
  const { op, depth } = step;
  if (depth === 1 && op === "LOG1" && word(step, 2) === BigInt(beforeExecution)) {
    walk.ended = true;
    return;
  }
  if (walk.running !== null && depth <= walk.running.depth) walk.running = null;
  if (calls.has(op)) return enter(walk, step, subject);
  if (op === "KECCAK256") note(step.input, walk.associated);
  if (walk.running === null) return;
  const { entity } = walk.running;
  const add = (rule: string) => walk.findings.push({ entity, rule });
  if (forbidden.has(op)) {
    // BALANCE and SELFBALANCE are allowed to a staked paymaster (OP-080).
    if (!(entity === "paymaster" && op.endsWith("BALANCE"))) add(`OP-011 ${op}`);
  } else if (op === "GAS" && !calls.has(step.next)) {
    add("OP-012 GAS");
  } else if (op === "CREATE2") {
    walk.creations += 1;
    if (entity !== "factory" || walk.creations > 1) add("OP-031 CREATE2");
    walk.frames[depth + 1] = subject.operation.sender;
  } else if (codeReads.has(op)) {
    const target = addressOf(word(step, 0));
    const emptiness = op === "EXTCODESIZE" && step.next === "ISZERO";
    if (!emptiness && !isAddressEqual(target, subject.operation.sender)) {
      walk.findings.push({ entity, rule: `OP-041 ${op} of ${target}`, codeless: target });
    }
  } else if (storage.has(op)) {
    const owner = walk.frames[depth] ?? entryPoint;
    const { paymaster } = subject.operation;
    if (entity === "paymaster" && isAddressEqual(owner, paymaster!) && op === "SLOAD") {
      walk.paymasterSlots.add(word(step, 0));
    }
    if (!mayAccess(walk, step, owner, subject.operation)) add(`STO-020 ${op} in ${owner}`);
  }
}

/** Follows a call: into an entity, or out of one. */
function enter(walk: Walk, step: Step, { operation, nativeP256 }: Subject): void {
  const { op, depth } = step;
  const target = addressOf(word(step, 1));
  const keepsStorage = op === "DELEGATECALL" || op === "CALLCODE";
  walk.frames[depth + 1] = keepsStorage ? walk.frames[depth] ?? entryPoint : target;
  if (walk.running === null) {
    const entity = entityOf(target, operation);
    if (entity === null || op !== "CALL") return;
    walk.running = { entity, depth };
    walk.seen.add(entity);
    return;
  }
  const { entity } = walk.running;
  if (BigInt(target) <= 0x0an || (nativeP256 && BigInt(target) === 0x100n)) return;
  if (op === "CALL" && word(step, 2) !== 0n && !isAddressEqual(target, entryPoint)) {
    walk.findings.push({ entity, rule: `OP-061 value to ${target}` });
  }
  const { sender, factory } = operation;
  if (!(isAddressEqual(target, sender) && factory !== undefined)) {
    walk.findings.push({ entity, rule: `OP-041 ${op} of ${target}`, codeless: target });
  }
}

/** Returns true if the running entity may access a slot of another contract's storage. */
function mayAccess(
  { running, associated }: Walk,
  step: Step,
  owner: Address,
  { sender, factory, paymaster }: Operation,
): boolean {
  // Inside the EntryPoint everything is its own: OP-052 allows the deposit.
  if (isAddressEqual(owner, sender) || isAddressEqual(owner, entryPoint)) return true;
  const slot = word(step, 0);
  const belongsTo = (address: Address) =>
    slot === BigInt(address) ||
    (associated.get(address.toLowerCase() as Address) ?? []).some((base) =>
      slot >= base && slot - base < 128n
    );
  // STO-022: an account that is being deployed has no storage elsewhere yet.
  if (belongsTo(sender) && factory === undefined) return true;
  // STO-031 to 033: a staked paymaster has its own storage, and reads any other.
  return running?.entity === "paymaster" && paymaster !== undefined &&
    (isAddressEqual(owner, paymaster) || belongsTo(paymaster) || step.op === "SLOAD");
}

function entityOf(address: Address, { sender, factory, paymaster }: Operation): Entity | null {
  if (isAddressEqual(address, sender)) return "account";
  if (factory !== undefined && isAddressEqual(address, factory)) return "factory";
  if (paymaster !== undefined && isAddressEqual(address, paymaster)) return "paymaster";
  return null;
}

function word({ words }: Step, index: number): bigint {
  return BigInt(words[index] ?? "0x0");
}

function addressOf(word: bigint): Address {
  return numberToHex(word & (2n ** 160n - 1n), { size: 20 });
}

/** Records a hash whose input starts with an address, like a mapping's slot. */
function note(input: Hex, associated: Map<Address, bigint[]>): void {
  if (input === "0x") return;
  const word = BigInt(slice(input, 0, 32));
  if (word === 0n || word >> 160n !== 0n) return;
  const address = numberToHex(word, { size: 20 });
  const list = associated.get(address) ?? [];
  list.push(BigInt(keccak256(input)));
  associated.set(address, list);
}
