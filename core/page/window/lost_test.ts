import { assertEquals } from "@std/assert";
import { enterPage, fakeWindow } from "../../testing/windows.ts";
import { causeOfClosed } from "./lost.ts";

const PAGE = "https://shop.example";
const HOST = "https://keys.example.com";

/** Returns the cause with these policies; `down` means that the headers cannot be read. */
async function causeWith(page: string | undefined, host: string | undefined): Promise<string> {
  const { fetch } = globalThis;
  using _page = enterPage(fakeWindow(PAGE, () => null), () => null);
  try {
    globalThis.fetch = (input) => {
      const policy = String(input).startsWith(HOST) ? host : page;
      if (policy === "down") return Promise.reject(new TypeError("down"));
      const headers = policy === undefined ? {} : { "cross-origin-opener-policy": policy };
      return Promise.resolve(new Response(null, { headers }));
    };
    return await causeOfClosed(HOST);
  } finally {
    globalThis.fetch = fetch;
  }
}

Deno.test("lost: a closed window is a rejection, unless a policy of page or host severed it", async () => {
  for (
    const [page, host, cause] of [
      [undefined, undefined, "window_closed"],
      ["same-origin-allow-popups", undefined, "window_closed"],
      ["noopener-allow-popups", "unsafe-none", "window_closed"],
      ["same-origin", undefined, "window_lost"],
      [`same-origin; report-to="x"`, undefined, "window_lost"],
      [" Same-Origin ", undefined, "window_lost"],
      [undefined, "same-origin", "window_lost"],
      [undefined, "same-origin-allow-popups", "window_lost"],
      [undefined, "noopener-allow-popups", "window_lost"],
      ["down", "same-origin", "window_lost"],
      ["down", "down", "window_closed"],
    ] as const
  ) {
    assertEquals([page, host, await causeWith(page, host)], [page, host, cause]);
  }
});

Deno.test("lost: an isolated page severs its windows, even if its headers cannot be read", async () => {
  Object.defineProperty(globalThis, "crossOriginIsolated", { value: true, configurable: true });
  try {
    // A Content Security Policy can block the page from reading itself.
    assertEquals(await causeWith("down", "down"), "window_lost");
  } finally {
    Reflect.deleteProperty(globalThis, "crossOriginIsolated");
  }
});
