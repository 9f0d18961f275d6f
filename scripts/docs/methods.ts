/** Makes the tables of methods and capabilities from their definitions. @module */
import { allHandlers } from "../../core/testing/handlers.ts";
import { capabilities, type Capability } from "../../core/protocol/service/capabilities.ts";
import type { Prompt } from "../../core/schema/definition.ts";

const path = new URL("../../docs/methods.md", import.meta.url);
const end = "<!-- end -->\n";

const rows: readonly (readonly [prompt: Prompt, signs: string, session: string])[] = [
  ["connects", "with SIWE", "no"],
  ["sends", "sends", "if it names an account"],
  ["signs", "signs", "if it names an account"],
  ["grants", "sends", "if it names an account"],
  ["changes owners", "signs", "connects"],
  ["shows", "no", "no"],
];

/** Fields of a request that may have a capability. */
const fields: Readonly<Record<Capability["places"][number], string>> = {
  batch: "capabilities",
  call: "calls[].capabilities",
};

/** Meanings of the capabilities that a request may have. */
const meanings: Readonly<Record<string, string>> = {
  abi:
    "The app's ABI. The ABI of a call replaces that of the batch ([clear signing](clear-signing.md#an-apps-own-abi))",
  atomic: "Accepted. Batches are always atomic",
  dataSuffix:
    "`{ value }`: at most 1024 bytes that are appended to the encoded calls, such as an attribution (ERC-8021). Shown in the dialog",
  paymasterService: "The paymaster ([sponsorship](sponsorship.md))",
  permissions:
    "`{ id }` of a permission whose spender is the account ([permissions](permissions.md#use))",
};

/** Writes the tables into `docs/methods.md`. The rest of that file is written manually. */
export async function methodsPage(): Promise<string> {
  const text = await Deno.readTextFile(path);
  const made = {
    "methods that prompt": promptsTable(),
    "capabilities of a batch": acceptedTable(),
    capabilities: listedTable(),
  };
  return Object.entries(made).reduce((page, [part, table]) => fill(page, part, table), text);
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
  const definitions = Object.entries(allHandlers);
  const lines = rows.map(([prompt, signs, session]) => {
    const names = definitions.filter(([, { definition }]) => definition.prompts === prompt)
      .map(([name]) => `[\`${name}\`](#${name.toLowerCase()})`).sort();
    return `| ${names.join(", ")} | ${signs} | ${session} |`;
  });
  return [
    "| Methods that prompt | Signs or sends | Requires a session |",
    "| --- | --- | --- |",
    ...lines,
    "\nAll other methods do not prompt the user. [`acct_openWallet`](#acct_openwallet) opens a window " +
    "without a prompt.",
  ].join("\n");
}

function acceptedTable(): string {
  const accepted = capabilities.filter(({ places }) => places.length > 0);
  const unknown = Object.keys(meanings).filter((name) =>
    !accepted.some((capability) => capability.name === name)
  );
  if (unknown.length > 0) {
    throw new Error(`wallet_sendCalls does not support ${unknown.join(", ")}`);
  }
  const lines = accepted.map(({ name, places }) => {
    const meaning = meanings[name];
    if (meaning === undefined) throw new Error(`the meaning of the capability ${name} is missing`);
    return `| ${places.map((place) => `\`${fields[place]}.${name}\``).join(", ")} | ${meaning} |`;
  });
  return ["| Capability | Meaning |", "| --- | --- |", ...lines].join("\n");
}

function listedTable(): string {
  const lines = capabilities.map(({ name, perChain, support }) => {
    const listed = Object.entries(support({ permissions: true, feeTokens: [] }) as object)
      .map(([key, value]) => perChain ? key : `${key}: ${JSON.stringify(value)}`);
    return `| \`${name}\` | \`{ ${listed.join(", ")} }\` | ${perChain ? "yes" : "no"} |`;
  });
  return [
    "| Capability | Listed as | Depends on the chain |",
    "| --- | --- | --- |",
    ...lines,
  ].join("\n");
}
