import { assertEquals } from "@std/assert";
import { Acct } from "../acct.ts";

Deno.test("provider: listeners are added and removed in a chain, as of Node's EventEmitter", async () => {
  const { provider, disconnect } = Acct.create({
    apiKey: "dev",
    preference: { keysUrl: "https://k.example", serverUrl: "https://s.example" },
  });
  const ignore = () => {};
  const last = provider.on("accountsChanged", ignore).on("chainChanged", ignore)
    .removeListener("accountsChanged", ignore).removeListener("chainChanged", ignore);
  assertEquals(last, provider);
  await disconnect();
});
