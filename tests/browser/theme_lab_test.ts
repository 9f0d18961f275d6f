/** The demo's playground for themes: what is chosen is shown live, and given as code. */
import { assertEquals } from "@std/assert";
import { getWorld, newUser, options, shoot } from "./harness.ts";

Deno.test(
  "theme playground: choices are seen in both dialogs and in the code",
  options,
  async () => {
    const { demoUrl } = await getWorld();
    await using user = await newUser();
    const page = await user.context.newPage();
    await page.goto(`${demoUrl}/#theme`);
    const frame = (story: string) =>
      page.frameLocator(`[data-testid=preview-${story}]`).getByTestId("sdk-card");
    const radius = (story: string) =>
      `getComputedStyle(document
    .querySelector("[data-testid=preview-${story}]").contentDocument
    .querySelector("[data-sdk-modal-container]")?.shadowRoot
    .querySelector("[data-testid=sdk-card]") ?? document.body).borderTopLeftRadius`;
    for (const story of ["connect-new", "send-batch"]) await frame(story).waitFor();
    await page.locator("[data-testid=variable-name]").selectOption("--sdk-radius");
    await page.getByTestId("variable-value").fill("10px");
    // The card is rounder than what stands in it.
    for (const story of ["connect-new", "send-batch"]) {
      await page.waitForFunction(`${radius(story)} === "16px"`);
    }
    // The dialogs open again with each change, and leave the focus in the field.
    await page.waitForFunction(`document.activeElement.dataset.testid === "variable-value"`);
    const code = await page.getByTestId("theme-code").innerText();
    assertEquals(JSON.parse(code.replace(/^.*theme: /, "").replace(/ }\)$/, "")), {
      accentColor: "#4846d4",
      cssVariables: { "--sdk-radius": "10px" },
    });
    await shoot(page, "theme-playground");
    // Whatever the address says, nothing is thrown.
    for (
      const hash of ["#preview=", "#preview=%", "#preview={}", '#preview={"story":"__proto__"}']
    ) {
      await page.goto(`${demoUrl}/${hash}`);
      await page.getByTestId("connect").waitFor();
    }
    assertEquals(user.problems, []);
  },
);
