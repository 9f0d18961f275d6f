/**
 * Measures the service's latency on the local stack. The results are reported without a limit.
 *
 * @module
 */
import { startStack } from "../scripts/stack/mod.ts";
import { API_KEY_HEADER } from "../core/protocol/service/mod.ts";
import type { CallJson } from "../core/wire/values.ts";
import {
  call,
  prepare,
  send,
  sendCalls,
  settled,
  sign,
  user,
} from "../tests/stack/support/client.ts";
import { type Part, spread } from "./report.ts";

const ROUNDS = 200;
const STREAMS = 500;
const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const unlimited = { requests: 1_000_000, seconds: 1 };

/** Measures preparing, sending, pages of a history, and open streams. */
export async function measureService(): Promise<Part> {
  await using stack = await startStack({
    limits: {
      key: unlimited,
      client: unlimited,
      streams: 2 * STREAMS,
      streamsPerClient: 2 * STREAMS,
      streamsPerKey: 8 * STREAMS,
    },
  });
  const who = user(1);
  await settled(stack, await sendCalls(stack, who, [ping]));
  const [prepared, sent, landed, first]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const { operation } = await timed(prepared, () => prepare(stack, who, [ping, ping]));
    const signed = await sign(stack, who, operation);
    await timed(landed, async () => {
      const { result } = await timed(sent, () => send(stack, who, signed));
      while ((await settled(stack, result!.id)).status === 100);
    });
    await timed(first, () => prepare(stack, user(1_000 + round), [ping, ping]));
  }

  const params = [{ address: who.account.address, limit: 20 }];
  const page = async () => {
    const items = await call<unknown[]>(stack, "wallet_getCallsHistory", params);
    if (items.length !== 20) throw new Error(`a page of ${items.length}`);
  };
  const alone = await pages(page);

  await using streams = await openStreams(stack);
  const beside = await pages(page);
  const heard: number[] = [];
  for (let round = 0; round < 5; round++) {
    const told = streams.next();
    const from = performance.now();
    await settled(stack, await sendCalls(stack, who, [ping]));
    await told;
    heard.push(performance.now() - from);
  }

  return {
    sections: [
      {
        title: "Service",
        about:
          `Milliseconds of one request over HTTP on SQLite, ${ROUNDS} rounds one after the other, sponsored ` +
          "by the service. The chain (anvil) and the development bundler share the machine and mine immediately.",
        columns: ["Request", "p50", "p95", "p99"],
        rows: [
          ["`acct_prepare`, deployed account", ...spread(prepared!)],
          ["`acct_prepare`, new account", ...spread(first!)],
          ["`acct_send`", ...spread(sent!)],
          ["`acct_send` until the status is 200", ...spread(landed!)],
        ],
      },
      {
        title: "Throughput",
        about:
          "History pages of 20 (SQLite), 16 concurrently. Client and server are one process, so that " +
          `both share one core. Then again while ${STREAMS} change streams are open for the same account. ` +
          "The last row is the time from requesting an operation until all streams have received it, five " +
          "times.",
        columns: ["", "p50", "p95", "p99", "Per second"],
        rows: [
          ["history page of 20", ...spread(alone.times), Math.round(alone.perSecond)],
          [
            `history page of 20, ${STREAMS} streams open`,
            ...spread(beside.times),
            Math.round(beside.perSecond),
          ],
          [`operation until received by ${STREAMS} streams`, ...spread(heard), ""],
        ],
      },
    ],
  };
}

/** Requests pages, 16 concurrently. */
async function pages(
  page: () => Promise<void>,
): Promise<{ times: number[]; perSecond: number }> {
  const times: number[] = [];
  const begin = performance.now();
  await Promise.all(Array.from({ length: 16 }, async () => {
    for (let n = 0; n < 250; n++) await timed(times, page);
  }));
  return { times, perSecond: times.length / (performance.now() - begin) * 1_000 };
}

/** Streams that are all open. */
interface Streams extends AsyncDisposable {
  /** Resolves when each has received one more final status. */
  next(): Promise<void>;
}

async function openStreams(
  { serverUrl, apiKey }: { readonly serverUrl: string; readonly apiKey: string },
): Promise<Streams> {
  const end = new AbortController();
  const heard: number[] = Array.from({ length: STREAMS }, () => 0);
  let wanted = 0;
  let done = Promise.withResolvers<void>();
  const look = () => {
    if (heard.every((times) => times >= wanted)) done.resolve();
  };
  const url = `${serverUrl}/v1/events?address=${user(1).account.address}`;
  const reading: Promise<void>[] = [];
  for (let index = 0; index < STREAMS; index++) {
    const response = await fetch(url, {
      headers: { [API_KEY_HEADER]: apiKey },
      signal: end.signal,
    });
    if (!response.ok) throw new Error(`stream ${index}: ${response.status}`);
    const read = async () => {
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
        if (!/callsStatusChanged[\s\S]*"status":200/.test(text)) continue;
        heard[index]!++;
        look();
      }
    };
    reading.push(read().catch(() => {}));
  }
  return {
    next() {
      wanted++;
      done = Promise.withResolvers();
      look();
      return done.promise;
    },
    async [Symbol.asyncDispose]() {
      end.abort();
      await Promise.all(reading);
    },
  };
}

async function timed<T>(list: number[] | undefined, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  list?.push(performance.now() - from);
  return result;
}
