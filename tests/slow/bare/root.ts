/** A minimal Debian in a folder, entered by chroot in its own namespaces. @module */
import { dirname, join } from "node:path";
import { installDebian, isInstalled } from "../../../scripts/tools/debian.ts";

/** A root file system. */
export interface BareRoot extends AsyncDisposable {
  /** Path of the folder. */
  readonly folder: string;
  /** The Debian release and the versions of Node, npm and git in it. */
  readonly description: string;
  /**
   * Runs a command of the shell inside, in the folder of the repository. The environment only has
   * the machine's proxy and certificates. Processes and mounts started by it end with it.
   */
  run(command: string, options?: InsideOptions): Promise<Ended>;
}

/** How a command is run inside. */
export interface InsideOptions {
  /** If true, there is no network but loopback, and no other program on its ports. */
  readonly offline?: boolean;
  /** Called with each line that it writes. */
  readonly onLine?: (line: string) => void;
}

/** A finished command. */
export interface Ended {
  readonly code: number;
  /** Output lines, including errors. */
  readonly output: string;
}

/** The home folder inside. */
const HOME = "/srv";
/** Path of the repository inside. */
export const REPOSITORY = "/srv/acct";
const NEEDS =
  "deno task test bare needs Linux, root, and Debian's packages debootstrap, util-linux and iproute2: " +
  "it makes a root file system and enters it by chroot.";
/** Names of the environment that describe the network; no others are passed inside. */
const settings =
  /^(?:https?_proxy|no_proxy|all_proxy|npm_config_(?:registry|cafile|proxy|https?_proxy|noproxy)|node_extra_ca_certs|ssl_cert_.*|deno_tls_ca_store|deno_cert|curl_ca_bundle|git_ssl_cainfo|node_use_env_proxy)$/i;
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Mounts the expected file systems in a mount namespace, which ends with the last process in it.
 */
const ENTER = `
set -e
root=$1
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t sysfs sys "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
mount -t tmpfs shm "$root/dev/shm"
if [ "$2" = offline ]; then ip link set lo up; fi
folder=$3 command=$4
shift 4
exec chroot "$root" env -i "$@" sh -c "cd '$folder' && $command"
`;

/**
 * Makes one with Node, npm and git, and a clone of the repository's commit.
 *
 * @throws {Error} with one sentence where the machine cannot do it
 */
export async function makeRoot(repository: string): Promise<BareRoot> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) throw new Error(NEEDS);
  for (const [program, name] of [["debootstrap"], ["unshare", "util-linux"], ["ip", "iproute2"]]) {
    if (!await isInstalled(program!)) await installDebian([name ?? program!], NEEDS);
  }
  const folder = await Deno.makeTempDir({ prefix: "acct-bare-" });
  try {
    // Debian's programs expect that all may read and enter it.
    await Deno.chmod(folder, 0o755);
    const release = await makeDebian(folder);
    await copySettings(folder);
    const enter: BareRoot["run"] = (command, options) => run(folder, command, options);
    const node = await addNode(folder);
    await must("git", [
      "clone",
      "--quiet",
      "--depth=1",
      `file://${repository}`,
      folder + REPOSITORY,
    ]);
    const { output } = await enter("node --version; npm --version; git --version");
    const versions = output.trim().split("\n");
    const description = `${release}: Node ${versions[0]} (${node}), npm ${versions[1]}, ${
      versions[2]
    }`;
    return {
      folder,
      description,
      run: enter,
      [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
    };
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
}

/** Debootstraps the machine's own release, from the mirror that its apt uses. */
async function makeDebian(folder: string): Promise<string> {
  const [mirror, release] = await debianOf();
  const proxy = await printed("sh", [
    "-c",
    'eval "$(apt-config shell P Acquire::http::Proxy)"; printf %s "$P"',
  ]);
  const { success, stdout } = await new Deno.Command("debootstrap", {
    args: ["--variant=minbase", "--include=ca-certificates,git", release, folder, mirror],
    env: proxy === "" ? {} : { http_proxy: proxy },
    stderr: "null",
  }).output();
  const last = new TextDecoder().decode(stdout).trim().split("\n").at(-1);
  if (!success) throw new Error(`debootstrap could not make a Debian ${release}: ${last}`);
  return `Debian ${release}`;
}

/** The address of the mirror and the release of this machine. */
async function debianOf(): Promise<[mirror: string, release: string]> {
  const ask = async () =>
    (await printed("apt-get", [
      "indextargets",
      "--format=$(REPO_URI) $(RELEASE)",
      ...["Identifier: Packages", "Origin: Debian", "Component: main"],
    ])).split("\n")[0]!.split(" ");
  let [mirror, release] = await ask();
  if (release === undefined) {
    await printed("apt-get", ["-qq", "update"]);
    [mirror, release] = await ask();
  }
  if (release === undefined) throw new Error(`${NEEDS} Its apt names no mirror of Debian.`);
  return [mirror!, release];
}

/** Copies how this machine reaches the network: names, certificates, and npm's settings. */
async function copySettings(folder: string): Promise<void> {
  const global = await printed("npm", ["config", "get", "globalconfig"]);
  const home = Deno.env.get("HOME") ?? "/";
  const files: Record<string, string> = {
    "/etc/resolv.conf": "/etc/resolv.conf",
    "/etc/hosts": "/etc/hosts",
    "/etc/ssl/certs/ca-certificates.crt": "/etc/ssl/certs/ca-certificates.crt",
    [global]: global,
    [join(home, ".npmrc")]: `${HOME}/.npmrc`,
  };
  for (const [from, to] of Object.entries(files)) {
    const text = await Deno.readFile(from).catch(() => null);
    if (text === null) continue;
    await Deno.mkdir(dirname(folder + to), { recursive: true });
    await Deno.writeFile(folder + to, text);
  }
}

/** Copies the machine's own Node with its npm, or installs Debian's where that does not run. */
async function addNode(folder: string): Promise<string> {
  const node = await printed("sh", ["-c", 'readlink -f "$(command -v node)"']);
  const npm = await printed("sh", ["-c", 'readlink -f "$(command -v npm)"']);
  if (node !== "" && npm.endsWith("/npm/bin/npm-cli.js")) {
    const modules = join(folder, "usr/lib/node_modules");
    await Deno.mkdir(modules, { recursive: true });
    await Deno.copyFile(node, join(folder, "usr/bin/node"));
    await must("cp", ["-a", dirname(dirname(npm)), join(modules, "npm")]);
    for (const name of ["npm", "npx"]) {
      const target = `../lib/node_modules/npm/bin/${name}-cli.js`;
      await Deno.symlink(target, join(folder, "usr/bin", name));
    }
    if ((await run(folder, "npm --version", {}, "/")).code === 0) return "the machine's own";
  }
  const { code, output } = await run(
    folder,
    "apt-get -qq update && apt-get -qq install -y --no-install-recommends nodejs npm",
    {},
    "/",
  );
  if (code !== 0) throw new Error(`Debian's nodejs and npm could not be installed:\n${output}`);
  return "Debian's";
}

async function run(
  folder: string,
  command: string,
  { offline = false, onLine }: InsideOptions = {},
  start = REPOSITORY,
): Promise<Ended> {
  const carried = Object.entries(Deno.env.toObject()).filter(([name]) => settings.test(name))
    .map(([name, value]) => `${name}=${value}`);
  const child = new Deno.Command("unshare", {
    args: [
      ...["--mount", "--pid", "--fork", "--kill-child", ...offline ? ["--net"] : []],
      ...["sh", "-c", ENTER, "enter", folder, offline ? "offline" : "online", start, command],
      ...[`HOME=${HOME}`, `PATH=${PATH}`, ...carried],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const lines: string[] = [];
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    const take = (line: string) => (lines.push(line), onLine?.(line));
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const complete = (rest + text).split("\n");
      rest = complete.pop()!;
      complete.forEach(take);
    }
    if (rest !== "") take(rest);
  };
  try {
    const [{ code }] = await Promise.all([child.status, read(child.stdout), read(child.stderr)]);
    return { code, output: lines.join("\n") };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** Returns the output of a program, or an empty string if it fails. */
async function printed(program: string, args: readonly string[]): Promise<string> {
  const command = new Deno.Command(program, { args: [...args], stderr: "null" });
  const output = await command.output().catch(() => null);
  return output?.success === true ? new TextDecoder().decode(output.stdout).trim() : "";
}

async function must(program: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr)}`);
}
