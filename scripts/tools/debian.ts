/** Debian's packages. @module */

/**
 * Installs packages where that can be done: on Debian and its relatives, as root.
 *
 * @throws with `advice` where it cannot
 */
export async function installDebian(packages: readonly string[], advice: string): Promise<void> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) throw new Error(advice);
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { success } = await new Deno.Command("apt-get", {
      args: ["-qq", ...args],
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdout: "null",
    }).output().catch(() => ({ success: false }));
    if (!success) throw new Error(advice);
  }
}

/** Returns true if there is a program of this name. */
export async function isInstalled(program: string): Promise<boolean> {
  const { success } = await new Deno.Command("sh", {
    args: ["-c", 'command -v "$1"', "sh", program],
    stdout: "null",
  }).output();
  return success;
}
