/** Finds the development tools (compiler, chain, browser) that live in npm packages. */
import { fileURLToPath as fromFileUrl } from "node:url";

const here = fromFileUrl(new URL("./locate.ts", import.meta.url));
const lock = fromFileUrl(new URL("./tools.lock", import.meta.url));

/** One exact version of each tool: the lock beside this file pins their contents. */
export const versions = {
  accountAbstraction: "@account-abstraction/contracts@0.8.0",
  anvil: `@foundry-rs/anvil-${platform()}@1.7.1`,
  axe: "axe-core@4.14.1",
  chromium: "@sparticuz/chromium@153.0.0",
  forge: `@foundry-rs/forge-${platform()}@1.7.1`,
  openzeppelin: "@openzeppelin/contracts@5.7.0",
  playwright: "playwright-core@1.65.1",
  solady: "solady@0.1.26",
  solc: "solc@0.8.37",
} as const;

/** Resolves files of npm packages (`"solc@0.8.37/soljson.js"`) to paths; downloads at most once. */
export async function locate(files: readonly string[]): Promise<Record<string, string>> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", `--lock=${lock}`, "--allow-all", here, ...files],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`cannot fetch ${files.join(", ")}:\n${text.decode(stderr)}`);
  return JSON.parse(text.decode(stdout));
}

/** Resolves one file of an npm package. */
export async function locateOne(file: string): Promise<string> {
  return (await locate([file]))[file]!;
}

/** The platform part of Foundry's package names. */
function platform(): string {
  const os = { linux: "linux", darwin: "darwin", windows: "win32" }[Deno.build.os as string];
  const arch = { x86_64: "amd64", aarch64: "arm64" }[Deno.build.arch as string];
  if (os === undefined || arch === undefined) {
    throw new Error(`anvil has no package for ${Deno.build.os} on ${Deno.build.arch}`);
  }
  return `${os}-${arch}`;
}
