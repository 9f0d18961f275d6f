/**
 * Unpacks the Chromium inside of an npm package (Linux only) and prints where it is and what it wants
 * to be started with. Like `locate.ts` it runs apart from the workspace.
 *
 * The argument is the package with its version.
 */
const { default: chromium } = await import(`npm:${Deno.args[0]}`) as {
  default: { executablePath(): Promise<string>; args: string[] };
};
console.log(JSON.stringify({
  executablePath: await chromium.executablePath(),
  args: chromium.args,
}));
