/**
 * A local replacement for the parts of `@std/assert` that the tests use, for machines that cannot
 * reach its registry. Thin wraps of `node:assert/strict`; `stand_in_test.ts` shows that each fails
 * when it should.
 *
 * @module
 */
import nodeAssert from "node:assert/strict";

// deno-lint-ignore no-explicit-any -- a constructor with any parameters, as in @std/assert
type Constructor<E> = abstract new (...args: any[]) => E;

/** The error of a failed assertion. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Runs a check and throws this module's error if it fails. */
function check(run: () => void, message?: string): void {
  try {
    run();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new AssertionError(message === undefined ? text : `${message}: ${text}`, {
      cause: error,
    });
  }
}

/** Fails unless the value is truthy. */
export function assert(value: unknown, message?: string): asserts value {
  check(() => nodeAssert.ok(value), message);
}

/** Fails unless the value is falsy. */
export function assertFalse(value: unknown, message?: string): asserts value is false {
  check(() => nodeAssert.ok(!value, "expected a falsy value"), message);
}

/**
 * Fails unless both are deeply equal. DOM nodes are rejected: to print their difference,
 * `node:assert` and `@std/assert` walk through everything reachable from them, which exhausts a
 * machine's memory.
 */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  for (const value of [actual, expected] as unknown[]) {
    if (typeof value !== "object" || value === null || !("nodeType" in value)) continue;
    throw new AssertionError(`${message ?? "a node"}: compare nodes with ===`);
  }
  check(() => nodeAssert.deepStrictEqual(actual, expected), message);
}

/** Fails if both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  check(() => nodeAssert.notDeepStrictEqual(actual, expected), message);
}

/** Fails unless both are the same value. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T {
  check(() => nodeAssert.ok(Object.is(actual, expected), "values are not the same"), message);
}

/** Fails if the value is null or undefined. */
export function assertExists<T>(actual: T, message?: string): asserts actual is NonNullable<T> {
  check(() => nodeAssert.ok(actual !== null && actual !== undefined, "value is missing"), message);
}

/** Fails unless the text contains the part. */
export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  check(
    () =>
      nodeAssert.ok(
        actual.includes(expected),
        `${JSON.stringify(actual)} lacks ${JSON.stringify(expected)}`,
      ),
    message,
  );
}

/** Fails unless the text matches. */
export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  check(() => nodeAssert.match(actual, expected), message);
}

/** Fails if the text matches. */
export function assertNotMatch(actual: string, expected: RegExp, message?: string): void {
  check(() => nodeAssert.doesNotMatch(actual, expected), message);
}

/** Fails unless `actual > expected`. */
export function assertGreater<T>(actual: T, expected: T, message?: string): void {
  check(() => nodeAssert.ok(actual > expected, `${actual} is not above ${expected}`), message);
}

/** Fails unless `actual >= expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, message?: string): void {
  check(() => nodeAssert.ok(actual >= expected, `${actual} is below ${expected}`), message);
}

/** Fails unless `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, message?: string): void {
  check(() => nodeAssert.ok(actual < expected, `${actual} is not below ${expected}`), message);
}

/** Fails unless `actual <= expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void {
  check(() => nodeAssert.ok(actual <= expected, `${actual} is above ${expected}`), message);
}

/** Fails unless the value is an instance of the class. */
export function assertInstanceOf<E>(
  actual: unknown,
  expected: Constructor<E>,
  message?: string,
): asserts actual is E {
  check(() => nodeAssert.ok(actual instanceof expected, `not a ${expected.name}`), message);
}

/** Fails unless every element is somewhere in the array. */
export function assertArrayIncludes<T>(
  actual: ArrayLike<T>,
  expected: ArrayLike<T>,
  message?: string,
): void {
  for (const item of Array.from(expected)) {
    check(() => {
      const found = Array.from(actual).some((other) => isDeepEqual(other, item));
      nodeAssert.ok(found, `array lacks ${String(item)}`);
    }, message);
  }
}

/** Fails unless the object has the expected members, deeply. */
export function assertObjectMatch(
  actual: Record<PropertyKey, unknown>,
  expected: Record<PropertyKey, unknown>,
  message?: string,
): void {
  check(() => matchMembers(actual, expected, "value"), message);
}

/** Always fails. */
export function fail(message = "failed"): never {
  throw new AssertionError(message);
}

/** Fails unless `run` throws, an instance of the class with the text in its message. */
export function assertThrows(run: () => unknown): unknown;
/** Fails unless `run` throws an instance of the class with the text in its message. */
export function assertThrows<E extends Error>(
  run: () => unknown,
  type: Constructor<E>,
  includes?: string,
  message?: string,
): E;
export function assertThrows<E extends Error>(
  run: () => unknown,
  type?: Constructor<E>,
  includes?: string,
  message?: string,
): unknown {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
    inspectError(error, type, includes, message);
    return thrown;
  }
  throw new AssertionError(message ?? "expected a throw");
}

/** Fails unless the promise rejects. */
export function assertRejects(run: () => PromiseLike<unknown>): Promise<unknown>;
/** Fails unless it rejects with an instance of the class with the text in its message. */
export function assertRejects<E extends Error>(
  run: () => PromiseLike<unknown>,
  type: Constructor<E>,
  includes?: string,
  message?: string,
): Promise<E>;
export async function assertRejects<E extends Error>(
  run: () => PromiseLike<unknown>,
  type?: Constructor<E>,
  includes?: string,
  message?: string,
): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  try {
    promise = run();
  } catch (error) {
    throw new AssertionError("it threw before there was a promise", { cause: error });
  }
  try {
    await promise;
  } catch (error) {
    inspectError(error, type, includes, message);
    return error;
  }
  throw new AssertionError(message ?? "expected a rejection");
}

/** Checks class and text of the thrown error. */
function inspectError<E extends Error>(
  error: unknown,
  type?: Constructor<E>,
  includes?: string,
  message?: string,
): void {
  if (type !== undefined) assertInstanceOf(error, type, message);
  if (includes !== undefined) {
    assertStringIncludes(error instanceof Error ? error.message : String(error), includes, message);
  }
}

/** Deep equality as a question. */
function isDeepEqual(left: unknown, right: unknown): boolean {
  try {
    nodeAssert.deepStrictEqual(left, right);
    return true;
  } catch {
    return false;
  }
}

/** Compares the members that `expected` names. */
function matchMembers(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) {
    nodeAssert.deepStrictEqual(actual, expected, `${path} differs`);
    return;
  }
  nodeAssert.ok(typeof actual === "object" && actual !== null, `${path} is no object`);
  for (const [key, value] of Object.entries(expected)) {
    matchMembers((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
  }
}
