/** Pages of others that the extension is tried on. @module */
import type { Page } from "../../browser/playwright.ts";

/** A page, and how it connects. */
export interface ForeignPage {
  /** Name, and prefix of its pictures. */
  readonly name: string;
  /** Folder of its `package.json` in `tests/kits`. */
  readonly project: string;
  /** Its module in `tests/kits/pages/foreign`. */
  readonly file: string;
  /** Opens the list of wallets, if the page has one. */
  open?(page: Page): Promise<void>;
  /** Clicks that open the wallet's window. */
  connect(page: Page): Promise<void>;
  /** Its buttons. Default: all of {@linkcode actions}. */
  readonly actions?: readonly Action[];
  /** If true, pictures are taken. */
  readonly pictures?: boolean;
}

/** Buttons of a page, in the order of the test. */
export const actions = ["sign", "typed", "send", "batch", "switch", "disconnect"] as const;
/** A button; only some pages have `approve`. */
export type Action = typeof actions[number] | "approve";

const withApproval: readonly Action[] = [...actions.slice(0, 3), "approve", ...actions.slice(3)];
const click = (page: Page) => page.getByTestId("connect").click();

/** All pages. */
export const pages: readonly ForeignPage[] = [
  {
    name: "rainbowkit",
    project: "wagmi2",
    file: "rainbowkit.tsx",
    pictures: true,
    open: (page) => page.getByTestId("rk-connect-button").click(),
    async connect(page) {
      await page.locator("[data-testid^=rk-wallet-option]:has-text('Acct')").first().click();
    },
  },
  {
    name: "connectkit",
    project: "wagmi2",
    file: "connectkit.tsx",
    open: (page) => page.locator("button:has-text('Connect Wallet')").click(),
    async connect(page) {
      await page.locator("button:has-text('Acct')").first().click();
    },
  },
  {
    name: "appkit",
    project: "wagmi3",
    file: "appkit.tsx",
    pictures: true,
    open: (page) => page.getByTestId("open").click(),
    async connect(page) {
      await page.locator("wui-list-wallet[name='Acct'], w3m-list-wallet[name='Acct']").first()
        .click();
    },
  },
  {
    name: "onboard",
    project: "onboard",
    file: "onboard.ts",
    actions: withApproval,
    open: click,
    async connect(page) {
      await page.locator("onboard-v2 button:has-text('Acct')").first().click();
    },
  },
  {
    name: "ethers",
    project: "foreign",
    file: "with_ethers.ts",
    actions: withApproval,
    connect: click,
  },
  { name: "thirdweb", project: "foreign", file: "with_thirdweb.ts", connect: click },
];
