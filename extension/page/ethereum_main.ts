/** Entry of the script that the browser adds while the user wants `window.ethereum`. @module */
import { requestEthereum } from "./ethereum.ts";

if (globalThis.origin !== "null") requestEthereum();
