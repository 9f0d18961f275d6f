/**
 * `deno task test container`: builds `service/Containerfile` and lets the service answer in it, on
 * a machine with Debian's packages and root. No image registry is used: the base is a Debian
 * created here, with the Deno that runs this.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./stack/anvil.ts";
import { PATIENCE_MS } from "./stack/patience.ts";
import { installDebian, isInstalled } from "./tools/debian.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Debian's packages: one makes a base, the other a container. */
const packages = ["debootstrap", "buildah"];
/** Debian's trusted certificates, including certificates added by the machine's administrator. */
const certificates = "/etc/ssl/certs/ca-certificates.crt";

for (const name of packages) {
  if (await isInstalled(name)) continue;
  await installDebian(
    [name],
    `Building a container this way needs Linux, root, and Debian's package ${name}.`,
  );
}

const folder = await Deno.makeTempDir({ prefix: "acct-container-" });
const buildah = (...args: string[]): [string, string[], { env: Record<string, string> }] => [
  "buildah",
  ["--root", join(folder, "images"), "--runroot", join(folder, "run"), ...args],
  // Neither needs a kernel that lets containers nest.
  { env: { STORAGE_DRIVER: "vfs", BUILDAH_ISOLATION: "chroot" } },
];

try {
  await makeBase();
  const image = ["--pull-never", "--build-arg", "BASE=localhost/base"];
  await run(...buildah("bud", ...image, "-t", "acct-service", "-f", "service/Containerfile", root));
  const container = await run(...buildah("from", "--pull-never", "localhost/acct-service"));
  const inside = (...args: string[]) => run(...buildah("run", container, "--", ...args));
  expect(await inside("id", "-un"), "deno", "the user inside");
  const writable = await inside("sh", "-c", "test -w service/main/main.ts && echo yes || echo no");
  expect(writable, "no", "whether the service can change its own code");
  await answers(container);
  console.log("ok: the service answers in its container");
} finally {
  // It also unmounts; the rest are files.
  await succeeds(...buildah("rm", "--all"));
  await Deno.remove(folder, { recursive: true });
}

/** A Debian with Deno and its user, as the image that the file names has them. */
async function makeBase(): Promise<void> {
  const files = join(folder, "base");
  await Deno.mkdir(files);
  await run("debootstrap", ["--variant=minbase", "stable", join(files, "debian")]);
  await Deno.copyFile(Deno.execPath(), join(files, "deno"));
  await Deno.copyFile(certificates, join(files, "certificates"));
  await Deno.writeTextFile(
    join(files, "Containerfile"),
    [
      "FROM scratch",
      "ADD debian /",
      "COPY deno /usr/bin/deno",
      `COPY certificates ${certificates}`,
      `ENV DENO_DIR=/deno-dir NODE_EXTRA_CA_CERTS=${certificates}`,
      "RUN useradd --uid 1993 --user-group deno && mkdir /deno-dir && chown deno:deno /deno-dir",
    ].join("\n"),
  );
  await run(...buildah("bud", "-t", "localhost/base", "-f", join(files, "Containerfile"), files));
}

/** Starts the image's own command in the container, and sends it a request. */
async function answers(container: string): Promise<void> {
  const port = await freePort(0);
  const data = join(folder, "data");
  await Deno.mkdir(data);
  await Deno.chmod(data, 0o777);
  const config = join(folder, "config.json");
  // A chain that does not exist: the service must start and report it.
  const nowhere = "http://127.0.0.1:9";
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: `localhost:${port}`,
      port,
      database: "/data/service.sqlite",
      chains: [{ id: 1, name: "Nowhere", rpcUrl: nowhere, bundlerUrl: nowhere }],
    }),
  );
  const [, ask] = buildah("inspect", "--type", "image", "localhost/acct-service");
  const { OCIv1 } = JSON.parse(await run("buildah", ask, buildah()[2]));
  const command: string[] = [...OCIv1.config.Entrypoint, ...OCIv1.config.Cmd];
  const volumes = ["--volume", `${config}:/config.json:ro`, "--volume", `${data}:/data`];
  const [program, args, options] = buildah("run", ...volumes, container, "--", ...command);
  const service = new Deno.Command(program, { args, ...options, stdin: "null" }).spawn();
  try {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    for (const end = Date.now() + PATIENCE_MS;;) {
      try {
        const health = await get("/health");
        expect(await health.text(), '{"ok":true}', "its health");
        break;
      } catch (error) {
        if (!(error instanceof TypeError) || Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    const { database } = await (await get("/ready")).json();
    const [chain] = await (await get("/health/chains")).json();
    expect(JSON.stringify([database, chain.error]), '[true,"chain_down"]', "its readiness");
  } finally {
    service.kill("SIGTERM");
    await service.status;
  }
}

/** Runs a program and returns its output without the last line break. */
async function run(
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string> } = {},
): Promise<string> {
  console.log(`> ${program} ${args.join(" ")}`);
  const command = new Deno.Command(program, { args: [...args], ...options, cwd: root });
  const { success, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  const written = decoder.decode(stdout);
  if (!success) throw new Error(`${program} failed:\n${decoder.decode(stderr)}${written}`);
  return written.trimEnd();
}

async function succeeds(...args: Parameters<typeof run>): Promise<boolean> {
  return await run(...args).then(() => true, () => false);
}

function expect(found: string, wanted: string, what: string): void {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`);
}
