/** Checks onchain, at intervals, whether the names below a domain resolve. @module */
import { isAddressEqual } from "viem";
import type { Store } from "../store/store.ts";
import type { NamesConfig } from "./config.ts";
import { endLink, holds, type Link } from "./links.ts";
import type { Registry } from "./registry.ts";

/** Pause before an unreachable node is queried again. */
const RETRY_MS = 5_000;
/** Links with a cached last check. */
const MAX_LOOKUPS = 1_000;

/** Result of a check. */
interface Look {
  readonly at: number;
  readonly resolves: boolean;
}

/** Dependencies of {@linkcode createLookups}. */
export interface LookupParts {
  readonly config: NamesConfig;
  readonly store: Store;
  readonly registry: Registry;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Creates the check of a link: its proof is valid, and its names resolve. */
export function createLookups(
  { config, store, registry, now }: LookupParts,
): (link: Link) => Promise<boolean> {
  const looks = new Map<string, Look>();
  const interval = (config.recheck ?? 60) * 1_000;

  async function look(link: Link): Promise<Look> {
    const { resolver } = await registry.look(link.domain);
    const held = await holds(registry, link, config.resolver);
    if (!held) await endLink(store, link.id);
    return { at: now(), resolves: held && isAddressEqual(resolver, config.resolver) };
  }

  return async (link) => {
    if (link.endedAt !== null) return false;
    const known = looks.get(link.id);
    if (known !== undefined && now() - known.at < interval) return known.resolves;
    try {
      const found = await look(link);
      if (looks.size >= MAX_LOOKUPS) looks.clear();
      looks.set(link.id, found);
      return found.resolves;
    } catch (error) {
      // An unreachable node removes no names. A node that never answered cannot confirm any.
      if (known === undefined) throw error;
      looks.set(link.id, { ...known, at: now() - interval + RETRY_MS });
      return known.resolves;
    }
  };
}
