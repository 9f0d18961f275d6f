/**
 * Replaces wagmi's `mock` connector: ours, with the rejections that their tests request.
 *
 * @module
 */
import { type AcctConnectorFn, createAcctConnector } from "../../../../connector/connector.ts";
import type { ProviderInterface } from "../../../../core/protocol/provider_types.ts";
import { testUser } from "../../../../core/virtual/test_user.ts";
import type { Page } from "../../../conformance/wallet.ts";
import { openSuitePage, world } from "../world.ts";

/** The parameters of wagmi's connector that ours has a use for. */
export interface MockParameters {
  readonly features?: {
    readonly connectError?: boolean;
    readonly signMessageError?: boolean;
    readonly signTypedDataError?: boolean;
    readonly watchAssetError?: boolean;
    /** If true, the wallet is connected already. */
    readonly defaultConnected?: boolean;
  };
}

/** The feature of wagmi's connector that rejects each request. */
const refusals: Readonly<Record<string, keyof NonNullable<MockParameters["features"]>>> = {
  wallet_connect: "connectError",
  personal_sign: "signMessageError",
  eth_signTypedData_v4: "signTypedDataError",
  wallet_watchAsset: "watchAssetError",
};

/** Creates our connector for a new user. The user rejects requests as set by the features. */
export function mock({ features = {} }: MockParameters = {}): AcctConnectorFn {
  let provider: Promise<ProviderInterface> | undefined;
  const open = async (): Promise<ProviderInterface> => {
    const refuses = (method: string) => {
      const feature = refusals[method];
      return feature !== undefined && features[feature] === true;
    };
    const { provider } = openSuitePage({
      answers: () => testUser({ answer: ({ method }) => refuses(method) ? "reject" : "approve" }),
    });
    if (features.defaultConnected === true) {
      await provider.request({ method: "eth_requestAccounts" });
    }
    return provider;
  };
  return createAcctConnector(
    { apiKey: world.stack.apiKey },
    // One wallet for all connectors created from this function.
    () => provider ??= open(),
  );
}

/** Creates our connector for a page. */
export function connectorOf(page: Page): AcctConnectorFn {
  return createAcctConnector(
    { apiKey: world.stack.apiKey },
    () => Promise.resolve(page.provider),
  );
}
