/**
 * A tab with the page that mounts every hook: results of the hooks, and calls of them in clicks.
 */
import { type Hex, stringToHex } from "viem";
import type { Stack } from "../../scripts/stack/mod.ts";
import { buildPage } from "../../scripts/stack/pages.ts";
import { PATIENCE_MS } from "../../scripts/stack/patience.ts";
import { type Mode, press, serve } from "./harness.ts";
import type { Page } from "./playwright.ts";

/** The last result of a hook of the page. */
export interface Said<T = unknown> {
  readonly status: string;
  readonly data: T;
  readonly error?: string;
  readonly cause?: string;
  /** Queries only: time of the data. */
  readonly at: number;
}

/** A tab with the page. */
export interface Tab {
  readonly page: Page;
  /** Reads the last result of a hook. */
  said<T = unknown>(name: string): Promise<Said<T>>;
  /** Waits until a hook's result meets a condition; its properties are in scope. */
  until<T = unknown>(name: string, condition: string): Promise<Said<T>>;
  /** Calls a mutation in a click. */
  run(name: string, variables: unknown): Promise<void>;
  /** Calls a mutation, presses these buttons in its dialog, and waits for its success. */
  approve<T = unknown>(
    name: string,
    variables: unknown,
    buttons: readonly string[],
  ): Promise<Said<T>>;
}

/** Drives a page. */
export function tabOf(page: Page, mode: Mode): Tab {
  const tab: Tab = {
    page,
    said: (name) => page.evaluate(`hooks["${name}"]`),
    async until(name, condition) {
      try {
        await page.waitForFunction(
          `(({ status, data, at }) => ${condition})(hooks["${name}"])`,
          undefined,
          { timeout: PATIENCE_MS },
        );
      } catch {
        throw new Error(`${name} is not ${condition}: ${JSON.stringify(await tab.said(name))}`);
      }
      return await tab.said(name);
    },
    async run(name, variables) {
      // The last dialog may still show the result; until then the page takes no input.
      await page.waitForFunction("document.querySelector('dialog:modal') === null");
      await page.locator("#variables").fill(JSON.stringify(variables, bigintAsText));
      await page.getByTestId(name).click();
    },
    async approve(name, variables, buttons) {
      const popup = mode === "CrossPlatform" ? page.waitForEvent("popup") : null;
      popup?.catch(() => {});
      await tab.run(name, variables);
      const dialog = await popup?.catch(async (error) => {
        throw new Error(`${name} said ${JSON.stringify(await tab.said(name))}`, { cause: error });
      }) ?? page;
      for (const button of buttons) {
        await press(dialog, button).catch(async (error) => {
          throw new Error(`${name} said ${JSON.stringify(await tab.said(name))}`, { cause: error });
        });
      }
      if (popup !== null && !dialog.isClosed()) await dialog.waitForEvent("close");
      return await tab.until(name, "status === 'success'");
    },
  };
  return tab;
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/** The page's setup, for its query. */
export function setupOf(
  { apiKey, browserServerUrl, chainId, second }: Stack,
  mode: Mode,
  ens?: string,
): string {
  const other = stringToHex("nobody in particular", { size: 20 });
  return JSON.stringify({
    mode,
    apiKey,
    serverUrl: browserServerUrl,
    chainId,
    secondId: second!.id,
    ...(ens !== undefined && { ens }),
    other,
  });
}

/** Code that finds the account's amount of the first token in the result of `useGetAssets`. */
export function amountOf({ chainId, tokens: [{ address }] }: Stack): string {
  const token = `(asset) => asset.address?.toLowerCase() === "${address.toLowerCase()}"`;
  return `BigInt(data?.["${hex(chainId)}"]?.find(${token})?.balance ?? 0)`;
}

/** A number as wagmi's wallets have it. */
export function hex(value: number): Hex {
  return `0x${value.toString(16)}`;
}

/** Serves the page on a free port. */
export async function serveHooks(): Promise<Deno.HttpServer<Deno.NetAddr>> {
  const folder = "tests/browser/hooks_app";
  return serve(await buildPage({ folder, entry: `${folder}/main.tsx` }));
}
