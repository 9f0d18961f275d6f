/** Has Deno's bundler installed. @module */
import { fileURLToPath } from "node:url";

/** Maximum number of attempts, with pauses in between. */
const TRIES = 20;

let installed: Promise<void> | undefined;

/**
 * Resolves once the bundler is on this machine. Deno installs it on first use. Programs and pages
 * that first use it concurrently would interfere.
 */
export function installBundler(): Promise<void> {
  return installed ??= install();
}

async function install(): Promise<void> {
  const entrypoints = [fileURLToPath(import.meta.url)];
  for (let left = TRIES;; left--) {
    try {
      await Deno.bundle({ entrypoints, write: false, outputDir: "unused" });
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
