/** Disconnects. @module */

import { disconnect as disconnectWagmi } from "wagmi/actions";
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
  await disconnectWagmi(config, connector === undefined ? {} : { connector });
}
