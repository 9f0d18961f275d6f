/** Disconnects. @module */

import { disconnect as disconnectWagmi } from "wagmi/actions";
import { given, usable } from "./connector.ts";
import type { Config, Connector } from "../host_types.ts";

/** Parameters of {@linkcode disconnect}. */
export interface DisconnectParameters {
  /** The connector; the active one if absent. */
  readonly connector?: Connector | undefined;
}

/** Ends the session of a connector. */
export async function disconnect(
  config: Config,
  { connector }: DisconnectParameters = {},
): Promise<void> {
  const { connections, current } = config.state;
  // While wagmi reconnects, what it would take itself cannot disconnect.
  const found = connector ?? usable(config, connections.get(current ?? "")?.connector);
  await disconnectWagmi(config, given({ connector: found }));
}
