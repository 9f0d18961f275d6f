/** Provides a test with the path of a database. @module */
import { join } from "node:path";

/** Runs a test with the path of a file that does not exist yet, and removes its folder. */
export async function withFile(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(join(folder, "file.sqlite"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
