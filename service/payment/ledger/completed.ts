/** Waits for several checks. @module */

/** Waits for all of them, including failing ones, and throws the first error afterwards. */
export async function completed(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
