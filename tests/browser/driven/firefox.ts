/**
 * Firefox over its own remote protocol (Marionette), with a software authenticator. Its passkeys
 * belong to the profile.
 *
 * @see https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 * @module
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { fontEnvironment, fontFolder } from "../../../scripts/tools/fonts.ts";
import type { Driver, Look } from "./driver.ts";
import { keyValue } from "./keys.ts";

/** A Firefox with its own profile. */
export interface Firefox extends Driver {
  /** Sets whether the user confirms the next passkey prompts. */
  verify(confirms: boolean): Promise<void>;
}

const preferences = {
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  // As for real users: drivers disable the popup blocker by default.
  "dom.disable_open_during_load": true,
  "datareporting.policy.dataSubmissionEnabled": false,
  // Logs of pages go to the standard output.
  "devtools.console.stdout.content": true,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "security.webauth.webauthn_enable_softtoken": true,
  "security.webauth.webauthn_enable_usbtoken": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.legacyUserProfileCustomizations.stylesheets": true,
  "toolkit.telemetry.enabled": false,
};

/** Starts an installed Firefox without a screen: that of `FIREFOX_PATH`, else Debian's. */
export async function startFirefox(look: Look = {}): Promise<Firefox> {
  const profile = await Deno.makeTempDir({ prefix: "firefox-" });
  const port = await freePort(0);
  const all = {
    ...preferences,
    ...preferencesOf(look),
    "marionette.port": port,
    // Firefox pages crash if they cannot read a single font.
    "security.sandbox.content.read_path_whitelist": `${await fontFolder()}/`,
  };
  const lines = Object.entries(all).map(([name, value]) =>
    `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`
  );
  await Deno.writeTextFile(`${profile}/user.js`, lines.join(""));
  // Windows may be as narrow as a phone.
  await Deno.mkdir(`${profile}/chrome`);
  const css = ":root { min-width: 0 !important; min-height: 0 !important; }";
  await Deno.writeTextFile(`${profile}/chrome/userChrome.css`, css);
  const child = new Deno.Command(Deno.env.get("FIREFOX_PATH") ?? "firefox-esr", {
    args: [
      "--headless",
      "--no-remote",
      "--marionette",
      "--remote-allow-system-access",
      "--profile",
      profile,
    ],
    env: await fontEnvironment(),
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const logged: string[] = [];
  const listened = listen(child.stdout, logged);
  const connection = await connect(port);
  const ask = speak(connection);
  await ask("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
  const { value: authenticatorId } = await ask("WebAuthn:AddVirtualAuthenticator", {
    protocol: "ctap2_1",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserConsenting: true,
    isUserVerified: true,
  }) as { value: unknown };

  /** Does something with the browser's own window instead of the page in it. */
  const inWindow = async (run: () => Promise<unknown>) => {
    await ask("Marionette:SetContext", { value: "chrome" });
    try {
      await run();
    } finally {
      await ask("Marionette:SetContext", { value: "content" });
    }
  };
  const evaluate = async (script: string, ...args: unknown[]) =>
    (await ask("WebDriver:ExecuteScript", { script, args }) as { value: unknown }).value;
  const driver: Firefox = {
    async takeErrors() {
      let thrown: unknown;
      await inWindow(async () => thrown = await evaluate(messages));
      return [...logged.splice(0), ...thrown as string[]];
    },
    async send(command, parameters = {}) {
      const result = await ask(`WebDriver:${command}`, parameters) as { value?: unknown };
      // Some values are not wrapped.
      return result !== null && typeof result === "object" && "value" in result
        ? result.value
        : result;
    },
    async resize({ width, height }) {
      const [sides, bars] = await evaluate(
        "return [outerWidth - innerWidth, outerHeight - innerHeight]",
      ) as [number, number];
      const size = { width: width + sides, height: height + bars };
      await ask("WebDriver:SetWindowRect", size);
      const got = await evaluate("return [innerWidth, innerHeight].join(' × ')");
      if (got !== `${width} × ${height}`) throw new Error(`The window became ${got}.`);
    },
    async setScheme(scheme) {
      const value = scheme === "dark" ? 0 : 1;
      await inWindow(() =>
        evaluate("Services.prefs.setIntPref(arguments[0], arguments[1])", SCHEME, value)
      );
      // Pages receive the event later.
      await ask("WebDriver:ExecuteAsyncScript", {
        script: `const query = matchMedia("(prefers-color-scheme: ${scheme})");
          if (query.matches) arguments[0](true);
          else query.addEventListener("change", arguments[0], { once: true });`,
        args: [],
      });
    },
    async returnFocus() {
      const inPage = () => evaluate("return document.hasFocus()");
      const tab = ["keyDown", "keyUp"].map((type) => ({ type, value: keyValue("Tab") }));
      const actions = [{ type: "key", id: "keyboard", actions: tab }];
      for (let left = 30; left > 0 && !await inPage(); left--) {
        await inWindow(() => ask("WebDriver:PerformActions", { actions }));
      }
    },
    async verify(confirms) {
      await ask("WebAuthn:SetUserVerified", { authenticatorId, isUserVerified: confirms });
    },
    async close() {
      connection.close();
      child.kill("SIGKILL");
      await child.status;
      await listened;
      await Deno.remove(profile, { recursive: true });
    },
  };
  if (look.viewport !== undefined) await driver.resize(look.viewport);
  return driver;
}

/** The color scheme of pages: 0 is dark, 1 is light. */
const SCHEME = "layout.css.prefers-color-scheme.content-override";

function preferencesOf(look: Look): Record<string, string | number> {
  return {
    [SCHEME]: look.colorScheme === "dark" ? 0 : 1,
    ...(look.locale !== undefined && { "intl.accept_languages": look.locale }),
    ...(look.reducedMotion === "reduce" && { "ui.prefersReducedMotion": 1 }),
    ...(look.forcedColors === "active" && { "browser.display.document_color_use": 2 }),
  };
}

/** Reads the errors of pages that the browser recorded: exceptions and policy violations. */
const messages = `
  const all = Services.console.getMessageArray();
  Services.console.reset();
  return all.flatMap((message) => {
    if (!(message instanceof Ci.nsIScriptError)) return [];
    const { errorMessage, sourceName, flags } = message;
    const warning = (flags & Ci.nsIScriptError.warningFlag) !== 0;
    return warning || !sourceName.startsWith("http") ? [] : [sourceName + ": " + errorMessage];
  });`;

/** Keeps the errors that pages log. */
async function listen(stdout: ReadableStream<Uint8Array>, logged: string[]): Promise<void> {
  const input = Readable.fromWeb(stdout as Parameters<typeof Readable.fromWeb>[0]);
  for await (const line of createInterface({ input })) {
    // The loader is the browser's own: no server can switch on experiments.
    if (/^console\.error: (?!RSLoader)/.test(line)) logged.push(line);
  }
}

/** Sends commands in sequence, and returns their results. */
function speak(connection: Deno.TcpConn) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  void (async () => {
    for await (const packet of packetsOf(connection)) {
      if (!isReply(packet)) continue;
      const [, id, error, result] = packet;
      const one = waiting.get(id);
      waiting.delete(id);
      if (error === null) one?.resolve(result);
      else one?.reject(new Error(`${error.error}: ${error.message}`));
    }
    for (const one of waiting.values()) one.reject(new Error("Firefox is gone"));
  })();
  let nextId = 0;
  return async (name: string, parameters: unknown): Promise<unknown> => {
    const id = nextId++;
    const one = Promise.withResolvers<unknown>();
    waiting.set(id, one);
    const body = new TextEncoder().encode(JSON.stringify([0, id, name, parameters]));
    const head = new TextEncoder().encode(`${body.length}:`);
    const packet = new Uint8Array(head.length + body.length);
    packet.set(head);
    packet.set(body, head.length);
    for (let sent = 0; sent < packet.length;) {
      sent += await connection.write(packet.subarray(sent));
    }
    return await one.promise;
  };
}

/** A reply: kind, id, error, result. */
type Reply = readonly [
  1,
  number,
  { readonly error: string; readonly message: string } | null,
  unknown,
];

/** The first packet, the server's introduction, is not a reply. */
function isReply(packet: unknown): packet is Reply {
  return Array.isArray(packet);
}

/** Waits until the browser listens. */
async function connect(port: number): Promise<Deno.TcpConn> {
  for (let tries = 0;; tries++) {
    try {
      return await Deno.connect({ port, hostname: "127.0.0.1" });
    } catch (error) {
      if (tries === 1_200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The packets of a connection: a length in bytes, a colon, JSON. */
async function* packetsOf(connection: Deno.TcpConn): AsyncGenerator<unknown> {
  let rest = new Uint8Array();
  try {
    for await (const chunk of connection.readable) {
      const joined = new Uint8Array(rest.length + chunk.length);
      joined.set(rest);
      joined.set(chunk, rest.length);
      rest = joined;
      for (;;) {
        const colon = rest.indexOf(":".charCodeAt(0));
        if (colon === -1) break;
        const end = colon + 1 + Number(new TextDecoder().decode(rest.subarray(0, colon)));
        if (rest.length < end) break;
        yield JSON.parse(new TextDecoder().decode(rest.subarray(colon + 1, end)));
        rest = rest.slice(end);
      }
    }
  } catch {
    // The browser has exited.
  }
}
