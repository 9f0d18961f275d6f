/** Disconnects. @module */
import type { Config, Connector } from "wagmi";
import { disconnect as disconnectWagmi } from "wagmi/actions";

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
