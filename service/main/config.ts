/**
 * Reads the operator's JSON file and validates all of it before anything starts.
 *
 * @module
 */
import type { Address } from "viem";
import { z } from "zod";
import { hostPattern, hostsOf, readApiKey } from "../../core/ground/read_api_key.ts";
import type { ChainConfig } from "../chain/config.ts";
import {
  address,
  chainSchema,
  type Environment,
  readChain,
  secret,
  variable,
  withNetwork,
} from "./config_chain.ts";
import { type FiatConfig, fiatSchema } from "../assets/fiat_config.ts";
import { isRegistrable, relatedProblem } from "../lib/related_origins.ts";
import { KEEP_DATA_DAYS } from "../store/rows/operation_data.ts";
import { isProxyRange } from "../lib/client_address.ts";
import { type HttpLimits, limitsSchema, readLimits } from "../http/limits_config.ts";
import { isPostgres } from "../store/engine/postgres.ts";
import type { AlarmsConfig } from "../notices/notices.ts";
import type { NamesConfig } from "../names/config.ts";

/** Minimum characters of a secret that signs notices. */
const MIN_SECRET_LENGTH = 20;

/** Validates an https or loopback origin; its first label may be a wildcard. */
const framingSite =
  /^(?:https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::(?:\d{1,5}|\*))?)$/;

const port = z.number().int().min(0).max(65_535);

/** Validates the operator's file; `deno task docs` makes the reference from it. */
export const configSchema = z.strictObject({
  host: z.string().regex(hostPattern, "must be a host name in lower case, such as example.com")
    .describe("Public host name, with the port unless it is the default. API keys contain it."),
  hostname: z.string().default("127.0.0.1").describe("Address to listen on."),
  port: port.describe("Port to listen on. `--port` and `ACCT_PORT` override it, in this order."),
  database: z.string().min(1).refine(
    (text) => isPostgres(text) || !/^(\w+:\/\/|file:)/i.test(text),
    "must be the path of a file, without file:, or begin with postgres://",
  ).describe(
    "Path of a SQLite file (no `file:` URI), `:memory:`, or `postgres://…`. `DATABASE_URL` " +
      "overrides it and keeps the password out of the file.",
  ),
  redis: z.url({ protocol: /^rediss?$/ }).optional().describe(
    "`redis://…`: several processes share their rates. Needs PostgreSQL. " +
      "`REDIS_URL` overrides it.",
  ),
  keysHost: z.string().min(1).optional().describe(
    "Folder that `deno task build host` wrote, read at the start. Without it, the service " +
      "serves no page under `keys.{host}`.",
  ),
  keysHostKey: z.string().optional().refine((key) => {
    const read = key === undefined ? null : readApiKey(key);
    return read === null || (typeof read === "object" && read.kind === "pk");
  }, "must be a publishable key (pk_)").describe(
    "Publishable key of the wallet host's own page. Without it, the page lists no permissions.",
  ),
  keysHostFrames: z.array(
    z.string().regex(framingSite, "must be an https origin, such as https://*.example.com"),
  ).default([]).describe(
    "Origins that may embed the wallet host in a frame " +
      "([modes](../modes.md#iframe-transport)). `https://*.shop.example` stands for " +
      "all subdomains. Other sites open the window.",
  ),
  keysHostExtensions: z.array(
    z.string().regex(
      /^(?:[a-p]{32}|[\w.+-]*@[\w.-]+|\{[0-9a-f-]{36}\})$/,
      "must be the id of an extension in Chromium or Firefox",
    ),
  ).default([]).describe(
    "Ids of browser extensions that may forward requests of sites " +
      "([browser extension](../extension.md)). Their word about the site is trusted.",
  ),
  keysHostRelated: z.array(z.string()).optional().superRefine((origins = [], issues) => {
    const wrong = relatedProblem(origins);
    if (wrong === null) return;
    const { index, problem: message } = wrong;
    issues.addIssue({
      code: "custom",
      message,
      ...(index !== undefined && { path: [index] }),
    });
  }).describe(
    "Https origins that may use the wallet host's passkeys, at most 20 with five different names " +
      "before the public suffix ([succession](../recovery.md#handing-the-wallet-host-over)).",
  ),
  keysHostContinues: z.string().optional().refine(
    (rpId) => rpId === undefined || isRegistrable(rpId),
    "must be the host name of another wallet host, such as keys.example.org",
  ).describe("Host name of the wallet host that this one continues, which must list this one."),
  keysHostFunding: z.array(z.strictObject({
    name: z.string().min(1).max(24).describe("Text of the link."),
    url: z.string().regex(/^https:\/\/[^\s"<>]+$/, "must be an https URL").meta({
      title: "https URL",
      description: "Target of the link.",
    }),
  })).max(2).default([]).describe("Ways to add funds on [the wallet's page](../wallet.md)."),
  trustProxy: z.array(
    z.string().refine(
      isProxyRange,
      "must be an IP address or a CIDR range such as 10.0.0.0/8, but not /0",
    ),
  ).default([]).describe(
    "IP addresses and CIDR ranges of your reverse proxies. The service trusts `x-forwarded-for` " +
      "only from these ([proxies](../self-hosting/configuration.md#reverse-proxies)).",
  ),
  admin: z.strictObject({
    hostname: z.string().default("127.0.0.1").describe("Address to listen on."),
    port: port.describe("Port to listen on. `--admin-port` and `ACCT_ADMIN_PORT` override it."),
  }).optional().describe(
    "Operator's own port: metrics, readiness, and the admin page if `ADMIN_TOKEN` is set. " +
      "It must never be public.",
  ),
  keepDataDays: z.number().int().min(1).max(36_500).default(KEEP_DATA_DAYS).describe(
    "Days for which the service keeps call data and receipts of settled operations, and dropped " +
      "operations. The history stays.",
  ),
  limits: limitsSchema.prefault({}).describe(
    "[Limits](../self-hosting/scaling.md#limits) of one process.",
  ),
  log: z.enum(["info", "warn", "error"]).default("info").describe("Minimum level of log lines."),
  chains: z.array(chainSchema).min(1).describe("Chains to serve."),
  alarms: z.strictObject({
    webhook: z.strictObject({
      url: z.url({ protocol: /^https?$/ }).describe(
        "Your own endpoint, which may be in a private network.",
      ),
      secretEnv: variable("with the secret that signs each notice, at least 20 characters"),
    }).optional().describe("Sends each notice to you."),
    push: z.strictObject({
      subject: z.string().regex(/^(mailto:.+@|https:\/\/)/, "must be a mailto: or https: URL")
        .describe("Your contact for push services, a `mailto:` or `https:` URL."),
      publicKey: z.string().regex(/^[\w-]{87}$/, "must be base64url of 65 bytes")
        .describe("VAPID public key, as `npx web-push generate-vapid-keys` prints it."),
      privateKeyEnv: variable("with the VAPID private key"),
    }).optional().describe("Sends Web Push to devices whose users ask for it."),
  }).optional().describe("Notices of [recoveries](../recovery.md) that were started."),
  descriptors: z.string().min(1).optional().describe(
    "File that `deno task descriptors` wrote: a copy of the public registry of ERC-7730 " +
      "([clear signing](../clear-signing.md#the-public-registry)).",
  ),
  fiat: fiatSchema.optional().describe(
    "Source of [fiat prices](../self-hosting/configuration.md#fiat-prices) for display. No fee " +
      "and no limit depends on it.",
  ),
  names: z.strictObject({
    chainId: z.number().int().positive().default(1).describe("Chain of the ENS registry."),
    rpcUrl: z.url().describe("Node of that chain, which need not be in `chains`."),
    wrapper: address.optional().describe(
      "ENS name wrapper. Without it, wrapped domains cannot be linked by signature.",
    ),
    resolver: address.describe("Your `SubnameResolver` on that chain."),
    signerKeyEnv: variable("with the key that signs answers for the resolver"),
    reserved: z.array(z.string().min(1).max(63)).max(10_000).default([]).describe(
      "Labels that users cannot claim, in addition to a built-in list.",
    ),
  }).optional().describe("[Names](../names.md) below the ENS domains of apps."),
}).superRefine(({ host, chains, keysHostRelated = [], keysHostContinues }, issues) => {
  for (const [index, { id }] of chains.entries()) {
    if (chains.findIndex((each) => each.id === id) === index) continue;
    const message = `chain ${id} is there twice`;
    issues.addIssue({ code: "custom", message, path: ["chains", index, "id"] });
  }
  const own = hostsOf(host, { browser: true }).keysUrl;
  const isOwn = (url: string) => URL.parse(own)?.hostname === URL.parse(url)?.hostname;
  const message = "must not be this host itself";
  const index = keysHostRelated.findIndex(isOwn);
  if (index >= 0) issues.addIssue({ code: "custom", message, path: ["keysHostRelated", index] });
  if (keysHostContinues !== undefined && isOwn(`https://${keysHostContinues}`)) {
    issues.addIssue({ code: "custom", message, path: ["keysHostContinues"] });
  }
});

/** Validated configuration. */
export interface Config {
  readonly host: string;
  readonly hostname: string;
  readonly port: number;
  readonly database: string;
  readonly redis?: string | undefined;
  readonly keysHost?: string;
  readonly keysHostKey?: string;
  readonly keysHostFrames: readonly string[];
  readonly keysHostExtensions: readonly string[];
  readonly keysHostRelated?: readonly string[];
  readonly keysHostContinues?: string;
  readonly keysHostFunding: readonly { readonly name: string; readonly url: string }[];
  readonly trustProxy: readonly string[];
  readonly admin?: { readonly hostname: string; readonly port: number };
  readonly keepDataDays: number;
  readonly limits: Partial<HttpLimits>;
  readonly log: "info" | "warn" | "error";
  readonly chains: readonly ChainConfig[];
  readonly alarms?: AlarmsConfig;
  readonly names?: NamesConfig;
  readonly fiat?: FiatConfig;
  /** Path of a file. */
  readonly descriptors?: string;
}

/** Options of the command line that override the file and the environment. */
export interface PortOptions {
  /** Value of `--port`. */
  readonly port?: string | undefined;
  /** Value of `--admin-port`. */
  readonly adminPort?: string | undefined;
}

/**
 * Reads a configuration and resolves its secrets through `env`.
 *
 * @throws {Error} listing every invalid field
 */
export function readConfig(text: string, env: Environment, options: PortOptions = {}): Config {
  const url = env("DATABASE_URL") || undefined;
  if (url !== undefined && !isPostgres(url)) {
    throw new Error("The environment variable DATABASE_URL must begin with postgres://.");
  }
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(
      `The configuration is not valid JSON: ${error instanceof Error ? error.message : ""}`,
    );
  }
  const redis = env("REDIS_URL") || undefined;
  const port = readPort("--port", options.port) ?? readPort("ACCT_PORT", env("ACCT_PORT"));
  const adminPort = readPort("--admin-port", options.adminPort) ??
    readPort("ACCT_ADMIN_PORT", env("ACCT_ADMIN_PORT"));
  const others = {
    ...(url !== undefined && { database: url }),
    ...(redis !== undefined && { redis }),
    ...(port !== undefined && { port }),
  };
  const file = typeof read === "object" && read !== null ? { ...read, ...others } : read;
  const { success, data, error } = configSchema.safeParse(
    withNetworks(adminPort === undefined ? file : withAdminPort(file, adminPort)),
  );
  if (!success) {
    // The rule for a name that a record rejects is one level below.
    const ruleOf = (issue: typeof error.issues[number]) =>
      issue.code === "invalid_key" ? issue.issues[0]?.message ?? issue.message : issue.message;
    const lines = error.issues.map((issue) =>
      `  ${issue.path.join(".") || "the file"}: ${ruleOf(issue)}`
    );
    throw new Error(`The configuration is invalid:\n${lines.join("\n")}`);
  }
  const {
    keysHost,
    keysHostKey,
    keysHostRelated,
    keysHostContinues,
    admin,
    alarms,
    names,
    limits,
    fiat,
    descriptors,
    chains,
    ...rest
  } = data;
  return {
    ...rest,
    limits: readLimits(limits),
    ...(keysHost !== undefined && { keysHost }),
    ...(keysHostKey !== undefined && { keysHostKey }),
    ...(keysHostRelated !== undefined && { keysHostRelated }),
    ...(keysHostContinues !== undefined && { keysHostContinues }),
    ...(alarms !== undefined && { alarms: readAlarms(alarms, env) }),
    ...(names !== undefined && { names: readNames(names, env) }),
    ...(fiat !== undefined && { fiat }),
    ...(descriptors !== undefined && { descriptors }),
    ...(admin !== undefined && { admin }),
    chains: chains.map((each) => readChain(each, env)),
  };
}

/** Reads a port from an option or a variable; an empty variable counts as missing. */
function readPort(name: string, text: string | undefined): number | undefined {
  if (text === undefined || (text === "" && !name.startsWith("--"))) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new Error(`${name} must be a port from 0 to 65535.`);
}

/** Sets the port of the operator's listener; other fields of `admin` stay unchanged. */
function withAdminPort(file: unknown, port: number): unknown {
  if (typeof file !== "object" || file === null) return file;
  const { admin = {} } = file as { readonly admin?: unknown };
  return typeof admin === "object" ? { ...file, admin: { ...admin, port } } : file;
}

/** Fills in the data of chains that name their network. */
function withNetworks(file: unknown): unknown {
  if (typeof file !== "object" || file === null || !("chains" in file)) return file;
  const { chains } = file;
  return Array.isArray(chains) ? { ...file, chains: chains.map(withNetwork) } : file;
}

function readNames(
  { signerKeyEnv, wrapper, resolver, ...rest }: NonNullable<
    z.infer<typeof configSchema>["names"]
  >,
  env: Environment,
): NamesConfig {
  return {
    ...rest,
    resolver: resolver as Address,
    signerKey: secret(signerKeyEnv, env),
    ...(wrapper !== undefined && { wrapper: wrapper as Address }),
  };
}

function readAlarms(
  { webhook, push }: NonNullable<z.infer<typeof configSchema>["alarms"]>,
  env: Environment,
): AlarmsConfig {
  const secretOf = (name: string) => {
    const value = env(name) ?? "";
    if (value.length >= MIN_SECRET_LENGTH) return value;
    throw new Error(
      `The environment variable ${name} must have at least ${MIN_SECRET_LENGTH} characters.`,
    );
  };
  return {
    ...(webhook !== undefined && {
      webhook: { url: webhook.url, secret: secretOf(webhook.secretEnv) },
    }),
    ...(push !== undefined && {
      push: {
        subject: push.subject,
        publicKey: push.publicKey,
        privateKey: secretOf(push.privateKeyEnv),
      },
    }),
  };
}

/** Reads a configuration for an operator's tool, without the secrets of chains. */
export function readToolConfig(text: string): Config {
  const placeholder = `0x${"01".repeat(32)}`;
  const plain = ["DATABASE_URL", "REDIS_URL", "ACCT_PORT", "ACCT_ADMIN_PORT"];
  return readConfig(text, (name) => plain.includes(name) ? Deno.env.get(name) : placeholder);
}
