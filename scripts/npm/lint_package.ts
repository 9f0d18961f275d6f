/**
 * Prints the problems that publint and attw (esm-only) find in tarballs, one problem per line. Like
 * `locate.ts` it runs outside of the workspace.
 *
 * The arguments are the two packages with their versions, then the tarballs.
 */
const [publintPackage, attwPackage, ...tarballs] = Deno.args;
const { publint } = await import(`npm:${publintPackage}`);
const { formatMessage } = await import(`npm:${publintPackage}/utils`);
const attw = await import(`npm:${attwPackage}`);

/** Old resolutions that cannot find ESM by design; attw's profile `esm-only` excludes them. */
const left = ["node10", "node16-cjs"];

for (const file of tarballs) {
  const bytes = await Deno.readFile(file);
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: bytes.buffer } });
  for (const message of messages) console.log(`${file}: publint: ${formatMessage(message, pkg)}`);
  const checked = await attw.checkPackage(attw.createPackageFromTarballData(bytes));
  if (checked.types === false) console.log(`${file}: attw: no types`);
  for (const problem of checked.problems ?? []) {
    if (left.includes(problem.resolutionKind)) continue;
    console.log(`${file}: attw: ${JSON.stringify(problem)}`);
  }
}
