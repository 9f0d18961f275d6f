/**
 * Reads the operator's JSON file and validates all of it before anything starts.
 *
 * @module
 */
import type { Address } from "viem";
import { z } from "zod";
import { hostPattern, hostsOf, readApiKey } from "../../core/protocol/read_api_key.ts";
import type { ChainConfig } from "../chain/config.ts";
import { address, chainSchema, type Environment, readChain, secret } from "./config_chain.ts";
import { type FiatConfig, fiatSchema } from "../assets/fiat_config.ts";
import { isRegistrable, relatedProblem } from "../lib/related_origins.ts";
import { KEEP_DATA_DAYS } from "../store/operation_data.ts";
import { isProxyRange } from "../lib/client_address.ts";
import { type HttpLimits, limitsSchema, readLimits } from "../http/limits_config.ts";
import { isPostgres } from "../store/postgres.ts";
import type { AlarmsConfig } from "../notices/notices.ts";
import type { NamesConfig } from "../names/config.ts";

/** Characters of a secret that signs notices. */
const MIN_SECRET_LENGTH = 20;

/** Validates an https or loopback origin; its first label may be a wildcard. */
const framingSite =
  /^(?:https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::(?:\d{1,5}|\*))?)$/;

const schema = z.strictObject({
  /** Public host name, with the port unless it is the default one. */
  host: z.string().regex(hostPattern, "must be a host name in lower case, such as example.com"),
  /** Address to listen on. */
  hostname: z.string().default("127.0.0.1"),
  port: z.number().int().min(0).max(65_535),
  /** SQLite file, or `postgres://…`; `DATABASE_URL` in the environment takes precedence. */
  database: z.string().min(1).refine(
    (text) => isPostgres(text) || !/^\w+:\/\//.test(text),
    "must be a file or begin with postgres://",
  ),
  /** `redis://…` for several processes; `REDIS_URL` in the environment takes precedence. */
  redis: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Folder with the wallet host's page; omit it if another server serves the page. */
  keysHost: z.string().min(1).optional(),
  /** Publishable key that the wallet host's own page uses to list permissions. */
  keysHostKey: z.string().optional().refine((key) => {
    const read = key === undefined ? null : readApiKey(key);
    return read === null || (typeof read === "object" && read.kind === "pk");
  }, "must be a publishable key (pk_)"),
  /** Sites that may embed the wallet host in a frame; without any, it always opens in a window. */
  keysHostFrames: z.array(
    z.string().regex(framingSite, "must be an https origin, such as https://*.example.com"),
  ).default([]),
  /** Sites that may use the wallet host's passkeys: declare successors while the host is yours. */
  keysHostRelated: z.array(z.string()).optional().superRefine((origins = [], issues) => {
    const wrong = relatedProblem(origins);
    if (wrong === null) return;
    const { index, problem: message } = wrong;
    issues.addIssue({
      code: "custom",
      message,
      ...(index !== undefined && { path: [index] }),
    });
  }),
  /** RP ID of the wallet host that this one continues, which lists this one. */
  keysHostContinues: z.string().optional().refine(
    (rpId) => rpId === undefined || isRegistrable(rpId),
    "must be the host name of another wallet host, such as keys.example.org",
  ),
  /** Ways to add funds on the wallet host's page: two links at most. */
  keysHostFunding: z.array(z.strictObject({
    name: z.string().min(1).max(24),
    url: z.string().regex(/^https:\/\/[^\s"<>]+$/, "must be an https URL"),
  })).max(2).default([]),
  /** Addresses and ranges of proxies whose `x-forwarded-for` is trusted. */
  trustProxy: z.array(
    z.string().refine(
      isProxyRange,
      "must be an IP address or a CIDR range such as 10.0.0.0/8, but not /0",
    ),
  ).default([]),
  /** Operator's own listener: metrics, readiness, admin page. Never expose it publicly. */
  admin: z.strictObject({
    hostname: z.string().default("127.0.0.1"),
    port: z.number().int().min(0).max(65_535),
  }).optional(),
  /** Days for which call data and receipts of settled operations are kept. */
  keepDataDays: z.number().int().min(1).max(36_500).default(KEEP_DATA_DAYS),
  /** Limits of one process. */
  limits: limitsSchema.default({}),
  /** Minimum level of log lines. */
  log: z.enum(["info", "warn", "error"]).default("info"),
  chains: z.array(chainSchema).min(1),
  /** Notices of recoveries that were started. */
  alarms: z.strictObject({
    webhook: z.strictObject({
      /** The operator's own endpoint; it may be in a private network. */
      url: z.url({ protocol: /^https?$/ }),
      /** Environment variable with the secret that signs each notice. */
      secretEnv: z.string().min(1),
    }).optional(),
    /** Web Push to devices whose users ask for it. */
    push: z.strictObject({
      subject: z.string().regex(/^(mailto:.+@|https:\/\/)/, "must be a mailto: or https: URL"),
      /** VAPID keys, as `npx web-push generate-vapid-keys` makes them. */
      publicKey: z.string().regex(/^[\w-]{87}$/, "must be base64url of 65 bytes"),
      /** Environment variable with the private key. */
      privateKeyEnv: z.string().min(1),
    }).optional(),
  }).optional(),
  /** Copy of the public registry of descriptors, as `deno task descriptors` wrote it. */
  descriptors: z.string().min(1).optional(),
  /** Source of fiat prices for the wallet's page. */
  fiat: fiatSchema.optional(),
  /** Names below apps' ENS domains. */
  names: z.strictObject({
    /** Chain of the ENS registry. */
    chainId: z.number().int().positive().default(1),
    rpcUrl: z.url(),
    registry: address.optional(),
    wrapper: address.optional(),
    /** Address of our `SubnameResolver` on that chain. */
    resolver: address,
    /** Environment variable with the key that signs gateway answers. */
    signerKeyEnv: z.string().min(1),
    ttl: z.number().int().min(30).max(86_400).default(300),
    recheck: z.number().int().min(1).max(3_600).default(60),
    reserved: z.array(z.string().min(1).max(63)).max(10_000).default([]),
  }).optional(),
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
    throw new Error(`The configuration is no JSON: ${error instanceof Error ? error.message : ""}`);
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
  const { success, data, error } = schema.safeParse(
    adminPort === undefined ? file : withAdminPort(file, adminPort),
  );
  if (!success) {
    // A name that a record refuses has its rule one level below.
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

function readNames(
  { signerKeyEnv, registry, wrapper, resolver, ...rest }: NonNullable<
    z.infer<typeof schema>["names"]
  >,
  env: Environment,
): NamesConfig {
  return {
    ...rest,
    resolver: resolver as Address,
    signerKey: secret(signerKeyEnv, env),
    ...(registry !== undefined && { registry: registry as Address }),
    ...(wrapper !== undefined && { wrapper: wrapper as Address }),
  };
}

function readAlarms(
  { webhook, push }: NonNullable<z.infer<typeof schema>["alarms"]>,
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

/** Reads a configuration for an operator's tool, which needs no chain secrets. */
export function readToolConfig(text: string): Config {
  const placeholder = `0x${"01".repeat(32)}`;
  const plain = ["DATABASE_URL", "REDIS_URL", "ACCT_PORT", "ACCT_ADMIN_PORT"];
  return readConfig(text, (name) => plain.includes(name) ? Deno.env.get(name) : placeholder);
}
