/** The demo's playground for themes: choices are shown live, as code, and in the address. */
import { assertEquals, assertMatch } from "@std/assert";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { getWorld, newUser, options, shoot } from "./harness.ts";

const preview = "[data-testid=preview]";

/** The card of the open dialog: a closed one fades for a moment beside it. */
const openCard = "[data-sdk-modal-container] [data-testid=sdk-card]";

Deno.test("theme playground: choices are seen in the dialog and in the code", options, async () => {
  const { demoUrl } = await getWorld();
  await using user = await newUser();
  const page = await user.context.newPage();
  await page.goto(`${demoUrl}/#theme`);
  const card = page.frameLocator(preview).locator(openCard);
  const radius = `getComputedStyle(document.querySelector("${preview}").contentDocument
    .querySelector("[data-sdk-modal-container]")?.shadowRoot
    .querySelector("[data-testid=sdk-card]") ?? document.body).borderTopLeftRadius`;
  await card.waitFor();
  // The dialog's button is enabled, and there is no message that the dialog was hidden.
  await page.frameLocator(preview)
    .locator("[data-sdk-modal-container] [data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  assertEquals(await page.frameLocator(preview).getByTestId("sdk-covered").count(), 0);
  await page.locator("[data-testid=variable-name]").selectOption("--sdk-radius");
  await page.getByTestId("variable-value").fill("10px");
  // The card is rounder than its contents.
  await page.waitForFunction(`${radius} === "16px"`);
  // The dialog opens again with each change, and does not take the focus from the field.
  await page.waitForFunction(`document.activeElement.dataset.testid === "variable-value"`);
  const code = await page.getByTestId("theme-code").innerText();
  assertEquals(JSON.parse(code.replace(/^.*theme: /, "").replace(/ }\)$/, "")), {
    accentColor: "#0f766e",
    cssVariables: { "--sdk-radius": "10px" },
  });
  await shoot(page, "theme-playground");

  // The address shows the same to others.
  await page.getByTestId("screen").selectOption("typed-permit");
  await page.getByTestId("choose-ar").click();
  const address = page.url();
  const other = await user.context.newPage();
  await other.goto(address);
  await other.frameLocator(preview).locator(openCard).waitFor();
  assertEquals(await other.getByTestId("screen").inputValue(), "typed-permit");
  assertEquals(await other.getByTestId("theme-code").innerText(), code);
  assertMatch(await other.frameLocator(preview).locator(openCard).innerText(), /[؀-ۿ]/);

  // No value in the address throws.
  for (const hash of ["#preview=", "#preview=%", "#preview={}", '#preview={"story":"__proto__"}']) {
    await page.goto(`${demoUrl}/${hash}`);
    await page.getByTestId("connect").waitFor();
  }
  for (const hash of ["#theme=", "#theme=%", '#theme={"story":"__proto__"}']) {
    await page.goto(`${demoUrl}/${hash}`);
    await page.frameLocator(preview).locator(openCard).waitFor();
  }
  assertEquals(user.problems, []);
});

Deno.test(
  "theme playground: a half visible dialog stays enabled, axe reports no problems",
  options,
  async () => {
    const { demoUrl } = await getWorld();
    const axe = await Deno.readTextFile(await locateOne(`${versions.axe}/axe.min.js`));
    for (const colorScheme of ["light", "dark"]) {
      await using user = await newUser({ colorScheme, viewport: { width: 320, height: 640 } });
      const page = await user.context.newPage();
      await page.goto(`${demoUrl}/#theme`);
      await page.frameLocator(preview).locator(openCard).waitFor();
      await page.evaluate(
        "scrollTo(0, document.querySelector('[data-testid=preview]').offsetTop - 200)",
      );
      // Longer than the time after which a report of the browser expires.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await page.frameLocator(preview)
        .locator("[data-sdk-modal-container] [data-testid=sdk-confirm]:not([aria-disabled])")
        .waitFor();
      assertEquals(await page.frameLocator(preview).getByTestId("sdk-covered").count(), 0);
      await page.evaluate(`${axe}; undefined`);
      const found = await page.evaluate(
        `axe.run(document, { iframes: false }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`,
      );
      assertEquals(found, []);
      assertEquals(await page.evaluate("document.documentElement.scrollWidth > 320"), false);
      assertEquals(user.problems, []);
    }
  },
);
