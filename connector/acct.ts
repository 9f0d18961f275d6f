/** Creates the connector for wagmi. @module */
import { type AcctConnectorFn, type AcctParameters, createAcctConnector } from "./connector.ts";

/**
 * Creates a connector for smart accounts that are secured by passkeys.
 *
 * Invalid options do not throw, so that a typo does not break the whole app: the connector is
 * listed, logs the reason, and each use of it fails with that reason.
 *
 * @example
 * ```ts ignore
 * import { acct } from "@sdk/connector";
 * import { createConfig, http } from "wagmi";
 * import { mainnet } from "wagmi/chains";
 *
 * export const config = createConfig({
 *   chains: [mainnet],
 *   connectors: [acct({ apiKey: "pk_live_…", appName: "My shop" })],
 *   transports: { [mainnet.id]: http() },
 * });
 * ```
 */
export function acct(parameters: AcctParameters): AcctConnectorFn {
  return createAcctConnector(parameters, async () => {
    const { Acct } = await import("@sdk/core/acct");
    return Acct.create(parameters).provider;
  });
}
