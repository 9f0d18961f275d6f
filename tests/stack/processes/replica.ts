/** Additional processes of a stack's service, and their events. @module */
import { assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { createService, type ServiceOptions } from "../../../service/mod.ts";
import type { Reach } from "../support/client.ts";

/** Another instance of the stack's service, on the same database and chain. */
export async function replica(
  stack: Stack,
  url: string,
  options: Partial<ServiceOptions> = {},
): Promise<Reach & AsyncDisposable> {
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const service = await createService({
    host: new URL(stack.serverUrl).host,
    database: url,
    chains: [config],
    ...options,
  });
  const listener = listen(0, service.fetch);
  return {
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey: stack.apiKey,
    chainId: stack.chainId,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await listener.stop();
    },
  };
}

/** Events of an account, as a process emits them. */
export async function hear(reach: Reach, address: string) {
  const stop = new AbortController();
  const response = await fetch(`${reach.serverUrl}/v1/events?address=${address}`, {
    headers: { [API_KEY_HEADER]: reach.apiKey },
    signal: stop.signal,
  });
  assertEquals(response.status, 200);
  const seen: { type: string; id?: string; status?: number }[] = [];
  let ended = false;
  const read = async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) seen.push(JSON.parse(data));
      }
    }
  };
  const done = read().catch(() => {}).then(() => ended = true);
  return {
    statuses: () => seen.filter((each) => each.type === "callsStatusChanged"),
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await done;
    },
  };
}
