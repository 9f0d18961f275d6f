/** The documents of `task dev`: built by the first visit, and served as files. */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { serveSite } from "./serve.ts";

const at = (path: string) => new Request(`http://localhost:5174${path}`);

Deno.test("documents of dev: built by the first visit, then served", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { promise, resolve } = Promise.withResolvers<void>();
    let builds = 0;
    const serve = serveSite(folder, async () => {
      builds++;
      await promise;
      await Deno.writeTextFile(join(folder, "index.html"), "<h1>Acct</h1>");
      await Deno.writeTextFile(join(folder, "fees.html"), "<h1>Fees</h1>");
    });
    for (let visit = 0; visit < 2; visit++) {
      const early = await serve(at("/"));
      assertEquals(early.status, 503);
      assertMatch(await early.text(), /being built/);
    }
    resolve();
    let response = await serve(at("/"));
    while (response.status === 503) {
      await new Promise((done) => setTimeout(done, 5));
      response = await serve(at("/"));
    }
    assertEquals([builds, await response.text()], [1, "<h1>Acct</h1>"]);
    for (const path of ["/fees", "/fees.html"]) {
      const fees = await serve(at(path));
      assertEquals(await fees.text(), "<h1>Fees</h1>");
      assertEquals(fees.headers.get("content-type"), "text/html; charset=utf-8");
    }
    for (const path of ["/none", "/%2e%2e/%2e%2e/etc/passwd", "/%"]) {
      assertEquals((await serve(at(path))).status, 404, path);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("documents of dev: a failed build is reported and retried", async () => {
  let builds = 0;
  const serve = serveSite("/nowhere", () => {
    builds++;
    return Promise.reject(new Error("no network <here>"));
  });
  for (let time = 1; time <= 2; time++) {
    await serve(at("/"));
    await new Promise((done) => setTimeout(done, 0));
    const response = await serve(at("/"));
    assertEquals([response.status, builds], [500, time]);
    assertMatch(await response.text(), /no network &lt;here>/);
  }
});
