/** Finds the development tools (compiler, chain, browser) that live in npm packages. */
import { createHash } from "node:crypto";
import { fileURLToPath as fromFileUrl } from "node:url";
import { partOfLock } from "./lock.ts";

const tools = fromFileUrl(new URL("./tools.lock", import.meta.url));

/** One exact version of each tool. The lock next to this file pins their contents. */
export const versions = {
  accountAbstraction: "@account-abstraction/contracts@0.8.0",
  anvil: `@foundry-rs/anvil-${platform()}@1.7.1`,
  axe: "axe-core@4.14.1",
  chromium: "@sparticuz/chromium@153.0.0",
  ethers: "ethers@6.17.0",
  ens: "@ensdomains/ens-archived-contracts@0.0.2",
  fonts: "dejavu-fonts-ttf@2.37.3",
  icons: "@web3icons/core@4.0.56",
  iconsMetadata: "@web3icons/common@0.11.51",
  forge: `@foundry-rs/forge-${platform()}@1.7.1`,
  openzeppelin: "@openzeppelin/contracts@5.7.0",
  openzeppelinPresets: "@openzeppelin/contracts@4.9.6",
  permit2: "@uniswap/uniswapx-sdk@3.1.0",
  playwright: "playwright-core@1.65.1",
  safe: "@safe-global/safe-contracts@1.4.1",
  solady: "solady@0.1.26",
  solc: "solc@0.8.37",
  x402Solc: "solc@0.8.28",
  z3: "z3-solver@5.2.0",
} as const;

/** Resolves files of npm packages (`"solc@0.8.37/soljson.js"`) to paths; downloads at most once. */
export async function locate(files: readonly string[]): Promise<Record<string, string>> {
  return JSON.parse(await runTool("locate.ts", files));
}

/** Resolves one file of an npm package. */
export async function locateOne(file: string): Promise<string> {
  return (await locate([file]))[file]!;
}

/** The packaged Chromium. */
export interface PackagedChromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Folder for `LD_LIBRARY_PATH` where the machine lacks libraries; `null` where it has them. */
  readonly libraries: string | null;
}

/** Unpacks the packaged Chromium. */
export async function unpackChromium(): Promise<PackagedChromium> {
  return JSON.parse(await runTool("unpack_chromium.ts", [versions.chromium]));
}

/** Runs a script outside of the workspace with a separate lock, and returns its output. */
export async function runTool(
  script: string,
  args: readonly string[],
  lock: string = tools,
): Promise<string> {
  return printed(await command(script, args, lock).output(), args);
}

/** Synchronous variant, for callers that cannot wait, such as a compiler's callback. */
export function runToolSync(script: string, args: readonly string[]): string {
  return printed(command(script, args, tools).outputSync(), args);
}

function command(script: string, args: readonly string[], whole: string): Deno.Command {
  const path = fromFileUrl(new URL(script, import.meta.url));
  const lock = writePart(whole, args);
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", `--lock=${lock}`, "--allow-all", path, ...args],
    stdout: "piped",
    stderr: "piped",
  });
}

/** Writes the part of a lock that these arguments need, and returns its path. */
function writePart(whole: string, args: readonly string[]): string {
  const text = partOfLock(Deno.readTextFileSync(whole), args);
  const folder = new URL("../../.local/tools/", import.meta.url);
  const name = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const file = fromFileUrl(new URL(`${name}.lock`, folder));
  Deno.mkdirSync(folder, { recursive: true });
  // Moved into its place, since others may write or read the same file; Deno's changes are never
  // kept.
  const own = `${file}.${Deno.pid}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(own, text);
  Deno.renameSync(own, file);
  return file;
}

function printed(
  { success, stdout, stderr }: Deno.CommandOutput,
  args: readonly string[],
): string {
  const text = new TextDecoder();
  if (!success) throw new Error(`cannot fetch ${args.join(", ")}:\n${text.decode(stderr)}`);
  return text.decode(stdout);
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
