/** Checks the subjects of commits: `scope: imperative verb …`, at most 72 characters. @module */

/** Date of the first commit that has to follow the rule. */
const SINCE = "2026-11-29";
const MAX_LENGTH = 72;

/** Verbs that begin a subject. */
const verbs = new Set(
  ("accept adapt add allow announce answer apply ask assemble assert attack avoid bound build bump cache call cap change " +
    "bring check choose clarify close compare connect compute configure convert correct count cover create cut " +
    "decide decode delete deploy derive describe detect disable do document draw drive drop emit enable encode end " +
    "enforce except exclude expect explain export expose fail fetch find fit fix fold follow forbid format " +
    "forward generate give group grow guard handle hide hold ignore import improve include index inline keep " +
    "leave learn let limit link list load log look lower make map mark match measure merge move name notify " +
    "omit open order parse pass pin poll prefer prepare prevent print protect publish put raise read " +
    "rebuild record redact reduce refer refuse regenerate reject release reload remove rename render " +
    "repair replace report request require reserve reset resize resolve restore restrict retry " +
    "restart return reuse revert revoke reword rewrite rotate route run save scale send separate serve set settle share " +
    "shorten show sign simplify skip sort speed spend split spread sponsor stop store state stream support swap switch " +
    "sync take tell test throw tighten time track translate treat trim trust turn type undo unify update " +
    "upgrade use validate verify wait warn widen wrap write").split(" "),
);

/** Lists the problems of a subject. */
export function subjectProblems(subject: string): string[] {
  const [, verb] = /^[\w.,/ -]+: ([a-z]+)\b/.exec(subject) ?? [];
  const problems: string[] = [];
  if (verb === undefined) problems.push("needs a scope, as in `core: add …`");
  else if (!verbs.has(verb)) problems.push(`begins with "${verb}", which is no imperative verb`);
  if (subject.length > MAX_LENGTH) problems.push(`has more than ${MAX_LENGTH} characters`);
  return problems.map((problem) => `commit "${subject}" ${problem}`);
}

/** Lists the problems of the commits of this branch; none outside of a repository. */
export async function wrongSubjects(): Promise<string[]> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["log", "--no-merges", `--since=${SINCE}T00:00:00Z`, "--format=%s"],
    stderr: "null",
  }).output().catch(() => ({ success: false, stdout: new Uint8Array() }));
  if (!success) {
    console.log("     commit subjects were not checked: this is no git repository");
    return [];
  }
  const subjects = new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  return subjects.flatMap(subjectProblems);
}
