/** ABIs that a page gives for its own contracts: its own words, bounded and cleaned. @module */
import { type AbiFunction, type AbiParameter, type Hex, parseAbiItem } from "viem";
import { type At, elements, isPresent, member, object, text, wrong } from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { MAX_ABI_ITEMS } from "../../protocol/limits.ts";
import { cleanText } from "../../lib/text.ts";
import type { ExplanationView } from "../../dialog/explanation.ts";
import { decodeExactly, type FunctionShape, shapeOf } from "./decode_exactly.ts";
import { MOST_FIELDS, rawFields } from "./values.ts";

/** Characters of an item that is written as text. */
const LONGEST = 1000;
/** Tuples within tuples at most. */
const DEEPEST = 6;
/** Arguments of a function and parts of its tuples, all together. */
const WIDEST = 100;
/** Data beyond this many bytes is not explained by a page's ABI. */
const LARGEST = 64_000;

const name = /^[A-Za-z_$][\w$]{0,63}$/;
const type = new RegExp(
  "^(?:address|bool|string|bytes(?:[1-9]|[12]\\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|" +
    "96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)|tuple)" +
    "(?:\\[(?:[1-9]\\d{0,2})?\\]){0,3}$",
);

/**
 * Reads the functions of an ABI: texts such as `function mint(address to, uint256 amount)`, or items
 * as compilers write them. Whatever is no function is passed over; structs by name are not known,
 * since a few lines of them can stand for more arguments than there are atoms.
 *
 * @throws {AcctError} `invalid_params` with the path of the item and the rule that it breaks;
 *   `bundle_too_large` with too many of them
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

/** A function in the page's words; `null` if none of its functions, or more than one, is meant. */
export function explainByApp(
  functions: readonly FunctionShape[],
  data: Hex,
): ExplanationView | null {
  if (data.length > 2 * LARGEST + 2) return null;
  const meant = new Map(
    functions.filter(({ selector }) => selector === data.slice(0, 10).toLowerCase())
      .map((each) => [JSON.stringify(each), each]),
  );
  const [one] = meant.values();
  // Two that differ in a type or a name: nobody can say which one is right.
  if (meant.size !== 1 || one === undefined) return null;
  const values = decodeExactly(one, data);
  if (values === null) return null;
  const fields = one.inputs.flatMap((input, index) =>
    rawFields(input.name || input.type, { shape: input, value: values[index] })
  );
  return {
    source: "app",
    intent: one.name,
    fields: fields.slice(0, MOST_FIELDS),
    partial: fields.length > MOST_FIELDS,
  };
}

function parseTexts(written: readonly At[]): { path: string; item: AbiFunction }[] {
  const all = written.map((at) => ({ path: at.path, text: text(at, LONGEST) }));
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
  // Counted while reading: lists of a page can hold the same part a thousand times.
  let left = WIDEST;
  const readParameter = (at: At, depth: number): AbiParameter => {
    object(at);
    if (left-- === 0) throw wrong(at.path, `is one of more than ${WIDEST} arguments`);
    if (depth > DEEPEST) {
      throw wrong(at.path, `must not have more than ${DEEPEST} tuples in another`);
    }
    const given = member(at, "name");
    const type = text(member(at, "type"), 64);
    const name = isPresent(given) ? text(given, LONGEST) : "";
    if (!type.startsWith("tuple")) return { type, name };
    const parts = elements(member(at, "components"), WIDEST);
    return { type, name, components: parts.map((part) => readParameter(part, depth + 1)) };
  };
  return {
    type: "function",
    name: text(member(at, "name"), 64),
    stateMutability: "payable",
    inputs: elements(member(at, "inputs"), WIDEST).map((input) => readParameter(input, 0)),
    outputs: [],
  };
}

/** What holds for every function, however it was written. */
function checked(item: AbiFunction, path: string): FunctionShape {
  if (!name.test(item.name)) throw wrong(path, "must be named as Solidity names functions");
  let count = 0;
  const visit = (parameter: AbiParameter, depth: number): AbiParameter => {
    if (++count > WIDEST) throw wrong(path, `must have at most ${WIDEST} arguments`);
    if (depth > DEEPEST) throw wrong(path, `must not have more than ${DEEPEST} tuples in another`);
    if (!type.test(parameter.type)) {
      throw wrong(path, "must have arguments of Solidity's own types, lists of 1 to 999");
    }
    const parts = "components" in parameter ? parameter.components : [];
    if (parameter.type.startsWith("tuple") === (parts.length === 0)) {
      throw wrong(path, "must have tuples with at least one part");
    }
    // A sentence in the place of a name would be read as one.
    const label = cleanText(parameter.name ?? "", 40);
    const own = { type: parameter.type, name: name.test(label) ? label : "" };
    return parts.length === 0
      ? own
      : { ...own, components: parts.map((part) => visit(part, depth + 1)) };
  };
  return shapeOf({ ...item, inputs: item.inputs.map((input) => visit(input, 0)) });
}
