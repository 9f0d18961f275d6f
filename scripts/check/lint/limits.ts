/**
 * Finds numbers of `core/protocol/limits.ts` that are written again elsewhere: a copy does not follow
 * the limit, and then one side refuses what the other accepts. A plugin of `deno lint`.
 *
 * @module
 */
import * as limits from "../../../core/protocol/limits.ts";

/** Folders whose numbers are compared, without their tests. */
const checked =
  /(?:^|\/)(?:core\/(?:page|wallet|dialog|client|names|permission|siwe|account|protocol)|service\/(?:rpc|operations|sponsor|fees|names)|connector|ui|host)\/(?!.*(?:_test\.tsx?$|testing\/|stories\/))/;

/** Numbers that mean many things, so that only a bound of a length or of a list is a copy. */
const common: ReadonlySet<number> = new Set([20, 32, 40, 64, 100, 160, 200, 500, 1_000]);
/** Folders that cut texts to what can be shown; of the common numbers none is a limit there. */
const shows = /(?:^|\/)(?:connector|ui|host)\//;
/** Functions whose argument is a number of bits. */
const inBits: ReadonlySet<string> = new Set(["quantity", "exactQuantity"]);

/** Numbers that equal a limit and mean something else. */
const exceptions: readonly (readonly [file: string, number: number, why: string])[] = [
  ["core/account/signature.ts", 255, "a byte"],
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
  ["service/names/gateway.ts", 8_192, "a resolver's question"],
  ["service/names/policy.ts", 100, "keys that an operator allows"],
  ["service/operations/watch.ts", 500, "reason in the database"],
  ["service/sponsor/bounds.ts", 1_024, "signature of an estimate"],
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
        if (!checked.test(path) || path.endsWith("core/protocol/limits.ts")) return {};
        return {
          Literal(node) {
            if (typeof node.value !== "number") return;
            // The value of a number with separators is NaN.
            const value = Number(node.raw.replaceAll("_", ""));
            const meant = names.get(value);
            const bound = () => isBound(node as Deno.lint.NumberLiteral);
            if (meant === undefined || isBits(node)) return;
            if (common.has(value) && (shows.test(path) || !bound())) return;
            if (exceptions.some(([file, number]) => number === value && path.endsWith(file))) {
              return;
            }
            context.report({ node, message: `${value} is ${meant.join(" or ")} of limits.ts` });
          },
        };
      },
    },
  },
};
export default plugin;
