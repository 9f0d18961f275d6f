/**
 * `deno task doctor`: reports which requirements of the local stack and the tests are installed on
 * this machine. A missing requirement of the tests alone is a hint, not a failure.
 *
 * @module
 */
import { locateOne, versions } from "./tools/mod.ts";

/** Preferred ports of `deno task dev`. */
const PORTS = [8545, 8787, 5173];

/** The Deno that everything was tried with. */
const DENO = "2.9.6";

/** Time for JSR to answer. */
const JSR_TIMEOUT_MS = 3_000;

/** A result of a check of the machine. */
interface Finding {
  /** The subject. */
  readonly name: string;
  /** True if the check passed. */
  readonly ok: boolean;
  /** The state of it. */
  readonly found: string;
  /** Advice; absent if the check passed. */
  readonly advice?: string;
  /** True if only tests need it. */
  readonly testsOnly?: boolean;
}

/** Runs a program and returns its first line; `null` if there is none. */
async function firstLine(program: string, ...args: string[]): Promise<string | null> {
  try {
    const { stdout, success } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim().split("\n")[0]! : null;
  } catch {
    return null;
  }
}

function findDeno(): Finding {
  const found = Deno.version.deno;
  const ok = found.startsWith("2.");
  return {
    name: "Deno",
    ok,
    found: found === DENO ? found : `${found}; everything was tried with ${DENO}`,
    ...(!ok && { advice: `run npx -y deno@${DENO} task …` }),
  };
}

async function findChain(): Promise<Finding> {
  const name = "local chain";
  try {
    await locateOne(`${versions.anvil}/package.json`);
    return { name, ok: true, found: versions.anvil };
  } catch (error) {
    return {
      name,
      ok: false,
      found: `${versions.anvil} could not be loaded: ${String(error).split("\n")[0]}`,
      advice: "check the network; behind a proxy with own certificates: DENO_TLS_CA_STORE=system",
    };
  }
}

async function findBrowser(): Promise<Finding> {
  const given = Deno.env.get("CHROME_PATH");
  const names = given ? [given] : ["chromium", "google-chrome", "google-chrome-stable", "chrome"];
  for (const program of names) {
    const found = await firstLine(program, "--version");
    if (found !== null) return { name: "browser", ok: true, found };
  }
  return {
    name: "browser",
    ok: false,
    found: given ? `CHROME_PATH (${given}) does not run` : "none is installed",
    advice: Deno.build.os === "linux"
      ? "tests take one from npm; a few need a full one and are left out: install chromium"
      : "install Chrome, or set CHROME_PATH",
    testsOnly: true,
  };
}

async function findProgram(name: string, advice: string): Promise<Finding> {
  const found = await firstLine(name, "--version");
  return found === null
    ? { name, ok: false, found: "not installed", advice, testsOnly: true }
    : { name, ok: true, found };
}

function findPort(port: number): Finding {
  const name = `port ${port}`;
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return { name, ok: true, found: "free" };
  } catch {
    return { name, ok: true, found: "taken: deno task dev takes another one, and prints it" };
  }
}

async function findPostgres(): Promise<Finding> {
  const folders: string[] = [];
  try {
    for await (const { name } of Deno.readDir("/usr/lib/postgresql")) folders.push(name);
  } catch {
    // It may be on the path instead.
  }
  const found = folders.length > 0 ? folders.join(", ") : await firstLine("initdb", "--version");
  const name = "PostgreSQL";
  if (found !== null) return { name, ok: true, found };
  const advice = "needed by deno task test postgres and a few tests; on Debian: postgresql";
  return { name, ok: false, found: "not installed", advice, testsOnly: true };
}

async function findRedis(): Promise<Finding> {
  const found = await firstLine("redis-server", "--version");
  const name = "Redis";
  if (found !== null) return { name, ok: true, found };
  const advice = "needed by a few tests of several processes; on Debian: redis-server";
  return { name, ok: false, found: "not installed", advice, testsOnly: true };
}

async function findStd(): Promise<Finding> {
  const answers = await fetch("https://jsr.io/@std/assert/meta.json", {
    signal: AbortSignal.timeout(JSR_TIMEOUT_MS),
  }).then(async (response) => {
    await response.body?.cancel();
    return response.ok;
  }, () => false);
  return {
    name: "JSR",
    ok: true,
    found: answers ? "answers" : "does not answer: the tests use the stand-ins of tests/std",
  };
}

const findings = [
  findDeno(),
  await findChain(),
  ...PORTS.map(findPort),
  await findStd(),
  await findBrowser(),
  await findProgram("node", "install Node.js 20 or newer, for the tests of the packages"),
  await findProgram("git", "install git"),
  await findPostgres(),
  await findRedis(),
];
for (const { name, ok, found, advice, testsOnly } of findings) {
  console.log(`${ok ? "ok  " : testsOnly ? "hint" : "FAIL"} ${name.padEnd(12)} ${found}`);
  if (advice !== undefined) console.log(`     ${" ".repeat(12)} ${advice}`);
}
const failed = findings.filter(({ ok, testsOnly }) => !ok && !testsOnly).length;
console.log(`\n${findings.length - failed} passed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);
