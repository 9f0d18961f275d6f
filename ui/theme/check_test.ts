import { assertEquals, assertThrows } from "@std/assert";
import { AcctError, type Theme } from "../../core/dialog/mod.ts";
import { ReactUIHandler } from "../react_ui_handler.ts";
import { checkTheme } from "./check.ts";

Deno.test("theme: every documented value passes", () => {
  const good: (Theme | undefined)[] = [
    undefined,
    {},
    { mode: "auto", borderRadius: "lg", fontStack: "mono" },
    { accentColor: "#abc", accentColorForeground: "white" },
    { accentColor: "#4F46E5", cssVariables: { "--sdk-color-primary": "oklch(0.6 0.2 270)" } },
    { cssVariables: { "--sdk-radius": "4px", "--sdk-font-family": "serif" } },
  ];
  for (const theme of good) checkTheme(theme);
});

Deno.test("theme: the wrong part is named, from create and from the constructor", () => {
  const wrong: [string, unknown][] = [
    ["theme", 5],
    ["theme.mode", { mode: "night" }],
    ["theme.borderRadius", { borderRadius: 4 }],
    ["theme.fontStack", { fontStack: "Comic Sans" }],
    ["theme.accentColor", { accentColor: "blue" }],
    ["theme.accentColor", { accentColor: "#12345" }],
    ["theme.accentColor", { accentColor: null }],
    ["theme.accentColorForeground", { accentColorForeground: 7 }],
    ["theme.cssVariables", { cssVariables: "--sdk-radius: 1px" }],
    ['theme.cssVariables["--brand"]', { cssVariables: { "--brand": "red" } }],
    ['theme.cssVariables["--sdk-radius"]', { cssVariables: { "--sdk-radius": 4 } }],
  ];
  for (const [field, theme] of wrong) {
    const given = theme as Theme;
    assertEquals(
      assertThrows(() => new ReactUIHandler({ theme: given }), AcctError).data.field,
      field,
    );
    const handler = new ReactUIHandler();
    const config = {
      appName: "Shop",
      appLogoUrl: null,
      defaultChainId: 1,
      showTestnets: false,
      theme: given,
    };
    assertEquals(assertThrows(() => handler.init(config), AcctError).data.field, field);
    // A rejected theme leaves the handler usable.
    handler.init({ ...config, theme: {} });
  }
});
