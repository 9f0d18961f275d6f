import { assertEquals } from "@std/assert";
import { subjectProblems } from "./subjects.ts";

Deno.test("subjects: a scope, an imperative verb and at most 72 characters", () => {
  for (const right of ["core: add a link", "ui, host: reword texts", "docs/a.md: fix a link"]) {
    assertEquals(subjectProblems(right), []);
  }
  for (
    const wrong of [
      "add a link",
      "core: added a link",
      "docs: what sick nodes do no longer",
      "core: Add a link",
      `core: add ${"x".repeat(63)}`,
    ]
  ) assertEquals(subjectProblems(wrong).length, 1, wrong);
});
