/**
 * WebKitGTK, with Safari's engine, through its WebDriver. It supports neither passkeys nor forced
 * colours.
 *
 * @see https://www.w3.org/TR/webdriver2/
 * @module
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { fontEnvironment } from "../../../scripts/tools/fonts.ts";
import type { Command, Driver, Look } from "./driver.ts";

/** HTTP methods and paths of the commands. */
const endpoints: Readonly<Record<Command, readonly [method: string, path: string]>> = {
  CloseWindow: ["DELETE", "window"],
  ElementClear: ["POST", "element/{id}/clear"],
  ElementClick: ["POST", "element/{id}/click"],
  ElementSendKeys: ["POST", "element/{id}/value"],
  ExecuteAsyncScript: ["POST", "execute/async"],
  GetWindowHandle: ["GET", "window"],
  GetWindowHandles: ["GET", "window/handles"],
  Navigate: ["POST", "url"],
  NewWindow: ["POST", "window/new"],
  PerformActions: ["POST", "actions"],
  Refresh: ["POST", "refresh"],
  SetWindowRect: ["POST", "window/rect"],
  SwitchToWindow: ["POST", "window"],
  TakeScreenshot: ["GET", "screenshot"],
};

/** The browser's toolbar can shrink, so a window can be as narrow as a phone. */
const toolbar = "button, entry, image { margin: 0 -30px; min-width: 0; padding: 0; }";

/** Starts an installed WebKitGTK on its own virtual screen. */
export async function startWebKit(look: Look = {}): Promise<Driver> {
  if (look.locale !== undefined) throw new Error("The language is that of the system.");
  const profile = await Deno.makeTempDir({ prefix: "webkit-" });
  const screen = await startScreen();
  const settings = `[Settings]\ngtk-enable-animations=${look.reducedMotion === "reduce" ? 0 : 1}\n`;
  await Deno.mkdir(`${profile}/config/gtk-3.0`, { recursive: true });
  await Deno.writeTextFile(`${profile}/config/gtk-3.0/gtk.css`, toolbar);
  await Deno.writeTextFile(`${profile}/config/gtk-3.0/settings.ini`, settings);
  const port = await freePort(0);
  const child = new Deno.Command("WebKitWebDriver", {
    args: [`--port=${port}`],
    clearEnv: true,
    env: {
      ...await fontEnvironment(),
      DISPLAY: screen.display,
      GDK_BACKEND: "x11",
      HOME: profile,
      NO_AT_BRIDGE: "1",
      PATH: Deno.env.get("PATH") ?? "",
      // The processor and the software graphics card draw curves differently, and alternate.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
      XDG_CACHE_HOME: `${profile}/cache`,
      XDG_CONFIG_HOME: `${profile}/config`,
      XDG_DATA_HOME: `${profile}/data`,
      XDG_RUNTIME_DIR: profile,
    },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}/session`;
  await untilListening(port);
  const { sessionId } = await ask("POST", url, {
    capabilities: {
      alwaysMatch: {
        // The page's own timers, which tests replace, would measure it.
        timeouts: { script: null },
        "webkitgtk:browserOptions": {
          args: [
            "--automation",
            // Without a graphics card, a blurred page uses most of the time of each frame.
            "--features=-CSSUnprefixedBackdropFilter",
            ...(look.colorScheme === "dark" ? ["--dark-mode"] : []),
          ],
        },
      },
    },
  }).catch(async (error) => {
    child.kill("SIGKILL");
    await screen.close();
    throw error;
  }) as { sessionId: string };

  const driver: Driver = {
    takeErrors: null,
    async send(command, { id, ...parameters } = {}) {
      const [method, path] = endpoints[command];
      const named = path.replace("{id}", String(id));
      // A picture is of an element where one is named.
      const place = command === "TakeScreenshot" && id !== undefined
        ? `element/${id}/${path}`
        : named;
      return await ask(method, `${url}/${sessionId}/${place}`, parameters);
    },
    async resize({ width, height }) {
      const sizes = async () =>
        await driver.send("ExecuteAsyncScript", {
          script: `requestAnimationFrame(() =>
            arguments[0]([innerWidth, innerHeight, outerWidth, outerHeight]))`,
          args: [],
        }) as [number, number, number, number];
      const [innerWidth, innerHeight, outerWidth, outerHeight] = await sizes();
      await driver.send("SetWindowRect", {
        width: width + outerWidth - innerWidth,
        height: height + outerHeight - innerHeight,
      });
      // Pages receive the event later.
      await until(`a window of ${width}×${height}`, async () => {
        const [newWidth, newHeight] = await sizes();
        return newWidth === width && newHeight === height;
      });
    },
    setScheme(scheme) {
      throw new Error(`The scheme of a running WebKitGTK cannot be changed to ${scheme}.`);
    },
    // Keys go to the page alone.
    returnFocus: () => Promise.resolve(),
    async close() {
      await ask("DELETE", `${url}/${sessionId}`);
      child.kill("SIGKILL");
      await child.status;
      await screen.close();
      await removeAtRest(profile);
    },
  };
  if (look.viewport !== undefined) await driver.resize(look.viewport);
  return driver;
}

/**
 * Starts a screen. The pointer rests in its middle, and without a window manager only the window
 * under the pointer has the focus: the screen is so small that it rests on the toolbar of any
 * window.
 */
async function startScreen() {
  const child = new Deno.Command("Xvfb", {
    args: ["-displayfd", "1", "-screen", "0", "64x32x24", "-nolisten", "tcp"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  // It prints its number once it is ready.
  for await (const line of linesOf(child.stdout)) {
    return {
      display: `:${line}`,
      async close() {
        child.kill();
        await child.status;
      },
    };
  }
  throw new Error("Xvfb did not start.");
}

/** Removes a folder into which exiting processes may still write for a moment. */
async function removeAtRest(folder: string): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Sends a request and returns its value. */
async function ask(method: string, url: string, parameters?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === "POST" && { body: JSON.stringify(parameters) }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Waits until a server listens. */
async function untilListening(port: number): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return (await Deno.connect({ port, hostname: "127.0.0.1" })).close();
    } catch (error) {
      if (tries === 1_200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Reads a stream line by line. */
function linesOf(stdout: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const input = Readable.fromWeb(stdout as Parameters<typeof Readable.fromWeb>[0]);
  return createInterface({ input });
}
