import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import type { DialogRequest, MessagePreview, UIHandler } from "../../dialog/types.ts";
import type { UserPrompt } from "./open_request.ts";
import { promptUser, singleStep } from "./prompt_user.ts";
import { writable } from "../../lib/readable.ts";

type Request = DialogRequest<"personal_sign">;

const preview: MessagePreview = { status: "ready", bytes: "0x", warnings: [] };

function prompt<T>(
  onConfirm: UserPrompt<"personal_sign", T>["onConfirm"],
): UserPrompt<"personal_sign", T> {
  return {
    method: "personal_sign",
    flow: singleStep(),
    app: { name: "App", logoUrl: null, origin: "https://app.example" },
    account: null,
    chain: {
      id: 1,
      name: "One",
      testnet: false,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
    preview: writable(preview),
    onConfirm,
  };
}

function handler(act: (request: Request) => Promise<unknown>): UIHandler {
  return {
    init() {},
    cleanup() {},
    canHandle: () => true,
    request: (_method, params) => act(params as Request),
  };
}

const never = new AbortController().signal;
const ask = <T>(ui: UIHandler, onConfirm: () => Promise<T>, signal = never) =>
  promptUser(ui, prompt(onConfirm), signal);

Deno.test("ask: an approval returns the result, and aborts the request's signal", async () => {
  let request!: Request;
  const result = await ask(
    handler((given) => (request = given).approve({})),
    () => Promise.resolve("signed"),
  );
  assertEquals(result, "signed");
  assertEquals(request.signal.aborted, true);
});

Deno.test("ask: a rejection is 4001, for any form of the handler's answer", async () => {
  const ways: ((request: Request) => Promise<unknown>)[] = [
    (request) => (request.reject(), Promise.resolve()),
    (request) => (request.reject("because"), new Promise(() => {})),
    () => Promise.reject(new Error("closed")),
    () => Promise.reject("no"),
    () => Promise.resolve("I say it was approved"),
    () => {
      throw new TypeError("broken handler");
    },
  ];
  for (const way of ways) {
    let runs = 0;
    const error = await assertRejects(
      () => ask(handler(way), () => Promise.resolve(runs++)),
      AcctError,
    );
    assertEquals([error.code, error.data.cause, runs], [4001, "user_rejected", 0]);
  }
});

Deno.test("ask: a dialog whose code did not load is no rejection, unless the user saw one", async () => {
  const lost = new AcctError("service_down", { detail: "(404)" });
  const unseen = await assertRejects(
    () => ask(handler(() => Promise.reject(lost)), () => Promise.resolve(1)),
    AcctError,
  );
  assertEquals([unseen.code, unseen.data.cause, /404/.test(unseen.message)], [
    4900,
    "service_down",
    true,
  ]);
  // The error of the confirmation, which the user saw before leaving.
  const seen = await assertRejects(
    () => ask(handler((request) => request.approve({})), () => Promise.reject(lost)),
    AcctError,
  );
  assertEquals(seen.data.cause, "user_rejected");
  // A signature in progress counts.
  const signing = handler((request) => {
    void request.approve({});
    return Promise.reject(lost);
  });
  assertEquals(await ask(signing, () => Promise.resolve(1)), 1);
});

Deno.test("ask: after signing, a handler cannot turn the result into a rejection", async () => {
  const ways: ((request: Request) => Promise<unknown>)[] = [
    async (request) => {
      await request.approve({});
      request.reject();
      throw new Error("I changed my mind");
    },
    async (request) => {
      await request.approve({});
      return "a forged result";
    },
    (request) => {
      void request.approve({});
      return Promise.reject(new Error("closed while it was signing"));
    },
    (request) => {
      void request.approve({});
      throw new Error("broken while it was signing");
    },
  ];
  for (const way of ways) {
    const result = await ask(handler(way), async () => {
      await new Promise((done) => setTimeout(done, 5));
      return "signed";
    });
    assertEquals(result, "signed");
  }
});

Deno.test("ask: approve runs in the click itself, before the first await", async () => {
  let ran = false;
  await ask(
    handler((request) => {
      const promise = request.approve({});
      assertEquals(ran, true);
      return promise;
    }),
    () => {
      ran = true;
      return Promise.resolve(1);
    },
  );
});

Deno.test("ask: a failed approve can be tried again, five times in a row", async () => {
  let runs = 0;
  const causes: string[] = [];
  const result = await ask(
    handler(async (request) => {
      for (let time = 0; time < 5; time++) {
        const error = await assertRejects(() => request.approve({}), AcctError);
        causes.push(error.data.cause);
      }
      return await request.approve({});
    }),
    () => {
      if (++runs <= 5) throw new AcctError("passkey_cancelled");
      return Promise.resolve("at last");
    },
  );
  assertEquals([result, runs], ["at last", 6]);
  assertEquals(causes, Array(5).fill("passkey_cancelled"));
});

Deno.test("ask: a second approve during the first, and one after closing, are rejected", async () => {
  let request!: Request;
  await ask(
    handler(async (given) => {
      request = given;
      const first = request.approve({});
      await assertRejects(() => request.approve({}), AcctError);
      await first;
    }),
    () => Promise.resolve(1),
  );
  await assertRejects(() => request.approve({}), AcctError);
});

Deno.test("ask: the page withdraws before, during and after", async () => {
  for (const when of ["before", "during", "signing"] as const) {
    const abort = new AbortController();
    if (when === "before") abort.abort();
    const ui = handler((request) => {
      if (when === "signing") void request.approve({}).catch(() => {});
      if (when !== "before") setTimeout(() => abort.abort(), 1);
      return new Promise(() => {});
    });
    const error = await assertRejects(
      () =>
        promptUser(
          ui,
          prompt((_choice, signal) =>
            new Promise((_resolve, reject) =>
              signal.addEventListener("abort", () => reject(new AcctError("aborted")))
            )
          ),
          abort.signal,
        ),
      AcctError,
    );
    assertEquals([when, error.data.cause], [when, "aborted"]);
  }
});

Deno.test("ask: a handler without a dialog for the method results in 4200", async () => {
  const ui = { ...handler(() => Promise.resolve()), canHandle: () => false };
  const error = await assertRejects(() => ask(ui, () => Promise.resolve(1)), AcctError);
  assertEquals([error.code, error.data.cause], [4200, "handler_unsupported"]);
});

Deno.test("ask: a handler whose check fails supports nothing", async () => {
  const { error } = console;
  const reported: unknown[][] = [];
  console.error = (...given) => reported.push(given);
  try {
    const broken = new TypeError("broken handler");
    const ui = {
      ...handler(() => Promise.resolve()),
      canHandle: () => {
        throw broken;
      },
    };
    const thrown = await assertRejects(() => ask(ui, () => Promise.resolve(1)), AcctError);
    assertEquals([thrown.code, thrown.data.cause], [4200, "handler_unsupported"]);
    assertEquals(reported.map((given) => given.at(-1)), [broken]);
  } finally {
    console.error = error;
  }
});

Deno.test("ask: errors of the wallet reach the handler typed", async () => {
  const seen: unknown[] = [];
  await assertRejects(() =>
    ask(
      handler(async (request) => {
        await request.approve({}).catch((error) => seen.push(error));
      }),
      () => Promise.reject(new TypeError("inner")),
    ), AcctError);
  assertEquals(seen[0] instanceof AcctError, true);
  assertEquals((seen[0] as AcctError).data.cause, "internal");
});

Deno.test("ask: a rejection after a failure keeps the failure as its cause, a reason takes precedence", async () => {
  const failing = () => Promise.reject(new AcctError("service_down"));
  for (const reason of [undefined, "because"]) {
    const ui = handler(async (request) => {
      await request.approve({}).catch(() => {});
      request.reject(reason);
    });
    const error = await assertRejects(() => ask(ui, failing), AcctError);
    assertEquals(error.data.cause, "user_rejected");
    const cause = error.cause instanceof AcctError ? error.cause.data.cause : error.cause;
    assertEquals(cause, reason ?? "service_down");
  }
});
