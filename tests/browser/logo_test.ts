/** The page's logo in the dialog, and a warning for its developer if it breaks the rules. */
import { assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { modes, newUser, openApp, openRequest, options, shoot } from "./harness.ts";

/** A single pixel. */
const png = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);
const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>`;

for (const mode of modes) {
  Deno.test(
    `logo, ${mode}: an invalid one is reported, one that fails to load is replaced`,
    options,
    async () => {
      await using images = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        (request) => {
          const { pathname } = new URL(request.url);
          if (pathname === "/gone.png") return new Response(null, { status: 404 });
          return pathname === "/logo.svg"
            ? new Response(svg, { headers: { "content-type": "image/svg+xml" } })
            : new Response(png, { headers: { "content-type": "image/png" } });
        },
      );
      const at = `http://localhost:${images.addr.port}`;
      await using user = await newUser();
      const told: string[] = [];
      user.context.on("page", (page) =>
        page.on("console", (message) => {
          if (message.text().startsWith("Acct: appLogoUrl")) told.push(message.text());
        }));
      /** Shows a dialog with this logo until so many warnings were heard in all. */
      const show = async (file: string, part: "img" | "span", warnings: number) => {
        const app = await openApp(user, { mode, options: { appLogoUrl: `${at}/${file}` } });
        const asked = await openRequest(app, mode, "eth_requestAccounts");
        await asked.dialog.locator(`${part}[part=logo]`).waitFor();
        await until(`${warnings} warnings`, () => told.length >= warnings);
        if (file === "logo.svg") await shoot(asked.dialog, `logo-${mode}`);
        await asked.dialog.getByTestId("sdk-close").click();
        await asked.answer();
        await app.page.close();
      };
      await show("logo.svg", "img", 0);
      await show("logo.png", "img", 1);
      await show("logo.gif", "img", 3);
      await show("gone.png", "span", 3);
      assertEquals(told.map((text) => text.replace(at, "")), [
        "Acct: appLogoUrl is 1×1 px; it must be at least 200×200.",
        "Acct: appLogoUrl must be PNG, JPG or SVG: /logo.gif",
        "Acct: appLogoUrl is 1×1 px; it must be at least 200×200.",
      ]);
    },
  );
}
