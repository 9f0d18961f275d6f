/** Replaces `@playwright/test` in an example: its test gets an existing page. @module */
import { assertMatch } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import type { BrowserContext, Locator, Page } from "../browser/playwright.ts";

/** Fixtures of a test. */
interface Fixtures {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A test of an example. */
interface Written {
  readonly name: string;
  readonly run: (fixtures: Fixtures) => Promise<void>;
}

let written: Written[] = [];

/** Keeps a test. */
export function test(name: string, run: Written["run"]): void {
  written.push({ name, run });
}

/** Returns the declared tests, once. */
export function takeTests(): readonly Written[] {
  const taken = written;
  written = [];
  return taken;
}

/** Compares as Playwright does: it waits. */
export function expect(found: Locator): { toHaveText(pattern: RegExp): Promise<void> } {
  return {
    async toHaveText(pattern) {
      await until(`${pattern} is shown`, async () => pattern.test(await found.innerText()));
      assertMatch(await found.innerText(), pattern);
    },
  };
}

/** A page that starts at the example's own address. */
export function withBase(page: Page, open: () => Promise<void>): Page {
  return new Proxy(page, {
    get(target, name) {
      if (name === "goto") return open;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
