/** Exports viem, as a page's import map names it. @module */
export * from "viem";
