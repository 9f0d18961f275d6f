/**
 * Proves claims about the contracts: `deno run -A contracts/prove.ts [part of a claim]`.
 *
 * The compiler's own SMTChecker turns a model into queries, Z3 answers them, and the compiler
 * reports the result. Each model is also tried with a fault that must be found: a proof that
 * accepts anything would prove nothing.
 */
import { runToolSync, versions } from "../scripts/tools/mod.ts";
import { type Claim, claims, type Fault } from "./prove/claims.ts";
import { gather, settings, solcWithSolver } from "./solc.ts";

/** Milliseconds that one query may take. */
const LIMIT_MS = 900_000;

type Provable = Extract<Claim, { model: string }>;

/** The compiler's verdict on the assertions of a model. */
type Verdict = { safe: number; broken: number; open: number };

/** The codes of the compiler's messages, for both engines. */
const codes = {
  safe: new Set(["9576", "2961"]),
  broken: new Set(["6328", "4661"]),
} as const;

type Message = {
  severity: string;
  errorCode: string;
  message: string;
  formattedMessage: string;
  sourceLocation?: { file: string; start: number };
};
type Output = { errors?: Message[] };

/** Sends the prover a model, unchanged or with a fault. */
export async function ask(claim: Provable, fault?: Fault): Promise<Verdict> {
  const instead: Record<string, string> = {};
  for (const [name, file] of Object.entries(claim.instead ?? {})) {
    instead[name] = await Deno.readTextFile(new URL(`./prove/models/${file}`, import.meta.url));
  }
  const name = `prove/models/${claim.model}`;
  const sources = await gather([name], instead);
  if (fault !== undefined) {
    const source = sources[fault.source]!;
    if (source.content.split(fault.from).length !== 2) {
      throw new Error(`${fault.source} does not contain once: ${fault.from}`);
    }
    source.content = source.content.replace(fault.from, () => fault.to);
  }
  const input = {
    language: "Solidity",
    sources,
    settings: {
      evmVersion: settings.evmVersion,
      modelChecker: {
        engine: claim.engine,
        solvers: ["smtlib2"],
        targets: ["assert"],
        showProvedSafe: true,
        showUnproved: true,
        timeout: 0,
      },
    },
  };
  // A Horn solver finds an invariant ("sat") or a way to break it, the other one a counterexample.
  const breaks = claim.engine === "chc" ? "unsat" : "sat";
  let found = false;
  const compiler = await solcWithSolver((query) => {
    // One counterexample is enough.
    if (fault !== undefined && found) return "unknown\n";
    const answer = solve(query);
    found ||= answer.startsWith(breaks);
    return answer;
  });
  const { errors = [] }: Output = JSON.parse(compiler(JSON.stringify(input)));
  const wrong = errors.find(({ severity }) => severity === "error");
  if (wrong !== undefined) throw new Error(wrong.formattedMessage);

  const asserts = (sources[name]!.content.match(/\bassert\(/g) ?? []).length;
  const places = (of: ReadonlySet<string>) =>
    new Set(
      errors.filter(({ errorCode }) => of.has(errorCode))
        .map(({ sourceLocation }) => `${sourceLocation?.file}:${sourceLocation?.start}`),
    ).size;
  const [safe, broken] = [places(codes.safe), places(codes.broken)];
  return { safe, broken, open: asserts - safe - broken };
}

/** Answers a query; answers "unknown" after a timeout. */
function solve(query: string): string {
  const file = Deno.makeTempFileSync({ suffix: ".smt2" });
  try {
    Deno.writeTextFileSync(file, query);
    return JSON.parse(runToolSync("z3.ts", [versions.z3, file, String(LIMIT_MS)]));
  } finally {
    Deno.removeSync(file);
  }
}

/** Proves claims, prints each result, and returns true if all provable claims were proved. */
export async function prove(chosen: readonly Claim[]): Promise<boolean> {
  let [proved, sound] = [0, true];
  for (const claim of chosen) {
    const begin = performance.now();
    const line = (result: string) => console.log(`${result}: ${claim.says}\n  (${claim.of})`);
    if ("because" in claim) {
      line("not proved");
      console.log(`  because ${claim.because}`);
      continue;
    }
    const { safe, broken, open } = await ask(claim);
    const holds = safe > 0 && broken === 0 && open === 0;
    const faulty = await ask(claim, claim.fault);
    const found = faulty.broken > 0;
    line(holds && found ? "proved" : "NOT PROVED");
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    console.log(
      `  ${safe} of ${safe + broken + open} assertions are safe; with an injected fault, ` +
        `${found ? `${faulty.broken} broken` : "none was found broken"}; ${seconds} s`,
    );
    if (holds && found) proved += 1;
    else sound = false;
  }
  console.log(`\nproved ${proved} of ${chosen.length} claims`);
  return sound;
}

if (import.meta.main) {
  const [part] = Deno.args;
  const chosen = claims.filter(({ says, of }) =>
    part === undefined || `${says} ${of}`.includes(part)
  );
  if (chosen.length === 0) throw new Error(`no claim matches: ${part}`);
  if (!await prove(chosen)) Deno.exit(1);
}
