/** The types of the packages in an app; `slow/types.ts` has other versions of TypeScript. */
import { checkCompletions, checkFixtures, makeTypedProject } from "./type_checks.ts";
import { nodeHere } from "./packages.ts";

const options = { sanitizeResources: false, ignore: !await nodeHere() };

Deno.test("types: requests, hooks and a registered configuration compile as they should", {
  ...options,
}, async () => {
  await checkFixtures(await getProject(), "typescript-5.9");
});

Deno.test("types: an editor completes methods, fields, capabilities and selected data", {
  ...options,
}, async () => {
  await checkCompletions(await getProject(), "typescript-5.9");
});

let project: Promise<string> | undefined;

function getProject(): Promise<string> {
  return project ??= makeTypedProject("types", { "typescript-5.9": "5.9.3" });
}
