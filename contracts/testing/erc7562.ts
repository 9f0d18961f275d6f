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

/** Opcode relevant to a rule: its top stack words, the next opcode, what KECCAK256 hashes. */
type Step = { op: string; depth: number; words: Hex[]; next: string; input: Hex };

/** Violation that a bundler would refuse. */
export type Violation = { entity: Entity; rule: string };

/** Checked entity. */
export type Entity = "factory" | "account" | "paymaster";

/** Result of a validation. */
export type Validation = { violations: Violation[]; entities: Entity[]; steps: number };

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
  step: function (log) {
    var op = log.op.toString();
    if (this.last !== null) {
      this.last.next = op;
      this.last = null;
    }
    if (op === "SHA3") op = "KECCAK256";
    if (!/^(${
  [...forbidden, ...calls, ...codeReads, ...storage, "GAS", "CREATE2", "KECCAK256", "LOG1"].join(
    "|",
  )
})$/.test(op)) return;
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

/** After this event the EntryPoint executes, and the rules end. */
const beforeExecution = keccak256(toHex("BeforeExecution()"));

/**
 * Traces an operation and lists the violations. The paymaster counts as staked, account and factory
 * do not.
 */
export async function traceValidation(
  { client }: Stack,
  operation: Operation,
  { nativeP256 }: { nativeP256: boolean },
): Promise<Validation> {
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [[toPackedUserOperation(operation)], client.account.address],
  });
  const steps = await client.request<{
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

  const { sender, factory, paymaster } = operation;
  const entityOf = (address: Address): Entity | null => {
    if (isAddressEqual(address, sender)) return "account";
    if (factory !== undefined && isAddressEqual(address, factory)) return "factory";
    if (paymaster !== undefined && isAddressEqual(address, paymaster)) return "paymaster";
    return null;
  };
  const violations: Violation[] = [];
  const seen = new Set<Entity>();
  const codeless = new Map<Address, boolean>();
  const hasCode = async (address: Address) => {
    const known = codeless.get(address);
    if (known !== undefined) return known;
    const found = await client.getCode({ address }) !== undefined;
    codeless.set(address, found);
    return found;
  };
  /** Hashed inputs that start with an address: their results are its associated storage. */
  const associated = new Map<Address, bigint[]>();
  /** Owner of the storage at each call depth. */
  const frames: Address[] = [entryPoint, entryPoint];
  let entity: Entity | null = null;
  let entityDepth = 0;
  let creations = 0;

  for (const step of steps) {
    const { op, depth } = step;
    const top = (n: number): bigint => BigInt(step.words[n] ?? "0x0");
    if (depth === 1 && op === "LOG1" && top(2) === BigInt(beforeExecution)) break;
    if (entity !== null && depth <= entityDepth) entity = null;
    const here = frames[depth] ?? entryPoint;

    if (calls.has(op)) {
      const target = numberToHex(top(1) & (2n ** 160n - 1n), { size: 20 });
      frames[depth + 1] = op === "DELEGATECALL" || op === "CALLCODE" ? here : target;
      if (entity === null) {
        const entered = entityOf(target);
        if (entered !== null && op === "CALL") {
          entity = entered;
          entityDepth = depth;
          seen.add(entered);
        }
        continue;
      }
      const add = (rule: string) => violations.push({ entity: entity!, rule });
      if (BigInt(target) <= 0x0an || (nativeP256 && BigInt(target) === 0x100n)) continue;
      if (op === "CALL" && top(2) !== 0n && !isAddressEqual(target, entryPoint)) {
        add(`OP-061 value to ${target}`);
      }
      if (!await hasCode(target) && !(isAddressEqual(target, sender) && factory !== undefined)) {
        add(`OP-041 ${op} of ${target}`);
      }
      continue;
    }
    if (op === "KECCAK256") note(step.input, associated);
    if (entity === null) continue;
    const add = (rule: string) => violations.push({ entity: entity!, rule });
    if (forbidden.has(op)) {
      // BALANCE and SELFBALANCE are allowed to a staked paymaster (OP-080).
      if (!(entity === "paymaster" && op.endsWith("BALANCE"))) add(`OP-011 ${op}`);
    } else if (op === "GAS" && !calls.has(step.next)) {
      add("OP-012 GAS");
    } else if (op === "CREATE2") {
      creations += 1;
      if (entity !== "factory" || creations > 1) add("OP-031 CREATE2");
      frames[depth + 1] = sender;
    } else if (codeReads.has(op)) {
      const target = numberToHex(top(0) & (2n ** 160n - 1n), { size: 20 });
      const emptiness = op === "EXTCODESIZE" && step.next === "ISZERO";
      if (!emptiness && !isAddressEqual(target, sender) && !await hasCode(target)) {
        add(`OP-041 ${op} of ${target}`);
      }
    } else if (
      // Inside the EntryPoint everything is its own: OP-052 allows the deposit.
      storage.has(op) && !isAddressEqual(here, sender) && !isAddressEqual(here, entryPoint)
    ) {
      const slot = top(0);
      const belongsTo = (owner: Address) =>
        slot === BigInt(owner) ||
        (associated.get(owner.toLowerCase() as Address) ?? []).some((base) =>
          slot >= base && slot - base < 128n
        );
      // STO-022: an account that is being deployed has no storage elsewhere yet.
      const senders = belongsTo(sender) && factory === undefined;
      // STO-031 to 033: a staked paymaster has its own storage, and reads any other.
      const paymasters = entity === "paymaster" && paymaster !== undefined &&
        (isAddressEqual(here, paymaster) || belongsTo(paymaster) || op === "SLOAD");
      if (!senders && !paymasters) add(`STO-020 ${op} in ${here}`);
    }
  }
  return { violations, entities: [...seen], steps: steps.length };
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
