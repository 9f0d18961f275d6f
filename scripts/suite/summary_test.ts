import { assertEquals } from "@std/assert";
import { duration, ErrorLines, LastLines, readCounts, readFailure, sum } from "./summary.ts";

Deno.test("summary: counts are read from the last line of a run, and from no other", () => {
  const lines: [string, readonly number[] | null][] = [
    ["ok | 5 passed | 0 failed (3s)", [5, 0, 0]],
    ["ok | 12 passed (34 steps) | 0 failed | 2 ignored (12m19s)", [12, 0, 2]],
    ["FAILED | 1 passed (1 step) | 1 failed (1 step) | 1 ignored (155ms)", [1, 1, 1]],
    ["ok | 0 passed | 0 failed | 1 filtered out (10ms)", [0, 0, 0]],
    ["ok | 0 passed | 0 failed | 2 ignored | 1 filtered out (1h2m)", [0, 0, 2]],
    ["\x1b[32mok\x1b[0m | 735 passed | 0 failed \x1b[38;5;245m(1m51s)\x1b[0m", [735, 0, 0]],
    ["a test ... ok (3s)", null],
    ["running 5 tests from ./core/a_test.ts", null],
    ["it says ok | 5 passed | 0 failed (3s)", null],
  ];
  for (const [line, expected] of lines) {
    const counts = readCounts(line);
    const found = counts === null ? null : [counts.passed, counts.failed, counts.ignored];
    assertEquals(found, expected, line);
  }
});

Deno.test("summary: the file of a failed test is read from the list at the end", () => {
  assertEquals(
    readFailure("home: axe => ./tests/browser/home_test.ts:12:6"),
    [
      "tests/browser/home_test.ts",
    ][0],
  );
  assertEquals(readFailure("a ... step => ./core/a_test.ts:1:65"), "core/a_test.ts");
  assertEquals(readFailure("./e_test.ts (uncaught error)"), "e_test.ts");
  assertEquals(readFailure("    at file:///a_test.ts:1:2"), null);
});

Deno.test("summary: the error lines of failed tests are kept, bounded", () => {
  const errors = new ErrorLines();
  const lines = ["a test ... FAILED", "\x1b[1m ERRORS \x1b[0m", "", "a => ./a_test.ts:1:2", "why"];
  for (const line of [...lines, " FAILURES ", "a => ./a_test.ts:1:2"]) errors.read(line);
  assertEquals(errors.all, ["", "a => ./a_test.ts:1:2", "why"]);
  for (const line of ["ERRORS", ...Array(1_000).fill("x")]) errors.read(line);
  assertEquals(errors.all.length, 200);
});

Deno.test("summary: of a run that exits early the last lines are kept, and the files without output", () => {
  const last = new LastLines();
  const lines = [
    "\x1b[38mrunning 2 tests from ./a_test.ts\x1b[0m",
    "./b/c_test.ts => b ... ok (1s)",
  ];
  for (const line of [...Array(100).fill("x"), ...lines]) last.read(line);
  assertEquals([last.all.length, last.all.slice(-2)], [40, lines]);
  assertEquals(last.silent(["a_test.ts", "b/c_test.ts"]), []);
  assertEquals(last.silent(["a_test.ts", "d.ts", "e.ts"]), ["Nothing was printed of d.ts e.ts"]);
});

Deno.test("summary: counts add up", () => {
  const one = { passed: 1, failed: 2, ignored: 3 };
  assertEquals(sum([one, one]), { passed: 2, failed: 4, ignored: 6 });
  assertEquals(sum([]), { passed: 0, failed: 0, ignored: 0 });
});

Deno.test("summary: durations in seconds and minutes", () => {
  assertEquals([400, 59_400, 59_600, 185_000].map(duration), ["0s", "59s", "1m00s", "3m05s"]);
});
