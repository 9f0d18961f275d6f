/** The files of `service/deployment` fit the service and its documentation. */
import { assert, assertEquals } from "@std/assert";
import { serviceMetrics } from "../telemetry/service_metrics.ts";
import { readConfig } from "./config.ts";

const read = (path: string) => Deno.readTextFile(new URL(path, import.meta.url));

Deno.test("deployment: alerts and dashboard use metrics that the service has", async () => {
  const declared = serviceMetrics().text();
  for (const file of ["alerts.yaml", "dashboard.json"]) {
    const text = await read(`../deployment/${file}`);
    const names = new Set(text.match(/\bacct_[a-z_]+/g));
    assert(names.size > 15, `${file} has ${names.size} metrics`);
    for (const name of names) {
      const metric = name.replace(/_bucket$/, "");
      assert(declared.includes(`# TYPE ${metric} `), `${file}: ${metric}`);
    }
  }
});

Deno.test("deployment: the example configuration is valid once it is filled in", async () => {
  const text = (await read("../deployment/service.example.json"))
    .replace("NODE_URL", "https://node.example.com")
    .replace("BUNDLER_URL", "https://bundler.example.com")
    .replace("SPONSOR_PAYMASTER", `0x${"11".repeat(20)}`)
    .replace("VAULT", `0x${"22".repeat(20)}`);
  const environment: Readonly<Record<string, string>> = {
    SPONSOR_KEY: `0x${"33".repeat(32)}`,
    RELAYER_KEY: `0x${"44".repeat(32)}`,
    ADMIN_TOKEN: "a".repeat(48),
    DATABASE_URL: "postgres://acct:secret@postgres/acct",
    REDIS_URL: "redis://redis:6379",
  };
  const config = readConfig(text, (name) => environment[name]);
  assertEquals([config.hostname, config.port], ["0.0.0.0", 8080]);
  const secrets = (await read("../deployment/env.example")).matchAll(/^([A-Z_]+)=/gm);
  const named = [...secrets].map(([, name]) => name!);
  for (const name of ["SPONSOR_KEY", "RELAYER_KEY", "ADMIN_TOKEN"]) assert(named.includes(name));
});

Deno.test("deployment: nginx has the documented lines", async () => {
  const ours = lines(await read("../deployment/nginx.conf"));
  const document = await read("../../docs/self-hosting/install.md");
  const documented = [...document.matchAll(/```nginx\n([\s\S]*?)```/g)]
    .flatMap(([, block]) => lines(block!))
    .map((line) =>
      line.replace("127.0.0.1:8080", "service-1:8080").replace("127.0.0.1:8081", "service-2:8080")
    )
    // The container has its certificates elsewhere, and a newer nginx.
    .filter((line) => !/^(listen|ssl_certificate)/.test(line));
  assert(documented.length > 25, `${documented.length} lines`);
  assertEquals(documented.filter((line) => !ours.includes(line)), []);
});

/** Returns the directives of a configuration. */
function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
