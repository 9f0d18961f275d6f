/** Table of the methods that prompt the user, made from their definitions. @module */
import { connectedHandlers } from "../../core/page/handlers/connected.ts";
import { firstHandlers } from "../../core/page/handlers/first.ts";
import type { Definition, Prompt } from "../../core/protocol/schema/definition.ts";

const path = new URL("../../docs/methods.md", import.meta.url);
const begin = "<!-- made by deno task docs: methods that prompt -->\n";
const end = "<!-- end -->\n";

const rows: readonly (readonly [prompt: Prompt, signs: string, session: string])[] = [
  ["connects", "with SIWE", "no"],
  ["sends", "sends", "connects"],
  ["signs", "signs", "connects"],
  ["grants", "sends", "connects"],
  ["changes owners", "signs", "connects"],
  ["shows", "no", "no"],
];

/** Writes the table into `docs/methods.md`, whose other parts are written by hand. */
export async function methodsPage(): Promise<string> {
  const definitions: readonly [string, { readonly definition: Definition<unknown> }][] = [
    ...Object.entries(firstHandlers),
    ...Object.entries(connectedHandlers),
  ];
  const lines = rows.map(([prompt, signs, session]) => {
    const names = definitions.filter(([, { definition }]) => definition.prompts === prompt)
      .map(([name]) => `[\`${name}\`](#${name.toLowerCase()})`).sort();
    return `| ${names.join(", ")} | ${signs} | ${session} |`;
  });
  const table = [
    "\n| Prompts the user | Signs or sends | Needs a session |",
    "| --- | --- | --- |",
    ...lines,
    "\nEverything else is silent.\n\n",
  ].join("\n");
  const [before, rest] = (await Deno.readTextFile(path)).split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error("docs/methods.md has lost the marks of its table");
  return before + begin + table + end + after;
}
