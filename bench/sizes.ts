/**
 * Compares the size of other SDKs with this one: each is imported from npm as its documentation
 * describes, and bundled by the same esbuild with the same packages excluded.
 *
 * @module
 */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { makeProject } from "../tests/consumers/packages.ts";
import { weigh } from "./first_load.ts";
import type { Part } from "./report.ts";

/** Exact versions, so that runs are comparable. */
const packages = {
  "@base-org/account": "2.5.10",
  "@coinbase/wallet-sdk": "4.4.0",
  "@rainbow-me/rainbowkit": "2.2.11",
  "@reown/appkit": "1.8.24",
  "@tanstack/react-query": "5.90.5",
  connectkit: "1.9.2",
  esbuild: "0.28.2",
  porto: "0.2.37",
  react: "19.2.0",
  "react-dom": "19.2.0",
  thirdweb: "5.121.6",
  viem: "2.57.20",
  wagmi: "3.7.7",
} as const;

/** Excluded from all bundles, because a page with wagmi already includes them. */
const hostLibraries = ["react", "react-dom", "wagmi", "@wagmi/core", "@tanstack/react-query"];

/** An import to measure. */
interface Entry {
  /** Package. */
  readonly name: keyof typeof packages | "ours";
  /** A description of the package. */
  readonly what: string;
  /** The import, and a use that prevents its removal. */
  readonly code: string;
}

const entries: readonly Entry[] = [
  {
    name: "ours",
    what:
      "`acct()` of `@sdk/connector` with core: connector, provider, dialogs in the wallet's window",
    code: `import { acct } from "@sdk/connector";
import { Acct } from "@sdk/core/acct";
globalThis.kept = [acct, Acct];`,
  },
  {
    name: "ours",
    what: "`@sdk/core`: provider, dialogs in the wallet's window",
    code: `import { Acct } from "@sdk/core";
globalThis.kept = Acct.create({ apiKey: "pk_live_" });`,
  },
  {
    name: "ours",
    what: "`acct()` with core, and what comes once a user is connected",
    code: `import "./node_modules/@sdk/core/dist/page/connected_page.js";
import { acct } from "@sdk/connector";
import { Acct } from "@sdk/core/acct";
globalThis.kept = [acct, Acct];`,
  },
  {
    name: "ours",
    what: "every hook and action, core, and what comes once a user is connected",
    code: `import "./node_modules/@sdk/core/dist/page/connected_page.js";
export * from "@sdk/connector";
export { Acct } from "@sdk/core/acct";`,
  },
  {
    name: "ours",
    what: "`@sdk/core` and `@sdk/ui`, connected: provider, dialogs in the page",
    code: `import { Acct, Mode } from "@sdk/core";
import { ReactUIHandler } from "@sdk/ui";
import "./node_modules/@sdk/core/dist/page/connected_page.js";
const preference = { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() };
globalThis.kept = Acct.create({ apiKey: "pk_live_", preference });`,
  },
  {
    name: "porto",
    what: "provider, dialogs in a frame or window",
    code: `import { Porto } from "porto";
globalThis.kept = Porto.create();`,
  },
  {
    name: "@base-org/account",
    what: "provider, dialogs in a window",
    code: `import { createBaseAccountSDK } from "@base-org/account";
globalThis.kept = createBaseAccountSDK({ appName: "App" }).getProvider();`,
  },
  {
    name: "@coinbase/wallet-sdk",
    what: "provider, dialogs in a window",
    code: `import { createCoinbaseWalletSDK } from "@coinbase/wallet-sdk";
globalThis.kept = createCoinbaseWalletSDK({ appName: "App" }).getProvider();`,
  },
  {
    name: "thirdweb",
    what: "client and in-app wallet, no dialogs",
    code: `import { createThirdwebClient } from "thirdweb";
import { inAppWallet } from "thirdweb/wallets";
globalThis.kept = [createThirdwebClient({ clientId: "app" }), inAppWallet()];`,
  },
  {
    name: "thirdweb",
    what: "React: button and dialogs for many wallets",
    code: `export { ConnectButton, ThirdwebProvider } from "thirdweb/react";`,
  },
  {
    name: "connectkit",
    what: "React: button and dialogs for many wallets",
    code: `export { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from "connectkit";`,
  },
  {
    name: "@rainbow-me/rainbowkit",
    what: "React: button and dialogs for many wallets",
    code: `import "@rainbow-me/rainbowkit/styles.css";
export { ConnectButton, getDefaultConfig, RainbowKitProvider } from "@rainbow-me/rainbowkit";`,
  },
  {
    name: "@reown/appkit",
    what: "dialogs for many wallets",
    code: `export { createAppKit } from "@reown/appkit/react";`,
  },
];

/** Measures them. */
export async function measureSizes(): Promise<Part> {
  const folder = await makeProject({
    name: "bench",
    uses: ["core", "connector", "ui"],
    dependencies: packages,
    files: Object.fromEntries(entries.map(({ code }, index) => [`entry${index}.js`, code])),
    // Kits require different versions of wagmi, which is excluded from all bundles.
    npm: ["--legacy-peer-deps"],
  });
  const rows = [];
  for (const [index, { name, what }] of entries.entries()) {
    const without = await bundle(folder, index, [...hostLibraries, "viem"]);
    const within = await bundle(folder, index, hostLibraries);
    const version = name === "ours" ? "this" : packages[name];
    const label = name === "ours" ? "**ours**" : `\`${name}\``;
    rows.push([`${label} ${version}`, what, without.first, within.first, without.all]);
  }
  const { esbuild, viem } = packages;
  return {
    versions: { esbuild, viem },
    sections: [{
      title: "Sizes compared to other SDKs",
      about:
        "Gzipped bytes of the packages as installed from npm. First load: the entry and all its static " +
        "imports. This SDK loads the request checks once a user is connected; the rows with “connected” " +
        "include them. All chunks: all code that can be loaded, without viem; " +
        "few pages load all of it. React, wagmi and TanStack Query are excluded everywhere. The SDKs differ in " +
        "scope: read the second column first.",
      columns: ["Package", "Scope", "First load", "First load with viem", "All chunks"],
      rows,
    }],
  };
}

/** Bundles one entry with esbuild, and measures the output. */
async function bundle(
  folder: string,
  index: number,
  external: readonly string[],
): Promise<{ first: number; all: number }> {
  const out = join(folder, "out");
  await Deno.remove(out, { recursive: true }).catch(() => {});
  const { success, stderr } = await new Deno.Command(join(folder, "node_modules/.bin/esbuild"), {
    args: [
      `entry${index}.js`,
      "--bundle",
      "--splitting",
      "--format=esm",
      "--minify",
      "--platform=browser",
      "--log-level=error",
      `--outdir=${out}`,
      ...external.flatMap((name) => [`--external:${name}`, `--external:${name}/*`]),
    ],
    cwd: folder,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const pieces = new Map<string, Uint8Array>();
  let styles = 0;
  for await (const { name } of Deno.readDir(out)) {
    const bytes = await Deno.readFile(join(out, name));
    if (name.endsWith(".js")) pieces.set(name, bytes);
    else styles += gzipSync(bytes).length;
  }
  const all = [...pieces.values()].reduce((sum, bytes) => sum + gzipSync(bytes).length, styles);
  return { first: weigh(pieces, [`entry${index}.js`]).bytes + styles, all };
}
