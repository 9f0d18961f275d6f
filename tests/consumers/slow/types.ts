/** The types of the packages in the versions of TypeScript from the lowest to the newest. */
import { checkCompletions, checkFixtures, makeTypedProject } from "../type_checks.ts";
import { nodeHere } from "../packages.ts";

const options = { sanitizeResources: false, ignore: !await nodeHere() };

/** The lowest version that is supported, the last one written in JavaScript, and the newest. */
const versions = {
  "typescript-5.4": "5.4.5",
  "typescript-5.9": "5.9.3",
  "typescript-7.0": "7.0.2",
};

Deno.test("types: TypeScript 5.4, 5.9 and 7.0 compile and complete alike", options, async () => {
  const folder = await makeTypedProject("types-versions", versions);
  for (const compiler of Object.keys(versions)) {
    await checkFixtures(folder, compiler);
    await checkCompletions(folder, compiler);
  }
});
