/**
 * Lists the descriptors in this release. They are never fetched: a new contract needs a new
 * release. A test pins the hash of all of them.
 *
 * @module
 */
import type { Descriptor } from "../descriptor/descriptor.ts";
import { aave, cctp, cctp2, lido, lidoQueue, wrappedLido } from "./finance.ts";
import { convention, multicall3 } from "./multicall.ts";
import { ensController, ensRegistry, ensReverse } from "./names.ts";
import { permit2, wrapped } from "./tokens.ts";
import { swapRouter02, v2Router } from "./uniswap.ts";
import { universalRouter1, universalRouter2 } from "./universal_router.ts";

export { convention };

export const descriptors: readonly Descriptor[] = [
  wrapped,
  permit2,
  v2Router,
  swapRouter02,
  universalRouter1,
  universalRouter2,
  aave,
  lido,
  wrappedLido,
  lidoQueue,
  cctp,
  cctp2,
  ensController,
  ensReverse,
  ensRegistry,
  multicall3,
];
