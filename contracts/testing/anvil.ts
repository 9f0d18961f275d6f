/** Starts local chains for tests on free ports. They stop with their scope. */
import { locateOne, versions } from "../../scripts/tools/mod.ts";

/** Osaka has the P-256 precompile, Prague has not, and Shanghai is too old for us. */
export type Hardfork = "osaka" | "prague" | "shanghai";

/** A running chain. */
export type Anvil = { url: string } & AsyncDisposable;

/** Starts a chain and resolves once it listens. */
export async function startAnvil(
  hardfork: Hardfork = "osaka",
  chainId = "31337",
): Promise<Anvil> {
  const binary = await locateOne(
    `${versions.anvil}/bin/anvil${Deno.build.os === "windows" ? ".exe" : ""}`,
  );
  const limit = hardfork === "osaka" ? ["--enable-tx-gas-limit"] : [];
  const child = new Deno.Command(binary, {
    args: ["--hardfork", hardfork, ...limit, "--chain-id", chainId, "--port", "0"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let output = "";
  let port: string | undefined;
  while (port === undefined) {
    const { done, value } = await lines.next();
    if (done) throw new Error(`anvil exited before it listened:\n${output}`);
    output += value;
    port = /Listening on 127\.0\.0\.1:(\d+)\s/.exec(output)?.[1];
  }
  // A full pipe would stop the chain.
  const drained = (async () => {
    while (!(await lines.next()).done);
  })();
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await Promise.all([drained, child.status]);
    },
  };
}
