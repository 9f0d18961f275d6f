import { assertEquals } from "@std/assert";
import { createNotices } from "./notices.ts";

Deno.test("notices: without a webhook and Web Push the service polls nothing", async () => {
  let reads = 0;
  const notices = createNotices({
    get store(): never {
      reads++;
      throw new Error("the database is read");
    },
    outbound: { ownHosts: [], loopback: true },
    log: () => {},
  }, { host: "example.com", pause: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await notices.stop();
  assertEquals(reads, 0);
});
