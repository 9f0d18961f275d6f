import { assertEquals } from "@std/assert";
import { formatApiKey } from "../../core/ground/api_key.ts";
import type { AppView } from "../../core/dialog/types.ts";
import { fakePort } from "../../extension/testing/ports.ts";
import { allowedExtension, servePort } from "./extension.ts";

Deno.test("host: only listed extensions are allowed", () => {
  const list = "abcdefghijklmnopabcdefghijklmnop wallet@keys.example.com";
  const table: [string, string | null][] = [
    ["#extension=abcdefghijklmnopabcdefghijklmnop", "abcdefghijklmnopabcdefghijklmnop"],
    ["#extension=wallet@keys.example.com", "wallet@keys.example.com"],
    ["#extension=pppppppppppppppppppppppppppppppp", null],
    ["#extension=abcdefgh", null],
    ["#extension=", null],
    ["#origin=https%3A%2F%2Fshop.example", null],
    [`#extension=${list.replace(" ", "%20")}`, null],
  ];
  assertEquals(table.map(([hash]) => allowedExtension(hash, list)), table.map(([, id]) => id));
  assertEquals(allowedExtension("#extension=x", ""), null);
});

Deno.test("host: the first valid message names the site, and no later one changes it", async () => {
  const port = fakePort("host");
  const apps: AppView[] = [];
  const asked: string[] = [];
  let ended = 0;
  servePort(port, () => ({
    host: "example.com",
    read: (method, params) => Promise.resolve({ method, params } as never),
    wallet(app) {
      apps.push(app);
      return {
        ask(method) {
          asked.push(method);
          return Promise.resolve("0x1") as Promise<never>;
        },
        dispose() {},
      };
    },
  }), () => ended++);
  assertEquals(port.sent, [{ acct: "ready", versions: [1] }]);
  const key = formatApiKey({
    kind: "pk",
    environment: "live",
    host: "example.com",
    random: new Uint8Array(16),
  });
  const init = (origin: unknown) => ({
    acct: "init",
    version: 1,
    key,
    app: { name: "Shop", logoUrl: null },
    origin,
  });
  const request = { acct: "request", id: "1", method: "personal_sign", params: {} };
  port.deliver(request);
  for (const origin of [undefined, "null", "https://a.example/", "data:,", "javascript:x", {}]) {
    port.deliver(init(origin));
  }
  assertEquals(apps, []);
  port.deliver(init("https://shop.example"));
  port.deliver(init("https://bank.example"));
  port.deliver(request);
  await new Promise((done) => setTimeout(done, 5));
  assertEquals(apps.map(({ origin }) => origin), ["https://shop.example"]);
  assertEquals(asked, ["personal_sign"]);
  assertEquals((port.sent.at(-1) as { result: unknown }).result, "0x1");
  port.drop();
  assertEquals(ended, 1);
});
