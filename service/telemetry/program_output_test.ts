import { assertEquals, assertStringIncludes } from "@std/assert";

const module = new URL("./program_output.ts", import.meta.url).href;

/** Runs a program that has an output; resolves with its code and what was read. */
async function run(text: string, env: Record<string, string> = {}) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--quiet", "--no-prompt", "--allow-env", "-"],
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(
    `import { createProgramOutput } from "${module}";
     const output = createProgramOutput(() => {});
     const long = "x".repeat(200);
     for (let n = 0; n < 2000; n++) output.log(n + " " + long);
     ${text}`,
  ));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, log: decode(stdout).split("\n").slice(0, -1), text: decode(stderr) };
}

const rows: readonly (readonly [name: string, text: string, code: number, words: string])[] = [
  ["an end with a reason", `output.error("why"); await output.exit(2);`, 2, "why\n"],
  [
    "an error that nothing caught",
    `setTimeout(() => { throw new Error("lost"); });`,
    1,
    "error: Uncaught Error: lost\n    at ",
  ],
  [
    "a promise that nothing caught, with its cause",
    `setTimeout(() => Promise.reject(new Error("lost", { cause: new TypeError("found") })));
     setInterval(() => {}, 1000);`,
    1,
    "Caused by: TypeError: found\n    at ",
  ],
];

Deno.test("program output: all lines come out before the end, whichever it is", async (t) => {
  for (const [name, program, code, words] of rows) {
    await t.step(name, async () => {
      const ended = await run(program);
      assertEquals(ended.code, code, ended.text);
      assertStringIncludes(ended.text, words);
      const numbers = ended.log.map((line) => Number(line.split(" ")[0]));
      assertEquals(numbers, Array.from({ length: 2_000 }, (_, n) => n));
    });
  }
});

Deno.test("program output: the console writes the lines where Deno exports them", async () => {
  const off = { OTEL_DENO: "true", OTEL_DENO_TRACING: "false", OTEL_DENO_METRICS: "false" };
  const env = { ...off, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  const both = await run("await output.exit(0);", env);
  assertEquals([both.code, both.log.length], [0, 2_000]);
  // Deno takes what the console writes, and nothing else.
  const exported = await run("await output.exit(0);", { ...env, OTEL_DENO_CONSOLE: "replace" });
  assertEquals([exported.code, exported.log.length], [0, 0]);
});
