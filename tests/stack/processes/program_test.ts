import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildHost } from "../../../scripts/build_host.ts";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { startStack } from "../../../scripts/stack/mod.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A request with any `Host`, which fetch does not allow. */
async function get(port: number, host: string, path: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const text = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(text));
  return await new Response(connection.readable).text();
}

Deno.test("program: the service and the wallet host's built page, from one configuration", async () => {
  await using stack = await startStack();
  const folder = await Deno.makeTempDir();
  const page = join(folder, "host");
  const written = await buildHost(page);
  // A second build replaces the first completely.
  assertEquals(await buildHost(page), written);
  // The record of their build inputs is next to them.
  const found = (await Array.fromAsync(Deno.readDir(page))).map(({ name }) => name);
  assertEquals(found.toSorted(), [...written, "acct-host.json"].toSorted());
  const port = await freePort(0);
  const config = join(folder, "service.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      // A name with TLS in front: the page's policy must use https.
      host: "wallet.example",
      port,
      database: join(folder, "service.sqlite"),
      keysHost: page,
      keysHostKey: stack.apiKey,
      keysHostRelated: ["https://keys.new.example"],
      keysHostContinues: "keys.old.example",
      trustProxy: ["127.0.0.1"],
      chains: [{
        id: stack.chainId,
        name: "Local",
        testnet: true,
        rpcUrl: stack.rpcUrl,
        bundlerUrl: stack.rpcUrl,
        tokens: [stack.tokens[0].address],
        permissionsFrom: 1,
      }],
    }),
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "service/main/main.ts", "--config", config],
    cwd: root,
    stdout: "piped",
  }).spawn();
  try {
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    reader.releaseLock();
    assertStringIncludes(new TextDecoder().decode(value), `listening on 127.0.0.1:${port}`);
    const home = await get(port, "keys.wallet.example", "/");
    assertStringIncludes(home, "HTTP/1.1 200");
    assertStringIncludes(home, "connect-src https://api.wallet.example;");
    assertStringIncludes(home, `content="${stack.apiKey}"`);
    for (const name of written.slice(1)) {
      const asset = await get(port, "keys.wallet.example", `/${name}`);
      assertStringIncludes(asset, "HTTP/1.1 200");
      assertStringIncludes(asset, "immutable");
    }
    const manifest = await get(port, "keys.wallet.example", "/.well-known/acct-host.json");
    assertStringIncludes(manifest, '"lock":"sha256-');
    assertStringIncludes(await get(port, "keys.wallet.example", "/acct-host.json"), "HTTP/1.1 404");
    assertStringIncludes(home, '<meta name="acct-continues" content="keys.old.example">');
    const related = await get(port, "keys.wallet.example", "/.well-known/webauthn");
    assertStringIncludes(related, '{"origins":["https://keys.new.example"]}');
    assertStringIncludes(manifest, '"related":["https://keys.new.example"]');
    // Each name answers for itself only.
    assertStringIncludes(await get(port, "keys.wallet.example", "/health"), "HTTP/1.1 404");
    assertStringIncludes(await get(port, "api.wallet.example", "/health"), '{"ok":true}');
    assertStringIncludes(await get(port, "api.wallet.example", "/"), "HTTP/1.1 404");
    assertStringIncludes(await get(port, "api.wallet.example", `/${written[1]}`), "HTTP/1.1 404");
  } finally {
    if (Deno.build.os === "windows") child.kill();
    else child.kill("SIGTERM");
    await child.stdout.cancel();
    await child.status;
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("program: a build never deletes files that it did not write", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(join(folder, "thesis.txt"), "years of work");
  const refused = await buildHost(folder).then(() => null, (error) => String(error));
  assertStringIncludes(refused ?? "", "thesis.txt");
  assertEquals(await Deno.readTextFile(join(folder, "thesis.txt")), "years of work");
  await Deno.remove(folder, { recursive: true });
});
