/** `deno task docs`: writes the documents that are made from something else. @module */
import { apiReports } from "./api_report.ts";
import { configurationPage } from "./configuration.ts";
import { errorsPage } from "./errors.ts";
import { llmsText } from "./llms.ts";
import { methodsPage } from "./methods.ts";
import { templatesModule } from "./templates.ts";
import { deno } from "../config.ts";

/** Every made document with its text, before the formatter. */
export async function madeDocuments(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ["docs/errors.md", errorsPage()],
    ["docs/reference/configuration.md", configurationPage()],
    ["docs/methods.md", await methodsPage()],
    ["llms.txt", await llmsText()],
    ["create/templates.ts", await templatesModule()],
    ...await apiReports(),
  ]);
}

if (import.meta.main) {
  const root = new URL("../../", import.meta.url);
  for (const [path, text] of await madeDocuments()) {
    await Deno.writeTextFile(new URL(path, root), text);
    if (path.endsWith(".md")) await deno(["fmt", "--quiet", path]);
  }
}
