/**
 * Makes `docs/reference/configuration.md` from the schema of the service's configuration.
 *
 * @module
 */
import { z } from "zod";
import { configSchema } from "../../service/main/config.ts";

/** The members of a JSON Schema that the page shows. */
interface Field {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly items?: Field;
  readonly oneOf?: readonly Field[];
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
}

const head = `# Configuration reference

<!-- Made from service/main/config.ts by \`deno task docs\`. -->

The service reads one JSON file (\`--config FILE\`). It validates all fields at the start and lists
every invalid or unknown field. [Configuration](../self-hosting/configuration.md) has an example and
guidance. \`[]\` marks the entries of a list. Fields of an optional object are required only if the
object is present.
`;

/** Returns the page. */
export function configurationPage(): string {
  const schema = z.toJSONSchema(configSchema, { io: "input" }) as Field;
  const lines = rows(schema, "").map((cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  );
  return [head, "| Field | Type | Default | Effect |", "| --- | --- | --- | --- |", ...lines]
    .join("\n") + "\n";
}

/** Lists the fields of an object, each before its own fields. */
function rows({ properties = {}, required = [] }: Field, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    if (field.description === undefined) throw new Error(`${path} has no description`);
    const isRequired = required.includes(name);
    const row = [`\`${path}\``, typeOf(field), defaultOf(field, isRequired), field.description];
    const inner = field.items ?? field;
    const below = field.items === undefined ? `${path}.` : `${path}[].`;
    return [row, ...(inner.oneOf ?? [inner]).flatMap((each) => rows(each, below))]
      // Alternatives share the field that distinguishes them.
      .filter(([name], index, all) => all.findIndex(([other]) => other === name) === index);
  });
}

function typeOf(field: Field): string {
  const { title, type = "object", format, items, maxItems, maxLength, enum: values } = field;
  if (title !== undefined) return title;
  if (items !== undefined) {
    return `list of ${typeOf(items)}${
      maxItems === undefined ? "" : `, at most ${maxItems} entries`
    }`;
  }
  if (values !== undefined) return values.map(code).join(", ");
  if (format === "uri") return "URL";
  if (type === "number" || type === "integer") return `${type}${rangeOf(field)}`;
  return maxLength === undefined ? type : `${type}, at most ${maxLength} characters`;
}

/** Returns the bounds of a number; the type's own limit does not count. */
function rangeOf({ minimum, exclusiveMinimum, maximum }: Field): string {
  const least = exclusiveMinimum === undefined ? minimum : `above ${exclusiveMinimum}`;
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) {
    return typeof least === "number"
      ? `, at least ${least}`
      : least === undefined
      ? ""
      : `, ${least}`;
  }
  return `, ${least} to ${maximum}`;
}

function defaultOf(field: Field, isRequired: boolean): string {
  const { default: value } = field;
  if (isRequired) return "required";
  if (value === undefined || Array.isArray(value) && value.length === 0) return "none";
  return JSON.stringify(value) === "{}" ? "see its fields" : code(value);
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
