/**
 * Sends one question to the solver Z3, from its npm package, and prints the answer. Like
 * `locate.ts` it runs outside of the workspace. It has a separate process, so that a slow question
 * can be cancelled.
 *
 * The arguments are the package with its version, a file in SMT-LIB's language, and milliseconds.
 */
const [name, file, limit] = Deno.args;
type Solver = {
  mk_config(): unknown;
  mk_context(config: unknown): unknown;
  eval_smtlib2_string(context: unknown, text: string): Promise<string>;
};

const { init } = await import(`npm:${name}`) as { init(): Promise<{ Z3: Solver }> };
const { Z3 } = await init();
// The solver works in a separate thread, so the timer runs.
setTimeout(() => finish("unknown"), Number(limit));
const context = Z3.mk_context(Z3.mk_config());
finish(await Z3.eval_smtlib2_string(context, await Deno.readTextFile(file!)));

function finish(answer: string): never {
  console.log(JSON.stringify(answer));
  Deno.exit(0);
}
