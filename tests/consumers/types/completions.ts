/** An app that is being written: completions are taken at each comment with a name. */
import type { ProviderInterface } from "@sdk/core";
import { useCapabilities, useGetAssets, usePermissions, useSign } from "@sdk/connector";

declare const provider: ProviderInterface;

provider.request({ method: "/*method*/" });
provider.request({ method: "wallet_/*prefix*/" });
provider.request({ method: "wallet_sendCalls", params: [{ /*request*/ }] });
provider.request({ method: "wallet_sendCalls", params: [{ calls: [{ /*call*/ }] }] });
provider.request({ method: "wallet_sendCalls", params: [{ calls: [], capabilities: { /*capabilities*/ } }] });
provider.request({ method: "wallet_connect", params: [{ capabilities: { /*connecting*/ } }] });
provider.request({ method: "wallet_grantPermissions", params: [{ permissions: { spends: [{ unit: "/*unit*/" }] } }] });
provider.request({ method: "wallet_getCapabilities" }).then((got) => got["0x1"]?./*names*/);
provider.request({ method: "eth_getBlockByNumber", params: ["/*block*/", false] });
provider.on("/*event*/", () => {});
provider.on("callsStatusChanged", (change) => change./*payload*/);
useGetAssets({ query: { select: (read) => read["0x1"]?.[0]?./*asset*/ } });
usePermissions({ query: { select: (read) => read[0]?./*permission*/ } });
useCapabilities({ query: { select: (read) => read["0x1"]?./*selected*/ } });
useGetAssets({ /*parameters*/ });
useSign().mutate({ request: { type: "/*type*/" } });
