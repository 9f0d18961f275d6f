/**
 * Measures how long requests of the maximum size block a page: the longest task of the app's page
 * and of the dialog's, from the click until the dialog can be confirmed.
 *
 * @module
 */
import { encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { MAX_CALLS } from "../core/ground/limits.ts";
import { until } from "../scripts/stack/patience.ts";
import {
  type App,
  closeWorld,
  getWorld,
  type Mode,
  newOwner,
  openRequest,
} from "../tests/browser/harness.ts";
import type { Page } from "../tests/browser/playwright.ts";
import type { Part } from "./report.ts";

const modes = ["CrossPlatform", "AppSpecific"] as const satisfies Mode[];

/** Number of values in the typed data. */
const VALUES = 10_000;

/** Calls inside one. */
const INSIDE = 500;

/** Number of times that each request is opened; the minimum of the longest tasks counts. */
const ROUNDS = 3;

/** A request of the largest size. */
interface Large {
  readonly name: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Measures both modes. */
export async function measureReading(): Promise<Part> {
  const { started, stack: { chainId } } = await getWorld();
  try {
    const rows: (readonly (string | number)[])[] = [];
    for (const mode of modes) {
      await using user = await newOwner({ mode });
      await user.context.addInitScript({ content: `(${watch})()` });
      await user.app.page.evaluate(`(${watch})()`);
      for (const large of largeRequests(chainId, user.account)) {
        const rounds: Tasks[] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await open(user.app, mode, large));
        const [least] = rounds.toSorted((one, other) => sum(one) - sum(other));
        rows.push([`${mode}: ${large.name}`, least!.app, least!.dialog ?? "–"]);
      }
    }
    return {
      versions: { Chromium: started.browser.version() },
      sections: [{
        title: "Reading requests of the largest size",
        about:
          "Milliseconds of the longest task of a page, from the click until the dialog can be " +
          `confirmed, as Chromium reports it (0: none over 50); the best of ${ROUNDS}. In the mode ` +
          "AppSpecific both are one page. Includes the page's checks and the dialog's decoding, but " +
          "not the time of the browser to open a window (`window.open`).",
        columns: ["Request", "App's page", "Dialog's window"],
        rows,
      }],
    };
  } finally {
    await closeWorld();
  }
}

/** Longest tasks in milliseconds. */
interface Tasks {
  readonly app: number;
  /** Absent if the dialog is in the app's page. */
  readonly dialog?: number;
}

const sum = ({ app, dialog = 0 }: Tasks): number => app + dialog;

function largeRequests(chainId: number, account: Hex): readonly Large[] {
  const abi = parseAbi([
    "function transfer(address to, uint256 amount)",
    "function multicall(bytes[] data)",
  ]);
  const to = (index: number): Hex => numberToHex(index + 4096, { size: 20 });
  const send = (index: number) =>
    encodeFunctionData({ abi, functionName: "transfer", args: [to(index), BigInt(index)] });
  const many = (count: number) => Array.from({ length: count }, (_, index) => index);
  const batch = (calls: readonly { to: Hex; data: Hex }[]) => [{
    version: "2.0.0",
    chainId: numberToHex(chainId),
    from: account,
    atomicRequired: true,
    calls,
  }];
  const inside = encodeFunctionData({
    abi,
    functionName: "multicall",
    args: [many(INSIDE).map(send)],
  });
  const typed = (type: string, values: readonly unknown[]) => [account, {
    types: {
      EIP712Domain: [{ name: "name", type: "string" }],
      Beds: [{ name: "beds", type: `${type}[]` }],
      ...(type === "Bed" && {
        Bed: [{ name: "gardener", type: "address" }, { name: "seeds", type: "uint256" }],
      }),
    },
    primaryType: "Beds",
    domain: { name: "Garden" },
    message: { beds: values },
  }];
  return [
    {
      name: "one transfer, to compare with",
      method: "wallet_sendCalls",
      params: batch([{ to: to(0), data: send(1) }]),
    },
    {
      name: "typed data with one number, to compare with",
      method: "eth_signTypedData_v4",
      params: typed("uint256", ["1"]),
    },
    {
      name: `${MAX_CALLS} transfers`,
      method: "wallet_sendCalls",
      params: batch(many(MAX_CALLS).map((index) => ({ to: to(0), data: send(index) }))),
    },
    {
      name: `a multicall of ${INSIDE}`,
      method: "wallet_sendCalls",
      params: batch([{ to: to(0), data: inside }]),
    },
    {
      name: `typed data with ${VALUES.toLocaleString("en")} numbers`,
      method: "eth_signTypedData_v4",
      params: typed("uint256", many(VALUES).map(String)),
    },
    {
      name: `typed data with ${(VALUES / 2).toLocaleString("en")} structs of two`,
      method: "eth_signTypedData_v4",
      params: typed(
        "Bed",
        many(VALUES / 2).map((index) => ({ gardener: to(index), seeds: String(index) })),
      ),
    },
  ];
}

/** Opens a request until it can be confirmed, and rejects it. */
async function open(app: App, mode: Mode, { method, params }: Large): Promise<Tasks> {
  const asked = await openRequest(app, mode, method, params);
  const { dialog } = asked;
  await live(dialog as Page);
  const tasks = {
    app: await longest(app.page),
    ...(mode === "CrossPlatform" && { dialog: await longest(dialog as Page) }),
  };
  await dialog.getByTestId("sdk-cancel").click();
  const { error } = await asked.answer();
  if (error?.code !== 4001) throw new Error(`${method}: ${error?.message}`);
  return tasks;
}

/**
 * Waits until a dialog can be confirmed, without the driver's own script, because starting it is a
 * long task.
 */
async function live(page: Page): Promise<void> {
  const isLive =
    `[...document.querySelectorAll("[data-sdk-modal-container]")].some(({ shadowRoot }) =>
    shadowRoot.querySelector("[data-testid=sdk-confirm]:not([aria-disabled])") !== null)`;
  await until("the dialog can be confirmed", () => page.evaluate<boolean>(isLive));
}

/** Reads the longest task of a page since the click that sent the request. */
async function longest(page: Page): Promise<number> {
  return Math.round(await page.evaluate<number>("globalThis.benchLongest?.() ?? 0"));
}

/** Runs in every page, so it must be self-contained. */
const watch = `function () {
  let most = 0;
  let clicked = 0;
  addEventListener("click", ({ target }) => {
    if (target.id !== "send") return;
    most = 0;
    clicked = performance.now();
  }, true);
  const opened = [];
  const open = globalThis.open;
  globalThis.open = function (...given) {
    const from = performance.now();
    const made = open.apply(this, given);
    opened.push({ from, to: performance.now() });
    return made;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  const count = (entries) => {
    for (const { startTime, duration } of entries) {
      if (startTime + duration < clicked) continue;
      const own = opened.reduce((left, { from, to }) =>
        // The browser reports durations in whole milliseconds.
        from >= startTime && to <= startTime + duration + 1 ? left - (to - from) : left, duration);
      most = Math.max(most, own);
    }
  };
  observer.observe({ type: "longtask", buffered: true });
  globalThis.benchLongest = () => {
    count(observer.takeRecords());
    return most < 50 ? 0 : most;
  };
}`;
