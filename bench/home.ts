/**
 * Measures the wallet home for an account with many operations: the maximum number of rows in the
 * page while scrolling through all of them, and the longest task during that time.
 *
 * @module
 */
import { encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from "viem";
import { encodeCalls } from "../core/account/calls.ts";
import { until } from "../scripts/stack/patience.ts";
import type { Store } from "../service/store/store.ts";
import { closeWorld, getWorld, newOwner } from "../tests/browser/harness.ts";
import type { Page } from "../tests/browser/playwright.ts";
import type { Part } from "./report.ts";

/** Rows of the account. */
const ROWS = 1_000;

/** Operations per statement. */
const PORTION = 100;

/** Seconds from one operation to the next: a few a day. */
const STEP_S = 20_000;

/** Measures the list of activity. */
export async function measureHome(): Promise<Part> {
  const { started, stack } = await getWorld();
  try {
    await using user = await newOwner({ mode: "CrossPlatform" });
    const [token] = stack.tokens;
    await fillHistory(stack.service.store, stack.chainId, user.account, token.address);
    await user.context.addInitScript({ content: `(${watch})()` });
    const home = await user.context.newPage();
    await home.goto(`${stack.keysUrl}/#/activity`);
    await home.locator("[data-testid=home-activity] >> nth=9").waitFor();
    const opened = await read(home);
    await scrollThrough(home);
    const scrolled = await read(home);
    await home.close();
    return {
      versions: { Chromium: started.browser.version() },
      sections: [{
        title: "The wallet home",
        about:
          `An account with ${
            ROWS.toLocaleString("en")
          } operations in its activity, until the first ` +
          "rows appear and while scrolling through all of them: the maximum number of rows in the page, " +
          "and the longest task in milliseconds as Chromium reports it (0: none over 50).",
        columns: ["", "Rows in the page", "Longest task"],
        rows: [
          ["until the first rows", opened.rows, opened.task],
          [`${ROWS.toLocaleString("en")} rows, scrolled through`, scrolled.rows, scrolled.task],
        ],
      }],
    };
  } finally {
    await closeWorld();
  }
}

/** Adds operations that sent a token, like years of use. */
async function fillHistory(store: Store, chainId: number, account: Hex, token: Hex): Promise<void> {
  const abi = parseAbi(["function transfer(address to, uint256 amount)"]);
  const now = Date.now();
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
  for (let from = 0; from < ROWS; from += PORTION) {
    const part = numbers.slice(from, from + PORTION).map((number) => {
      const to = numberToHex(number % 40 + 4096, { size: 20 });
      const data = encodeFunctionData({
        abi,
        functionName: "transfer",
        args: [to, BigInt(number)],
      });
      const id = pad(numberToHex(number), { size: 32 });
      const at = now - (ROWS - number) * STEP_S * 1000;
      return { number, id, at, callData: encodeCalls([{ to: token, value: 0n, data }]) };
    });
    await store.insertInto("operations").values(part.map(({ number, id, at }) => ({
      id,
      chain_id: chainId,
      sender: account.toLowerCase(),
      idx: number,
      caller_id: null,
      key_id: "bench",
      nonce_key: "0x0",
      nonce_sequence: number,
      deploys: 0,
      state: "included" as const,
      from_block: 1,
      reason: null,
      created_at: at,
      updated_at: at,
      tx_hash: id,
      block_hash: id,
      block_number: 1,
      success: 1,
    }))).execute();
    await store.insertInto("operation_data").values(part.map(({ id, at, callData }) => ({
      id,
      operation: JSON.stringify({ callData }),
      account: "{}",
      receipt: null,
      created_at: at,
    }))).execute();
  }
}

/** Scrolls to the end of the list, one screen per step, as fast as its rows load. */
async function scrollThrough(home: Page): Promise<void> {
  const atEnd = `document.querySelector("[aria-posinset='${ROWS}']") !== null`;
  await until("the last row shows", async () => {
    await home.evaluate("scrollBy(0, innerHeight)");
    return await home.evaluate<boolean>(atEnd);
  });
}

/** Reads the maximum number of rows and the longest task since the last call. */
async function read(home: Page): Promise<{ rows: number; task: number }> {
  return await home.evaluate("globalThis.benchHome()");
}

/** Runs in every page, so it must be self-contained. */
const watch = `function () {
  let seen = { rows: 0, task: 0 };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  const count = (entries) => {
    for (const { duration } of entries) seen.task = Math.max(seen.task, Math.round(duration));
  };
  observer.observe({ type: "longtask", buffered: true });
  const rows = () => {
    const found = document.querySelectorAll("[data-testid=home-activity]").length;
    seen.rows = Math.max(seen.rows, found);
  };
  new MutationObserver(rows).observe(document, { childList: true, subtree: true });
  globalThis.benchHome = () => {
    count(observer.takeRecords());
    rows();
    const found = seen;
    seen = { rows: 0, task: 0 };
    return found;
  };
}`;
