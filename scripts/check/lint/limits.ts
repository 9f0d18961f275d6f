/**
 * Finds numbers of `core/ground/limits.ts` that are written again elsewhere: a copy does not follow
 * the limit, and then one side refuses what the other accepts. A plugin of `deno lint`.
 *
 * @module
 */
import * as limits from "../../../core/ground/limits.ts";

/** Folders whose numbers are compared, without their tests. */
const checked =
  /(?:^|\/)(?:core|service|connector|ui|host)\/(?!.*(?:_test\.tsx?$|testing\/|stories\/))/;

/** Settings of operators and bounds of HTTP, which only the service has. */
const own =
  /service\/main\/(?:config|config_chain|main|app)\.ts$|service\/(?:http\/|lib\/client_address)/;

/** Numbers that mean many things, so that only a bound of a length or of a list is a copy. */
const common: ReadonlySet<number> = new Set([20, 32, 40, 60, 64, 80, 100, 160, 200, 500, 1_000]);
/** Folders that cut texts to what can be shown; of the common numbers none is a limit there. */
const shows = /(?:^|\/)(?:connector|ui|host)\//;
/** Functions whose argument is a number of bits. */
const inBits = /^(?:quantity|exactQuantity)$/;
/** Functions of schemas whose argument is a size. */
const sized = /^(?:list|text|bytes|elements)$/;
/** Functions and methods whose argument is a bound; of `slice` and its relatives, the second. */
const bounding = /^(?:max|min|lte|lt|substring|substr|slice)$/;
/** Names of members, variables and parameters that hold a length. */
const lengths = /(?:length|size|count)$/i;
/** Names of members, variables and parameters that hold a bound. */
const bounds = /^#?(?:max|limit)(?![a-z])|(?<![a-z])(?:MAX|LIMIT)(?![a-z])|(?:Max|Limit)$/;

/** Numbers that equal a limit and mean something else. */
const exceptions: readonly (readonly [file: string, number: number, why: string])[] = [
  ["core/account/signature.ts", 255, "a byte"],
  ["core/passkey/cbor.ts", 256, "values of a byte"],
  ["core/account/typed_data.ts", 256, "bits of an integer"],
  ["core/account/typed_data_hash.ts", 256, "bits of an integer"],
  ["core/ground/api_key.ts", 256, "values of a byte"],
  ["core/ground/api_key.ts", 281_474_976_710_655, "number of six bytes"],
  ["core/ground/check.ts", 64, "hex digits of a word"],
  ["core/ground/check.ts", 4_096, "any text without a separate limit"],
  ["core/ground/read_api_key.ts", 256, "values of a byte"],
  ["core/ground/error_json.ts", 200, "path in an error"],
  ["core/ground/error_json.ts", 500, "advice of an error"],
  ["core/client/lazy.ts", 20_000, "milliseconds"],
  ["core/wallet/device/sites.ts", 100, "name of an app"],
  ["core/wallet/host/per_site.ts", 100, "name of an app"],
  ["core/wallet/operation/refresh_timer.ts", 20_000, "milliseconds"],
  ["core/wallet/connection/find_account.ts", 64, "keys of a passkey's id"],
  ["host/rescue/node.ts", 20_000, "milliseconds"],
  ["host/sync/merge.ts", 1_024, "bytes of a kilobyte"],
  ["host/sync/sealed.ts", 256, "bits of a key"],
  ["service/chain/node/node.ts", 1_024, "bytes of a kilobyte"],
  ["service/chain/node/node.ts", 500, "text of a node's error"],
  ["service/keys/domains.ts", 100, "text of an error"],
  ["service/rpc/chain_methods.ts", 60, "name of a method in an error"],
  ["service/payment/sponsor/erc7677.ts", 60, "name of a method in an error"],
  ["service/names/gateway.ts", 8_192, "a resolver's question"],
  ["service/names/policy.ts", 100, "keys that an operator allows"],
  ["service/operations/watch.ts", 500, "reason in the database"],
  ["service/payment/ledger/bounds.ts", 1_024, "signature of an estimate"],
  ["service/accounts/carry.ts", 20_000, "milliseconds"],
  ["service/payment/ledger/bounds.ts", 20_000, "gas"],
  ["service/payment/sponsor/erc7677.ts", 66, "a word in hex"],
  ["service/store/engine/sqlite.ts", 255, "a byte"],
  ["service/accounts/standing.ts", 100_000, "gas"],
  ["service/keys/policy.ts", 100_000, "operations per day"],
  ["service/keys/policy.ts", 100, "contracts that an operator sponsors"],
];

const names = new Map<number, string[]>();
for (const [name, value] of Object.entries(limits)) {
  // A day in seconds is a day everywhere.
  if (value > 16 && !name.endsWith("_S")) names.set(value, [...names.get(value) ?? [], name]);
}

type Node = Deno.lint.Node;
/** A node that can be a number. */
type Value =
  | Deno.lint.Literal
  | Deno.lint.Identifier
  | Deno.lint.UnaryExpression
  | Deno.lint.BinaryExpression
  | Deno.lint.CallExpression
  | Deno.lint.TSAsExpression
  | Deno.lint.TSSatisfiesExpression
  | Deno.lint.TSNonNullExpression;

/** Constants of a file, as far as they are numbers. */
class Constants {
  readonly #initial = new Map<string, Node | null>();

  /** Adds a constant; a name that means two things means nothing. */
  add(name: string, value: Node) {
    this.#initial.set(name, this.#initial.has(name) ? null : value);
  }

  /** Returns the value of an expression of numbers and constants; `null` for any other. */
  valueOf(node: Node, depth = 0): number | null {
    if (depth > 20) return null;
    const value = (inner: Node) => this.valueOf(inner, depth + 1);
    switch (node.type) {
      case "Literal":
        return typeof node.value === "number" || typeof node.value === "bigint"
          ? Number(node.raw.replaceAll(/_|n$/g, ""))
          : null;
      case "Identifier": {
        const initial = this.#initial.get(node.name);
        return initial ? value(initial) : null;
      }
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
        return value(node.expression);
      case "UnaryExpression":
        return node.operator === "+" ? value(node.argument) : null;
      case "BinaryExpression": {
        const [left, right] = [value(node.left), value(node.right)];
        return left === null || right === null ? null : compute(node.operator, left, right);
      }
      case "CallExpression":
        return this.#valueOfCall(node, value);
      default:
        return null;
    }
  }

  /** Reads `Number("256")`, `BigInt(256)` and `Math.pow(2, 8)`. */
  #valueOfCall(node: Deno.lint.CallExpression, value: (inner: Node) => number | null) {
    const [first, second] = node.arguments;
    if (first === undefined) return null;
    const name = nameOf(node.callee);
    if (name === "pow" && second !== undefined) {
      const [base, exponent] = [value(first), value(second)];
      return base === null || exponent === null ? null : base ** exponent;
    }
    if (name !== "Number" && name !== "BigInt") return null;
    if (first.type !== "Literal" || typeof first.value !== "string") return value(first);
    return /^\w+$/.test(first.value) ? Number(first.value) : null;
  }
}

function compute(operator: string, left: number, right: number): number | null {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "**":
      return left ** right;
    case "<<":
      return left * 2 ** right;
    default:
      return null;
  }
}

/** Returns the last name of an identifier, a member, a key, or what is called. */
function nameOf(node: Node | null): string {
  switch (node?.type) {
    case "Identifier":
    case "PrivateIdentifier":
      return node.name;
    case "MemberExpression":
      return node.computed ? "" : nameOf(node.property);
    default:
      return "";
  }
}

/** Returns the name that a value gets by a declaration, a default, a member or an assignment. */
function nameGiven(node: Value): string {
  const { parent } = node;
  switch (parent.type) {
    case "VariableDeclarator":
      return parent.init === node ? nameOf(parent.id) : "";
    case "AssignmentPattern":
    case "AssignmentExpression":
      return parent.right === node ? nameOf(parent.left) : "";
    case "Property":
    case "PropertyDefinition":
      return parent.value === node ? nameOf(parent.key) : "";
    case "JSXExpressionContainer":
      return parent.parent.type === "JSXAttribute" && parent.parent.name.type === "JSXIdentifier"
        ? parent.parent.name.name
        : "";
    default:
      return "";
  }
}

/** Returns true where a value bounds a length or a number of elements. */
function isBound(node: Value): boolean {
  const { parent } = node;
  if (parent.type === "BinaryExpression") {
    const other = parent.left === node ? parent.right : parent.left;
    return /^[<>]=?$/.test(parent.operator) && lengths.test(nameOf(other));
  }
  if (parent.type !== "CallExpression" || parent.callee.type !== "MemberExpression") return false;
  const name = nameOf(parent.callee);
  if (!bounding.test(name)) return false;
  if (name.startsWith("s")) return parent.arguments[1] === node;
  // `Math.min(list.length, 40)` bounds a length, and `Math.min(seconds, 40)` does not.
  return nameOf(parent.callee.object) !== "Math" ||
    parent.arguments.some((argument) => lengths.test(nameOf(argument)));
}

/**
 * Returns true for the name of another limit: it says which, and not with a word of those that
 * have the same value.
 */
function isAnother(name: string, meant: readonly string[]): boolean {
  const own = nouns(name);
  return own.length > 0 && !meant.some((other) => nouns(other).some((noun) => own.includes(noun)));
}

/** Returns true for a sum of constants that are other limits. */
function isOfOthers(node: Node, meant: readonly string[]): boolean {
  if (node.type === "Identifier") return bounds.test(node.name) && isAnother(node.name, meant);
  return node.type === "BinaryExpression" && isOfOthers(node.left, meant) &&
    isOfOthers(node.right, meant);
}

function nouns(name: string): string[] {
  return name.replaceAll(/([a-z])(?=[A-Z])/g, "$1_").toUpperCase().split("_")
    .filter((word) =>
      !/^(?:#?MAX|LIMIT|DEFAULT|FIRST|LENGTH|SIZE|COUNT|BYTES|BITS|OF|PER|)$/.test(word)
    );
}

/** Returns true for the argument of a function whose name a pattern matches. */
function isArgument(node: Value, functions: RegExp): boolean {
  const { parent } = node;
  return parent.type === "CallExpression" && parent.callee.type === "Identifier" &&
    functions.test(parent.callee.name) && parent.arguments.some((argument) => argument === node);
}

/** Lists the limits that a value can stand for: `>= 257` and `> 256` refuse the same. */
function limitsAt(node: Value, value: number): number[] {
  if (node.parent.type !== "BinaryExpression") return [value];
  const { operator, left } = node.parent;
  const excluded = left === node ? [">", "<="] : ["<", ">="];
  return excluded.includes(operator) || /^[!=]==?$/.test(operator) ? [value, value - 1] : [value];
}

/** Returns the greatest number of repetitions that a regular expression names. */
function repetitions(node: Deno.lint.Literal): number[] {
  if (!(node.value instanceof RegExp)) return [];
  return [...node.value.source.matchAll(/\{\d*,(\d+)\}/g)].map(([, most]) => Number(most));
}

/** The plugin. */
const plugin: Deno.lint.Plugin = {
  name: "acct",
  rules: {
    limits: {
      create(context) {
        const path = context.filename.replaceAll("\\", "/");
        if (!checked.test(path) || own.test(path)) return {};
        if (path.endsWith("core/ground/limits.ts")) return {};
        const constants = new Constants();
        const found: Value[] = [];

        const report = (node: Node, message: string) => context.report({ node, message });
        const isExempt = (value: number) =>
          exceptions.some(([file, number]) => number === value && path.endsWith(file));
        const check = (node: Value) => {
          const value = constants.valueOf(node);
          // Of a computed number the whole counts.
          if (value === null || constants.valueOf(node.parent) !== null) return;
          if (isArgument(node, inBits)) return;
          if (
            isArgument(node, sized) && node.type !== "Identifier" && value > 16 && !isExempt(value)
          ) {
            return report(node, `${value} is a size without a name in limits.ts`);
          }
          const given = nameGiven(node);
          for (const limit of limitsAt(node, value)) {
            const meant = names.get(limit);
            if (meant === undefined || isExempt(limit)) continue;
            const bound = isBound(node) ||
              bounds.test(given) && !isAnother(given, meant);
            // Of a text that a user types, another side checks the length.
            const shown = shows.test(path) && given !== "maxLength";
            if (common.has(limit) && (shown || !bound)) continue;
            // A constant was looked at where it is declared; its place may say more than its name.
            if (node.type === "Identifier" && !bound || isOfOthers(node, meant)) continue;
            return report(node, `${limit} is ${meant.join(" or ")} of limits.ts`);
          }
        };

        const collect = (node: Value) => void found.push(node);
        return {
          VariableDeclarator(node) {
            if (node.id.type !== "Identifier" || node.init === null) return;
            if (node.id.name in limits) {
              report(node, `${node.id.name} is declared in limits.ts`);
            } else if (node.parent.type === "VariableDeclaration" && node.parent.kind === "const") {
              constants.add(node.id.name, node.init);
            }
          },
          Literal(node) {
            found.push(node);
            for (const most of repetitions(node)) {
              const meant = names.get(most);
              if (meant === undefined || common.has(most) || isExempt(most)) continue;
              report(node, `${most} is ${meant.join(" or ")} of limits.ts`);
            }
          },
          Identifier: collect,
          UnaryExpression: collect,
          BinaryExpression: collect,
          CallExpression: collect,
          TSAsExpression: collect,
          TSSatisfiesExpression: collect,
          TSNonNullExpression: collect,
          "Program:exit"() {
            for (const node of found) check(node);
          },
        };
      },
    },
  },
};
export default plugin;
