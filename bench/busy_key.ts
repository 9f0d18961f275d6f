/** A key's 500 users who ask at once, each time a line is read: a process of its own. @module */
import { tryPrepare, user } from "../tests/stack/client.ts";
import { BUSY, headersOf, pingTo } from "../tests/stack/tenants.ts";

const [serverUrl, apiKey, chainId] = Deno.args;
const reach = { serverUrl: serverUrl!, apiKey: apiKey!, chainId: Number(chainId) };
const users = Array.from({ length: 500 }, (_, n) => user(10_000 + n));
console.log("ready");
for await (const _ of Deno.stdin.readable) {
  const replies = await Promise.all(
    users.map((who, n) => tryPrepare(reach, who, [pingTo(BUSY)], { headers: headersOf(n) })),
  );
  const failed = replies.find(({ error }) => error !== undefined);
  if (failed !== undefined) throw new Error(JSON.stringify(failed));
  console.log(replies.filter(({ result }) => result!.sponsor !== null).length);
}
