import { assertEquals } from "@std/assert";
import type { Sender } from "./browser.ts";
import { siteOrigin } from "./site_origin.ts";

const good: Sender = {
  id: "own",
  origin: "https://shop.example",
  url: "https://shop.example/cart",
  frameId: 0,
  tab: { id: 1 },
};

Deno.test("site origin: it is the browser's, even if the URL differs", () => {
  assertEquals(siteOrigin(good, "own"), "https://shop.example");
  assertEquals(siteOrigin({ ...good, url: "about:blank" }, "own"), "https://shop.example");
  assertEquals(
    siteOrigin({ ...good, origin: "http://localhost:5173", frameId: 3 }, "own"),
    "http://localhost:5173",
  );
});

Deno.test("site origin: other documents have none", () => {
  const { origin: _, ...without } = good;
  const { tab: __, ...background } = good;
  const wrong: (Sender | undefined)[] = [
    undefined,
    without,
    background,
    { ...good, id: "another extension" },
    ...[
      "null",
      "",
      "file://",
      "data:text/html,x",
      "chrome-extension://own",
      "https://shop.example/",
      "https://SHOP.example",
      "https://user@shop.example",
      "javascript:alert(1)",
    ].map((origin) => ({ ...good, origin })),
  ];
  assertEquals(wrong.map((sender) => siteOrigin(sender, "own")), wrong.map(() => null));
});
