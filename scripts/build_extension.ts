/**
 * `deno task build extension --key PK --version 1.2.3 [options]`: writes the browser extension into
 * folders that Chromium and Firefox load unpacked, and into zip files for their stores.
 *
 * | Option          | Meaning                                                            |
 * | --------------- | ------------------------------------------------------------------ |
 * | `--key`         | publishable API key (`pk_…`); its host is the default of the URLs  |
 * | `--version`     | version of the manifest; default: 0.1.0                            |
 * | `--keys-url`    | wallet host                                                        |
 * | `--service-url` | service                                                            |
 * | `--name`        | name of the wallet; default: Acct                                  |
 * | `--public-key`  | public key of the Chromium extension (base64), which fixes its id  |
 * | `--firefox-id`  | id of the Firefox extension; default: `wallet@` and the wallet host |
 * | `--out`         | folder; default: `.local/extension`                                |
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { hostsOf, parseApiKey } from "../core/ground/api_key.ts";
import { rdnsOf } from "../core/protocol/wallet_host.ts";
import type { ExtensionConfig } from "../extension/lib/config.ts";
import { chromiumId, manifest, type Target } from "../extension/manifest.ts";
import { bundle } from "./stack/bundle.ts";
import { zip } from "./stack/zip.ts";

/** Input of a build. */
export interface ExtensionBuild {
  /** Publishable API key. */
  readonly apiKey: string;
  /** Version of the manifest. Default: 0.1.0. */
  readonly version?: string | undefined;
  /** Base URL of the wallet host. Default: derived from the key. */
  readonly keysUrl?: string | undefined;
  /** Base URL of the service. Default: derived from the key. */
  readonly serverUrl?: string | undefined;
  /** Name of the wallet. Default: Acct. */
  readonly name?: string | undefined;
  /** Public key of the Chromium extension (base64). Default: the browser chooses an id. */
  readonly publicKey?: string | undefined;
  /** Id of the Firefox extension. */
  readonly firefoxId?: string | undefined;
}

/** Built extension. */
export interface BuiltExtension {
  /** Files by browser and name. */
  readonly files: Readonly<Record<Target, ReadonlyMap<string, Uint8Array<ArrayBuffer>>>>;
  /** Ids for the configuration of the wallet host. */
  readonly ids: readonly string[];
}

/** Scripts by file name. */
const scripts: Readonly<Record<string, string>> = {
  "background.js": "extension/background/main.ts",
  "content.js": "extension/content/main.ts",
  "page.js": "extension/page/main.ts",
  "ethereum.js": "extension/page/ethereum_main.ts",
  "host_bridge.js": "extension/content/host_bridge.ts",
  "popup.js": "extension/popup/main.ts",
};
/** Files that are copied. */
const copied = ["popup/popup.html", "popup/popup.css"].concat(
  [16, 48, 128].map((size) => `icons/icon-${size}.png`),
);
/**
 * Lazy modules that the background never reaches: of methods that are withheld from sites, and of
 * device links (`core/page/link/open.ts`).
 */
const unused = ["ccip", "change_owners", "open", "prepared_calls"];
/** Duration of a site's session in seconds: 30 days after the last passkey use. */
const SESSION_S = 30 * 86_400;
const encoder = new TextEncoder();

/**
 * Builds the extension for both browsers.
 *
 * @throws {AcctError} `invalid_params` for a wrong key
 */
export async function buildExtension(build: ExtensionBuild): Promise<BuiltExtension> {
  const { apiKey, name = "Acct", version = "0.1.0", publicKey = null } = build;
  const key = parseApiKey(apiKey);
  if (key.kind !== "pk") throw new Error("--key must be a publishable key (pk_…).");
  const named = hostsOf(key.host, { browser: true });
  const { keysUrl = named.keysUrl, serverUrl = named.serverUrl } = build;
  const { firefoxId = `wallet@${new URL(keysUrl).hostname}` } = build;
  const { chainId } = key;
  const configOf = (target: Target): ExtensionConfig => ({
    name,
    keysUrl,
    rdns: rdnsOf(keysUrl),
    firefoxId: target === "firefox" ? firefoxId : null,
    options: {
      apiKey,
      ...(chainId !== undefined && chainId > 1 && {
        defaultChainId: chainId,
        paymasters: { [chainId]: { url: `${serverUrl}/v1/paymaster/${chainId}` } },
      }),
      preference: {
        keysUrl,
        serverUrl,
        showTestnets: key.environment === "test",
        authTTL: SESSION_S,
      },
    },
  });
  const bodies = await Promise.all(
    Object.entries(scripts).map(async ([file, entry]) => {
      const [main] = await bundle({ entry, ...(file === "background.js" && { unused }) });
      return [file, new TextDecoder().decode(main!.body)] as const;
    }),
  );
  const others = await Promise.all(copied.map(async (path) => {
    const body = await Deno.readFile(new URL(`../extension/${path}`, import.meta.url));
    return [path.split("/").at(-1)!, body] as const;
  }));
  const filesOf = (target: Target) =>
    new Map<string, Uint8Array<ArrayBuffer>>([
      [
        "manifest.json",
        encoder.encode(
          JSON.stringify(
            manifest({ target, name, version, keysUrl, publicKey, firefoxId }),
            null,
            2,
          ),
        ),
      ],
      ...bodies.filter(([file]) => target === "firefox" || file !== "host_bridge.js")
        .map(([file, body]) => [file, encoder.encode(wrap(body, configOf(target)))] as const),
      ...others,
    ]);
  return {
    files: { chromium: filesOf("chromium"), firefox: filesOf("firefox") },
    ids: [...(publicKey === null ? [] : [await chromiumId(publicKey)]), firefoxId],
  };
}

/** Encloses a script: scripts in a page's world share the names of their outermost scope. */
function wrap(body: string, config: ExtensionConfig): string {
  if (!body.includes("ACCT_EXTENSION")) return `(()=>{${body}\n})();\n`;
  return `(()=>{const ACCT_EXTENSION=${JSON.stringify(config)};${body}\n})();\n`;
}

/** Writes the folders and zip files. */
export async function writeExtension(
  { files }: BuiltExtension,
  folder: string,
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [target, contents] of Object.entries(files)) {
    const out = join(folder, target);
    await Deno.remove(out, { recursive: true }).catch(() => {});
    await Deno.mkdir(out, { recursive: true });
    for (const [name, body] of contents) await Deno.writeFile(join(out, name), body);
    await Deno.writeFile(`${out}.zip`, zip(contents));
    written.push(out, `${out}.zip`);
  }
  return written;
}

/** Returns the size of all scripts, gzipped. */
export function sizeOf(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): number {
  return [...files].filter(([name]) => /\.(?:js|html|css)$/.test(name))
    .reduce((sum, [, body]) => sum + gzipSync(body, { level: 9 }).length, 0);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      "key": { type: "string" },
      "version": { type: "string" },
      "keys-url": { type: "string" },
      "service-url": { type: "string" },
      "name": { type: "string" },
      "public-key": { type: "string" },
      "firefox-id": { type: "string" },
      "out": { type: "string", default: ".local/extension" },
    },
  });
  if (values.key === undefined) {
    console.error("usage: deno task build extension --key PK [--version 1.2.3] [--out DIR]");
    Deno.exit(2);
  }
  const built = await buildExtension({
    apiKey: values.key,
    version: values.version,
    keysUrl: values["keys-url"],
    serverUrl: values["service-url"],
    name: values.name,
    publicKey: values["public-key"],
    firefoxId: values["firefox-id"],
  });
  for (const path of await writeExtension(built, values.out)) console.log(path);
  console.log(`${sizeOf(built.files.chromium)} bytes, gzipped`);
  console.log(`keysHostExtensions: ${JSON.stringify(built.ids)}`);
}
