/**
 * A device of a user: a page, its clock and the library chosen by its developer. It executes the
 * lines of its input, and answers each with a line.
 *
 * @module
 */
import { openPage, type Page } from "../conformance/wallet.ts";
import { replaceClock } from "./clock.ts";
import {
  type Call,
  type Failure,
  type Library,
  type LibraryName,
  openLibrary,
  readFailure,
  type Receipt,
} from "./libraries.ts";
import type { Hex } from "../../core/lib/hex.ts";

/** Requests to a device, with their answers. */
export interface DeviceRequests {
  /** Opens a page and connects. */
  readonly open: {
    readonly params: { readonly library: LibraryName; readonly ahead: number };
    readonly result: { readonly address: Hex; readonly offset: number };
  };
  /** Sends a call. */
  readonly send: {
    readonly params: Call;
    readonly result: { readonly hash: Hex } | { readonly failure: Failure };
  };
  /** Waits for a receipt. */
  readonly wait: { readonly params: { readonly hash: Hex }; readonly result: Receipt };
}

/** Prefix of answer lines, because libraries may print too. */
export const ANSWER = "answer: ";

if (import.meta.main) await serve();

async function serve(): Promise<void> {
  const stack = JSON.parse(Deno.args[0]!);
  const clock = replaceClock();
  let page: Page | undefined;
  let library: Library | undefined;
  const answers: {
    readonly [M in keyof DeviceRequests]: (
      params: DeviceRequests[M]["params"],
    ) => Promise<DeviceRequests[M]["result"]>;
  } = {
    async open({ library: name, ahead }) {
      library?.close();
      await page?.[Symbol.asyncDispose]();
      const before = Date.now() - clock.ahead;
      clock.ahead = ahead;
      page = openPage(stack);
      library = await openLibrary[name](page.provider, stack.chainId);
      return { address: library.address, offset: new Date().getTime() - before };
    },
    send: (call) =>
      library!.send(call).then((hash) => ({ hash }), (error) => ({ failure: readFailure(error) })),
    wait: ({ hash }) => library!.wait(hash),
  };
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const { method, params } = JSON.parse(line) as {
        readonly method: keyof DeviceRequests;
        readonly params: Call & { library: LibraryName; ahead: number; hash: Hex };
      };
      const answer = await answers[method](params).then(
        (result) => ({ result }),
        (error) => ({ error: Deno.inspect(error) }),
      );
      console.log(ANSWER + JSON.stringify(answer, plain));
    }
  }
  library?.close();
  await page?.[Symbol.asyncDispose]();
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
