/** Makes the tables of methods and capabilities from their definitions. @module */
import { connectedHandlers } from "../../core/page/handlers/connected.ts";
import { firstHandlers } from "../../core/page/handlers/first.ts";
import { capabilities, type Capability } from "../../core/protocol/service/capabilities.ts";
import type { Definition, Prompt } from "../../core/protocol/schema/definition.ts";

const path = new URL("../../docs/methods.md", import.meta.url);
const end = "<!-- end -->\n";

const rows: readonly (readonly [prompt: Prompt, signs: string, session: string])[] = [
  ["connects", "with SIWE", "no"],
  ["sends", "sends", "connects"],
  ["signs", "signs", "connects"],
  ["grants", "sends", "connects"],
  ["changes owners", "signs", "connects"],
  ["shows", "no", "no"],
];

/** Places of a request that may have a capability. */
const placeNames: Readonly<Record<Capability["places"][number], string>> = {
  batch: "for the batch",
  call: "per call",
};

/** Writes the tables into `docs/methods.md`, whose other parts are written by hand. */
export async function methodsPage(): Promise<string> {
  const text = await Deno.readTextFile(path);
  return fill(fill(text, "methods that prompt", promptsTable()), "capabilities", capabilityTable());
}

/** Replaces the part between two marks. */
function fill(text: string, part: string, table: string): string {
  const begin = `<!-- made by deno task docs: ${part} -->\n`;
  const [before, rest] = text.split(begin);
  const at = rest?.indexOf(end) ?? -1;
  if (rest === undefined || at < 0) {
    throw new Error(`docs/methods.md has lost the marks of ${part}`);
  }
  return `${before}${begin}\n${table}\n\n${rest.slice(at)}`;
}

function promptsTable(): string {
  const definitions: readonly [string, { readonly definition: Definition<unknown> }][] = [
    ...Object.entries(firstHandlers),
    ...Object.entries(connectedHandlers),
  ];
  const lines = rows.map(([prompt, signs, session]) => {
    const names = definitions.filter(([, { definition }]) => definition.prompts === prompt)
      .map(([name]) => `[\`${name}\`](#${name.toLowerCase()})`).sort();
    return `| ${names.join(", ")} | ${signs} | ${session} |`;
  });
  return [
    "| Prompts the user | Signs or sends | Needs a session |",
    "| --- | --- | --- |",
    ...lines,
    "\nEverything else is silent.",
  ].join("\n");
}

function capabilityTable(): string {
  const lines = capabilities.map(({ name, places, perChain, support }) => {
    const listed = Object.entries(support({ permissions: true, feeTokens: [] }) as object)
      .map(([key, value]) => perChain ? key : `${key}: ${JSON.stringify(value)}`);
    const taken = places.map((place) => placeNames[place]).join(", ");
    return `| \`${name}\` | ${taken || "no"} | \`{ ${listed.join(", ")} }\` | ${
      perChain ? "yes" : "no"
    } |`;
  });
  return [
    "| Capability | Taken by `wallet_sendCalls` | Listed as | Depends on the chain |",
    "| --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}
