/** viem. @module */
export { defineChain } from "viem";
