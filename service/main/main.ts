/**
 * Runs the service.
 *
 * ```
 * deno task service --config FILE [--role all|api|indexer|gateway] [--port N] [--admin-port N]
 * deno task service keys …        see keys/main.ts
 * deno task service rescan …      see rescan/main.ts
 * deno task service forget …      see forget/main.ts
 * ```
 *
 * @module
 */
import { parseArgs } from "node:util";
import { hostsOf } from "../../core/ground/api_key.ts";
import { forget } from "./forget_command.ts";
import { serveHost } from "../../host/mod.ts";
import { type Config, readConfig } from "./config.ts";
import { createClientAddress } from "../lib/client_address.ts";
import { keys } from "./keys_command.ts";
import { readHostFiles } from "./keys_host.ts";
import { rescan } from "./rescan_command.ts";
import { readRole } from "./role.ts";
import { isPostgres } from "../store/engine/postgres.ts";
import { readDescriptors } from "../lib/descriptors.ts";
import { createService } from "./service.ts";
import { createLog } from "../lib/log.ts";

/**
 * Maximum milliseconds from the signal to the exit, even if a node, a locked database or a client
 * blocks. Container platforms kill processes after ten seconds. All confirmed changes are in the
 * database by then.
 */
const STOP_MS = 7_000;
/** Milliseconds in which answers are read once the service has stopped. */
const LINGER_MS = 5_000;

const write = (line: string) => console.log(line);
for (const type of ["error", "unhandledrejection"]) {
  globalThis.addEventListener(type, (event) => {
    // Deno would print the error with its properties, and they may contain secrets.
    event.preventDefault();
    const error = event instanceof ErrorEvent
      ? event.error
      : (event as PromiseRejectionEvent).reason;
    createLog(write)("error", "uncaught", {}, error);
    Deno.exit(1);
  });
}
const [command, ...rest] = Deno.args;
if (command === "keys") Deno.exit(await orExit(() => keys(rest)));
if (command === "rescan") Deno.exit(await orExit(() => rescan(rest)));
if (command === "forget") Deno.exit(await orExit(() => forget(rest)));
const usage = "usage: main.ts --config FILE [--role all|api|indexer|gateway] [--port N] " +
  "[--admin-port N]";
const { values } = await orExit(() =>
  parseArgs({
    args: Deno.args,
    options: {
      config: { type: "string" },
      role: { type: "string", default: "all" },
      port: { type: "string" },
      "admin-port": { type: "string" },
    },
  }), usage);
if (values.config === undefined) {
  console.error(usage);
  Deno.exit(2);
}
const config = await orExit(() => readConfigFile(values.config!));
const { keysHost, keysHostKey, keysHostFrames, keysHostFunding, ...page } = config;
const { keysHostRelated, keysHostContinues, keysHostExtensions, trustProxy, ...others } = page;
const { admin, descriptors, log: least, ...options } = others;
const log = createLog(write, least);
const clientOf = createClientAddress(trustProxy, log);
const adminToken = Deno.env.get("ADMIN_TOKEN") || undefined;
if (adminToken !== undefined && adminToken.length < 20) {
  console.error("The environment variable ADMIN_TOKEN must have at least 20 characters.");
  Deno.exit(2);
}
const service = await orExit(async () =>
  await createService({
    ...options,
    role: readRole(values.role),
    log,
    ...(descriptors !== undefined && { descriptors: await readDescriptors(descriptors) }),
    ...(adminToken !== undefined && { adminToken }),
    ...(keysHost !== undefined && { keysHost: await loadHostPage(keysHost) }),
  })
);
if (isPostgres(config.database)) {
  // Everything was read into memory, and PostgreSQL does the writing: drop the file permissions.
  for (const name of ["read", "write"] as const) await Deno.permissions.revoke({ name });
}
const servers: Deno.HttpServer[] = [];
const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
// Before logging that it listens: a signal may arrive as soon as that line is read.
for (const signal of signals) {
  Deno.addSignalListener(signal, async () => {
    const late = after(STOP_MS);
    // Stop listening first. The service then closes open streams, which would delay the shutdown.
    const ended = Promise.all(servers.map((server) => server.shutdown()));
    await Promise.race([service.stop(), late]);
    // A client that does not read its answer must not keep the process.
    await Promise.race([ended, late, after(LINGER_MS)]);
    Deno.exit(0);
  });
}

servers.push(
  await listening("hostname", config, () =>
    Deno.serve(
      {
        hostname: config.hostname,
        port: config.port,
        // Printed at every log level: supervisors wait for this line.
        onListen: ({ hostname, port }) => {
          createLog(write)("info", "listening", {
            message: `listening on ${hostname}:${port}`,
          });
          log("info", "proxies", {
            message: trustProxy.length === 0
              ? "forwarded client addresses are not trusted (trustProxy is empty)"
              : `forwarded client addresses are trusted from ${trustProxy.join(", ")}`,
          });
        },
        onError,
      },
      (request, { remoteAddr }) => service.fetch(request, clientOf(request, remoteAddr.hostname)),
    )),
);
if (admin !== undefined) {
  servers.push(
    await listening("admin.hostname", admin, () =>
      Deno.serve({
        ...admin,
        onListen: ({ hostname, port }) =>
          log("info", "admin", { message: `admin on ${hostname}:${port}` }),
        onError,
      }, service.admin)),
  );
}

/**
 * Resolves with the work's result. If the work fails, exits with the reason and without a stack:
 * with 2 and the usage for invalid options, otherwise with 1.
 */
async function orExit<T>(work: () => T | Promise<T>, usage?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    const { code } = error as { readonly code?: unknown };
    if (!String(code).startsWith("ERR_PARSE_ARGS")) return Deno.exit(1);
    if (usage !== undefined) console.error(usage);
    return Deno.exit(2);
  }
}

/** Resolves after so many milliseconds. */
function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Answers where the service could not; Deno itself would write to the console. */
function onError(error: unknown): Response {
  log("error", "internal", {}, error);
  return new Response("Internal Server Error", { status: 500 });
}

/** Listens; names the address, and the option that has it, if that fails. */
function listening<T>(
  option: string,
  { hostname, port }: { readonly hostname: string; readonly port: number },
  listen: () => T,
): Promise<T> {
  return orExit(() => {
    try {
      return listen();
    } catch (error) {
      const reason = error instanceof Deno.errors.AddrInUse
        ? "another program has taken the port"
        : error instanceof Error
        ? error.message
        : String(error);
      throw new Error(`Cannot listen on ${hostname}:${port} (${option}): ${reason}.`);
    }
  });
}

async function readConfigFile(path: string): Promise<Config> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : String(error);
    throw new Error(`The configuration ${path} cannot be read: ${reason}.`);
  }
  const { port, "admin-port": adminPort } = values;
  return readConfig(text, (name) => Deno.env.get(name), { port, adminPort });
}

/** Loads the wallet host's page and returns its handler. */
async function loadHostPage(folder: string): Promise<(request: Request) => Response> {
  const serve = serveHost(await readHostFiles(folder, keysHostRelated), {
    apiKey: () => keysHostKey ?? "",
    frames: keysHostFrames,
    funding: keysHostFunding,
    extensions: keysHostExtensions,
    ...(keysHostRelated !== undefined && { related: keysHostRelated }),
    ...(keysHostContinues !== undefined && { continues: keysHostContinues }),
  });
  const { keysUrl } = hostsOf(config.host, { browser: true });
  return (request) => {
    const { pathname, search } = new URL(request.url);
    // TLS is terminated in front of the service: the page's policy must name the origin that
    // browsers see.
    return serve(
      new Request(`${keysUrl}${pathname}${search}`, {
        method: request.method,
        headers: { "accept-encoding": request.headers.get("accept-encoding") ?? "" },
      }),
    );
  };
}
