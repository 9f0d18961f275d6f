/**
 * Finds numbers of `core/protocol/limits.ts` that are written again elsewhere: a copy does not follow
 * the limit, and then one side refuses what the other accepts. A plugin of `deno lint`.
 *
 * @module
 */
import * as limits from "../../../core/protocol/limits.ts";

/** Folders whose numbers are compared, without their tests. */
const checked =
  /(?:^|\/)(?:core|service|connector|ui|host)\/(?!.*(?:_test\.tsx?$|testing\/|stories\/))/;

/** Settings of operators and bounds of HTTP, which only the service has. */
const own = /service\/(?:config|main|app)\.ts$|service\/(?:http|bundler)\//;

/** Numbers that mean many things, so that only a bound of a length or of a list is a copy. */
const common: ReadonlySet<number> = new Set([20, 32, 40, 64, 80, 100, 160, 200, 500, 1_000]);
/** Folders that cut texts to what can be shown; of the common numbers none is a limit there. */
const shows = /(?:^|\/)(?:connector|ui|host)\//;
/** Functions whose argument is a number of bits. */
const inBits: ReadonlySet<string> = new Set(["quantity", "exactQuantity"]);

/** Numbers that equal a limit and mean something else. */
const exceptions: readonly (readonly [file: string, number: number, why: string])[] = [
  ["core/account/signature.ts", 255, "a byte"],
  ["core/passkey/cbor.ts", 256, "values of a byte"],
  ["core/protocol/schema/check.ts", 64, "hex digits of a word"],
  ["core/protocol/schema/check.ts", 4_096, "any text without a limit of its own"],
  ["core/protocol/error_json.ts", 200, "path in an error"],
  ["core/protocol/error_json.ts", 500, "advice of an error"],
  ["core/wallet/device/sites.ts", 100, "name of an app"],
  ["core/wallet/host/per_site.ts", 100, "name of an app"],
  ["core/wallet/operation/refresh_timer.ts", 20_000, "milliseconds"],
  ["core/wallet/requests/find_account.ts", 64, "keys of a passkey's id"],
  ["host/rescue/node.ts", 20_000, "milliseconds"],
  ["service/fees/external.ts", 4_096, "data of another paymaster"],
  ["service/chain/node.ts", 1_024, "bytes of a kilobyte"],
  ["service/chain/node.ts", 500, "text of a node's error"],
  ["service/keys/domains.ts", 100, "text of an error"],
  ["service/names/gateway.ts", 8_192, "a resolver's question"],
  ["service/names/policy.ts", 100, "keys that an operator allows"],
  ["service/operations/watch.ts", 500, "reason in the database"],
  ["service/sponsor/bounds.ts", 1_024, "signature of an estimate"],
  ["service/owners/relayer.ts", 20_000, "milliseconds"],
  ["service/fees/external_charge.ts", 2 ** 48 - 1, "48 bits of a word"],
  ["service/sponsor/bounds.ts", 20_000, "gas"],
  ["service/sponsor/erc7677.ts", 66, "a word in hex"],
  ["service/store/sqlite.ts", 255, "a byte"],
  ["service/sponsor/policy.ts", 100_000, "operations per day"],
  ["service/sponsor/policy.ts", 100, "contracts that an operator sponsors"],
];

const names = new Map<number, string[]>();
for (const [name, value] of Object.entries(limits)) {
  if (value > 16) names.set(value, [...names.get(value) ?? [], name]);
}

/** Returns true for a literal that bounds a length or a number of elements. */
function isBound(node: Deno.lint.NumberLiteral): boolean {
  const { parent } = node;
  if (parent.type === "BinaryExpression") {
    const other = parent.left === node ? parent.right : parent.left;
    return /^[<>]=?$/.test(parent.operator) && other.type === "MemberExpression" &&
      other.property.type === "Identifier" &&
      /^(length|size|byteLength)$/.test(other.property.name);
  }
  if (parent.type !== "CallExpression" || parent.callee.type !== "MemberExpression") return false;
  const { property } = parent.callee;
  if (property.type !== "Identifier") return false;
  return property.name === "max" || property.name === "slice" && parent.arguments[1] === node;
}

/** Functions of schemas whose argument is a size. */
const sized: ReadonlySet<string> = new Set(["list", "text", "bytes", "elements"]);

/** Returns true for the size of a schema: it is a limit of the protocol, and has a name. */
function isSize(node: Deno.lint.Literal): boolean {
  const { parent } = node;
  return parent.type === "CallExpression" && parent.callee.type === "Identifier" &&
    sized.has(parent.callee.name) && parent.arguments[0] !== undefined &&
    parent.arguments.includes(node);
}

/** Returns the value of an expression of numbers alone; `null` for any other. */
function valueOf(node: Deno.lint.Node): number | null {
  if (node.type === "Literal") {
    const number = /^(0x[\da-f_]+|[\d_]+(?:e\d+)?)n?$/i.exec(node.raw)?.[1];
    return number === undefined ? null : Number(number.replaceAll("_", ""));
  }
  if (node.type !== "BinaryExpression") return null;
  const [left, right] = [valueOf(node.left), valueOf(node.right)];
  if (left === null || right === null) return null;
  switch (node.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "**":
      return left ** right;
    case "<<":
      return left * 2 ** right;
    default:
      return null;
  }
}

function isBits({ parent }: Deno.lint.Literal): boolean {
  return parent.type === "CallExpression" && parent.callee.type === "Identifier" &&
    inBits.has(parent.callee.name);
}

/** The plugin. */
const plugin: Deno.lint.Plugin = {
  name: "acct",
  rules: {
    limits: {
      create(context) {
        const path = context.filename.replaceAll("\\", "/");
        if (!checked.test(path) || own.test(path)) return {};
        if (path.endsWith("core/protocol/limits.ts")) return {};
        return {
          Literal(node) {
            const value = valueOf(node);
            // Of a computed number the whole counts.
            if (value === null || isBits(node) || valueOf(node.parent) !== null) return;
            const meant = names.get(value);
            const exempt = exceptions.some(([file, number]) =>
              number === value && path.endsWith(file)
            );
            if (exempt) return;
            if (isSize(node) && value > 16) {
              context.report({ node, message: `${value} is a size without a name in limits.ts` });
              return;
            }
            const bound = isBound(node as Deno.lint.NumberLiteral);
            if (meant === undefined || common.has(value) && (shows.test(path) || !bound)) return;
            context.report({ node, message: `${value} is ${meant.join(" or ")} of limits.ts` });
          },
          BinaryExpression(node) {
            // The whole of a computed number, not its parts.
            if (node.parent.type === "BinaryExpression") return;
            const value = valueOf(node);
            const meant = value === null ? undefined : names.get(value);
            if (meant === undefined) return;
            context.report({ node, message: `${value} is ${meant.join(" or ")} of limits.ts` });
          },
        };
      },
    },
  },
};
export default plugin;
