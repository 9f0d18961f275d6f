/** wagmi. @module */
export { createConfig } from "wagmi";
