/** Reads the ABIs that a dApp passes with its calls, validated and sanitized. @module */
import "../chunks/engine.ts";
import { type AbiFunction, type AbiParameter, parseAbiItem } from "viem";
import { type At, elements, isPresent, member, object, text, wrong } from "../schema/check.ts";
import { AcctError } from "../ground/errors.ts";
import { MAX_ABI_ITEMS, MAX_ABI_NAME_LENGTH } from "../ground/limits.ts";
import { withoutHidden } from "../lib/hidden.ts";
import { type FunctionShape, shapeOf } from "./shape.ts";

/** Maximum length of an item as text. */
const MAX_TEXT_LENGTH = 1000;
/** Maximum nesting depth of tuples. */
const MAX_TUPLE_DEPTH = 6;
/** Maximum number of arguments of a function, including the members of its tuples. */
const MAX_ARGUMENTS = 100;

const name = /^[A-Za-z_$][\w$]{0,63}$/;
/** Argument names that are shown. */
const label = /^[A-Za-z_$][\w$]{0,39}$/;
const type = new RegExp(
  "^(?:address|bool|string|bytes(?:[1-9]|[12]\\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|" +
    "96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)|tuple)" +
    "(?:\\[(?:[1-9]\\d{0,2})?\\]){0,3}$",
);

/**
 * Reads the functions of an ABI: texts such as `function mint(address to, uint256 amount)`, or JSON
 * items. Other items are skipped. Named structs are not supported, because a few lines of them can
 * expand exponentially.
 *
 * @throws {AcctError} `invalid_params` with the path of the item and the rule that it breaks;
 * `bundle_too_large` with too many items
 */
export function readAppAbi(at: At): readonly FunctionShape[] {
  if (!isPresent(at)) return [];
  if (Array.isArray(at.value) && at.value.length > MAX_ABI_ITEMS) {
    throw new AcctError("bundle_too_large", {
      field: at.path,
      detail: `(at most ${MAX_ABI_ITEMS} items)`,
    });
  }
  const items = elements(at, MAX_ABI_ITEMS);
  const written = items.filter(({ value }) => typeof value === "string");
  const parsed = written.length === 0 ? [] : parseTexts(written);
  const given = items.filter(({ value }) => typeof value !== "string").filter(isFunction);
  const functions = [
    ...parsed,
    ...given.map((item) => ({ path: item.path, item: readItem(item) })),
  ];
  return functions.map(({ path, item }) => checked(item, path));
}

/** Maximum items of a dApp's ABIs per request. */
const MAX_TOTAL_ABI_ITEMS = 1000;

/** The dApp's ABIs in a batch. */
export interface AppAbis {
  /** For all calls. */
  readonly abi: At;
  /** ABIs of single calls, which replace the ABI for all calls. */
  readonly abis: readonly At[];
}

/** Finds the ABIs of a batch at `path` of the dApp's request. */
export function appAbisOf(
  path: string,
  { abi, calls }: { readonly abi?: unknown; readonly calls: readonly { readonly abi?: unknown }[] },
): AppAbis {
  return {
    abi: { value: abi, path: `${path}.capabilities.abi` },
    abis: calls.map(({ abi }, index) => ({
      value: abi,
      path: `${path}.calls[${index}].capabilities.abi`,
    })),
  };
}

/** Reads the functions of all ABIs; an absent ABI becomes an empty list. */
export function readAppAbis(
  { abi, abis }: AppAbis,
): {
  readonly abi: readonly FunctionShape[];
  readonly abis: readonly (readonly FunctionShape[])[];
} {
  const items = [abi, ...abis].reduce(
    (sum, { value }) => sum + (Array.isArray(value) ? value.length : 0),
    0,
  );
  if (items > MAX_TOTAL_ABI_ITEMS) {
    throw wrong(abi.path, `must have at most ${MAX_TOTAL_ABI_ITEMS} items in one request`);
  }
  return { abi: readAppAbi(abi), abis: abis.map(readAppAbi) };
}

function parseTexts(written: readonly At[]): { path: string; item: AbiFunction }[] {
  const all = written.map((at) => ({ path: at.path, text: text(at, MAX_TEXT_LENGTH) }));
  return all.filter(({ text }) => !/^\s*(?:event|error|constructor|fallback|receive)\b/.test(text))
    .map(({ path, text }) => {
      try {
        return { path, item: parseAbiItem([text] as string[]) as AbiFunction };
      } catch {
        throw wrong(
          path,
          'must be a function such as "function mint(address to, uint256 amount)", structs in ' +
            "place as (address to, uint256 amount)",
        );
      }
    });
}

function isFunction(at: At): boolean {
  const { value } = member(at, "type");
  return value === undefined || value === "function";
}

function readItem(at: At): AbiFunction {
  // Counted while parsing, because a dApp's lists can contain the same component a thousand times.
  let left = MAX_ARGUMENTS;
  const readParameter = (at: At, depth: number): AbiParameter => {
    object(at);
    if (left-- === 0) throw wrong(at.path, `is one of more than ${MAX_ARGUMENTS} arguments`);
    if (depth > MAX_TUPLE_DEPTH) {
      throw wrong(at.path, `must not nest tuples deeper than ${MAX_TUPLE_DEPTH}`);
    }
    const given = member(at, "name");
    const type = text(member(at, "type"), MAX_ABI_NAME_LENGTH);
    const name = isPresent(given) ? text(given, MAX_TEXT_LENGTH) : "";
    if (!type.startsWith("tuple")) return { type, name };
    const parts = elements(member(at, "components"), MAX_ARGUMENTS);
    return { type, name, components: parts.map((part) => readParameter(part, depth + 1)) };
  };
  return {
    type: "function",
    name: text(member(at, "name"), MAX_ABI_NAME_LENGTH),
    stateMutability: "payable",
    inputs: elements(member(at, "inputs"), MAX_ARGUMENTS).map((input) => readParameter(input, 0)),
    outputs: [],
  };
}

/** Validates a function, from text or JSON. */
function checked(item: AbiFunction, path: string): FunctionShape {
  if (!name.test(item.name)) throw wrong(path, "must have a valid function name");
  let count = 0;
  const visit = (parameter: AbiParameter, depth: number): AbiParameter => {
    if (++count > MAX_ARGUMENTS) throw wrong(path, `must have at most ${MAX_ARGUMENTS} arguments`);
    if (depth > MAX_TUPLE_DEPTH) {
      throw wrong(path, `must not nest tuples deeper than ${MAX_TUPLE_DEPTH}`);
    }
    if (!type.test(parameter.type)) {
      throw wrong(
        path,
        "must have arguments of elementary types or tuples, with arrays of 1 to 999",
      );
    }
    const parts = "components" in parameter ? parameter.components : [];
    if (parameter.type.startsWith("tuple") === (parts.length === 0)) {
      throw wrong(path, "must have tuples with at least one part");
    }
    // A sentence as a name would be read as a statement.
    const shown = withoutHidden(parameter.name ?? "").trim();
    const own = { type: parameter.type, name: label.test(shown) ? shown : "" };
    return parts.length === 0
      ? own
      : { ...own, components: parts.map((part) => visit(part, depth + 1)) };
  };
  return shapeOf({ ...item, inputs: item.inputs.map((input) => visit(input, 0)) });
}
