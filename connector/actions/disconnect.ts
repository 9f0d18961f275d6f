/** Closes a session. @module */

import { disconnect as disconnectWagmi } from "wagmi/actions";
import { omitUndefined, resolveConnector } from "./connector.ts";
import type { Config, Connector } from "../types/peers.ts";

/** Parameters of {@linkcode disconnect}. */
export interface DisconnectParameters {
  /** The connector. Default: the active one. */
  readonly connector?: Connector | undefined;
}

/** Closes the session of a connector. */
export async function disconnect(
  config: Config,
  { connector }: DisconnectParameters = {},
): Promise<void> {
  const { connections, current } = config.state;
  // While wagmi reconnects, its own choice of connector has no `disconnect`.
  const found = connector ?? resolveConnector(config, connections.get(current ?? "")?.connector);
  await disconnectWagmi(config, omitUndefined({ connector: found }));
}
