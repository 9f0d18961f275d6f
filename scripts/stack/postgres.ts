/**
 * A private PostgreSQL: Debian's packages (installed if they are missing, if asked to), a cluster
 * in a temporary folder, a free port, a user without rights.
 *
 * @module
 */
import { join } from "node:path";
import { installDebian } from "../tools/debian.ts";
import { freePort } from "./anvil.ts";
import { PATIENCE_MS } from "./patience.ts";

/** A running server. */
export interface Postgres extends AsyncDisposable {
  /** URL of its first database. */
  readonly url: string;
  /** Address on this machine. */
  readonly port: number;
  /** Stops it hard and starts it again, as an outage does. */
  restart(): Promise<void>;
  /** Stops it hard. */
  halt(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** Stops all of its processes until the result is disposed of, as a disk that hangs does. */
  hang(): Promise<Disposable>;
}

/** How to start. */
export interface PostgresOptions {
  /** If true, a missing Debian package is installed; otherwise that is an error. */
  readonly installs?: boolean;
  /** If true, a commit outlives a crash of the server (not of the machine). */
  readonly durable?: boolean;
  /** Server that it follows as a standby. */
  readonly standbyOf?: Postgres;
}

const ADVICE = "PostgreSQL is missing: install Debian's package `postgresql`.";

/** Debian installs each version in a separate folder. */
const FOLDER = "/usr/lib/postgresql";

/**
 * Starts a server.
 *
 * @throws {Error} if no server is installed and none can be installed; the message contains the
 * remedy.
 */
export async function startPostgres(
  { installs = false, durable = false, standbyOf }: PostgresOptions = {},
): Promise<Postgres> {
  const binaries = await findBinaries() ?? (installs ? await install() : fail(ADVICE));
  const folder = await Deno.makeTempDir({ prefix: "acct-postgres-" });
  const user = await unprivileged();
  if (user !== null) await Deno.chown(folder, user.uid, user.gid);
  const run = async (name: string, ...args: string[]) => {
    const { success, stderr, stdout } = await new Deno.Command(join(binaries, name), {
      args,
      cwd: folder,
      ...user,
    }).output();
    if (success) return;
    const text = new TextDecoder();
    throw new Error(`${name} failed:\n${text.decode(stderr)}${text.decode(stdout)}`);
  };
  const data = join(folder, "data");
  if (standbyOf === undefined) {
    await run("initdb", "-D", data, "-U", "acct", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8");
  } else {
    const from = ["-h", "127.0.0.1", "-p", String(standbyOf.port), "-U", "acct"];
    await run("pg_basebackup", ...from, "-D", data, "-R", "--checkpoint=fast");
  }
  const port = await freePort(0);
  const spawn = () =>
    new Deno.Command(join(binaries, "postgres"), {
      args: [
        ...["-D", data, "-p", String(port), "-k", folder, "-h", "127.0.0.1"],
        // The data is temporary, so it need not be written to the disk.
        ...[
          "-c",
          "fsync=off",
          "-c",
          "full_page_writes=off",
          "-c",
          `synchronous_commit=${durable ? "on" : "off"}`,
        ],
        ...["-c", "max_connections=400"],
      ],
      cwd: folder,
      ...user,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  let child = spawn();
  const answers = async () => {
    for (const end = Date.now() + PATIENCE_MS;;) {
      try {
        return await run("pg_isready", "-h", "127.0.0.1", "-p", String(port));
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  let ended = false;
  const halt = async () => {
    // SIGQUIT is PostgreSQL's immediate shutdown.
    if (!ended) child.kill("SIGQUIT");
    ended = true;
    await child.status;
  };
  const stop = async () => {
    await halt();
    await Deno.remove(folder, { recursive: true });
  };
  try {
    await answers();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://acct@127.0.0.1:${port}/postgres`,
    port,
    halt,
    async hang() {
      // The first one cannot start another in the meantime.
      child.kill("SIGSTOP");
      const pids = [child.pid, ...await childrenOf(child.pid)];
      signalAll(pids, "SIGSTOP");
      return { [Symbol.dispose]: () => signalAll(pids, "SIGCONT") };
    },
    promote: () => run("pg_ctl", "promote", "-D", data, "-w"),
    async restart() {
      child = spawn();
      ended = false;
      await answers();
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** Lists the processes that a process started. */
async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    // The name, in brackets, may have blanks; state and parent follow.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid) {
      found.push(Number(name));
    }
  }
  return found;
}

/** Programs of the newest version; null if none is installed. */
async function findBinaries(): Promise<string | null> {
  try {
    const versions = await Array.fromAsync(Deno.readDir(FOLDER), ({ name }) => name);
    const [newest] = versions.toSorted((a, b) => Number(b) - Number(a));
    if (newest === undefined) return null;
    const folder = join(FOLDER, newest, "bin");
    await Deno.stat(join(folder, "initdb"));
    return folder;
  } catch {
    return null;
  }
}

async function install(): Promise<string> {
  await installDebian(["postgresql"], ADVICE);
  return await findBinaries() ?? fail(ADVICE);
}

function fail(text: string): never {
  throw new Error(text);
}

/** PostgreSQL refuses to run as root: Debian's package creates a user for it. */
async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  if (Deno.uid() !== 0) return null;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await Deno.readTextFile("/etc/passwd"));
  if (line === null) throw new Error("There is no user `postgres`.");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Signals processes; processes of connections may have exited already. */
function signalAll(pids: readonly number[], signal: Deno.Signal): void {
  for (const pid of pids) {
    try {
      Deno.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
