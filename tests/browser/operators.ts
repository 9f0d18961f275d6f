/** Operators of wallet hosts with their own names, all on one chain. @module */
import { type HostFiles, type HostSettings, serveHost } from "../../host/mod.ts";
import { hostsOf } from "../../core/ground/api_key.ts";
import { type LocalChain, startLocalChain } from "../../scripts/stack/chain.ts";
import { createKey, ensureProject } from "../../service/keys/keys.ts";
import { createService, developmentPolicy, type Service } from "../../service/mod.ts";
import type { Site } from "./tls_names.ts";

/** A wallet host and its service. */
export interface Operator extends AsyncDisposable {
  readonly service: Service;
  /** Publishable key for the apps and the host's own page. */
  readonly apiKey: string;
  /** URL of the service, as pages reach it. */
  readonly serverUrl: string;
  /** URL of the wallet host. */
  readonly keysUrl: string;
}

/** How an operator runs. */
export interface OperatorOptions extends Omit<HostSettings, "apiKey"> {
  /** Host of the service: `{h}` of `keys.{h}`. */
  readonly host: string;
  /** The service's database. */
  readonly database: string;
  readonly chain: LocalChain;
  /** The wallet host's page. */
  readonly files: HostFiles;
  /** Origins of the apps. */
  readonly apps: readonly string[];
  /** Addresses at which browsers find the two hosts. */
  readonly sites: Map<string, Site>;
}

/** Starts the chain that the operators share. */
export function startChain(scope: AsyncDisposableStack): Promise<LocalChain> {
  return startLocalChain({ id: 31337, name: "Local", timed: (_part, work) => work() }, scope);
}

/** Starts an operator; its names answer until it stops. */
export async function startOperator(options: OperatorOptions): Promise<Operator> {
  const { host, database, chain, files, apps, sites, ...settings } = options;
  const { serverUrl, keysUrl } = hostsOf(host, { browser: true });
  const service = await createService({ host, database, chains: [chain.config] });
  await service.context.chains.get(chain.id)?.probe();
  await ensureProject(service.store, "apps", "Apps");
  const apiKey = await createKey(service.store, {
    projectId: "apps",
    kind: "pk",
    environment: "live",
    host,
    domains: [...apps, keysUrl],
    policy: developmentPolicy,
  });
  const page = serveHost(files, { ...settings, apiKey: () => apiKey });
  sites.set(new URL(keysUrl).hostname, page);
  sites.set(new URL(serverUrl).hostname, (request) => service.fetch(request, "127.0.0.1"));
  return {
    service,
    apiKey,
    serverUrl,
    keysUrl,
    async [Symbol.asyncDispose]() {
      sites.delete(new URL(keysUrl).hostname);
      sites.delete(new URL(serverUrl).hostname);
      await service.stop();
    },
  };
}
