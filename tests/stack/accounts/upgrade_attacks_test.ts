/** Attempts to get code into an account that the wallet does not know. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Address, concat, encodeFunctionData, type Hex, numberToHex, pad } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { acctSecondAbi } from "../../../contracts/artifacts/test/acct_second_abi.ts";
import { releaseSecondVersion, secondVersion } from "../../../contracts/testing/second_version.ts";
import { changesCode, upgradeCallData, upgradeTarget } from "../../../core/account/code.ts";
import { contracts, implementations } from "../../../core/chain/contracts.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import { openPage } from "../../conformance/wallet.ts";
import { call, rpc } from "../support/client.ts";
import { evil, friend, liar, refused, scene } from "./upgrades.ts";

/** Answers yes to everything. */
const yes: Hex = "0x60015f5260205ff3";
const upgradeTo = (to: Address, data: Hex = "0x") =>
  encodeFunctionData({ abi: acctAbi, functionName: "upgradeToAndCall", args: [to, data] });

Deno.test("upgrade attacks: code unknown to the wallet cannot get in", async (t) => {
  using _ = releaseSecondVersion();
  await using at = await scene();
  const { stack, page, account, first } = at;
  const { address } = account;
  const { request } = page.provider;
  await first.client.request({ method: "anvil_setCode", params: [evil, yes] } as never);
  const prompts = () => page.ceremony.prompts.length;
  const runsFirst = async () =>
    assertEquals(await first.implementation(address), contracts.implementation.toLowerCase());
  const before = prompts();

  await t.step("a dApp hides it in a batch, or requests the code itself", async () => {
    for (const to of [evil, secondVersion.address]) {
      const data = upgradeTo(to);
      for (
        const calls of [
          [{ to: address, data }],
          [{ to: friend }, { to: address, data }],
          [{ to: secondVersion.address, data }],
          [{ to: contracts.implementation, data }],
        ]
      ) {
        const error = await refused(() =>
          request({ method: "wallet_sendCalls", params: [{ calls }] })
        );
        assertEquals(error.data.cause, "invalid_params");
      }
    }
    assertEquals(prompts(), before);
  });

  await t.step("a permission cannot reach it", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    await stack.fund(key.address, 10n ** 18n);
    const error = await refused(() =>
      request({
        method: "wallet_grantPermissions",
        params: [{
          spender: key.address,
          expiry: Math.floor(Date.now() / 1000) + 86_400,
          permissions: { calls: [{ target: address, selector: "0x4f1ef286" }] },
        }],
      })
    );
    // The permission contract rejects such a grant, so it is rejected before a prompt.
    assertEquals([error.data.cause, error.data.field], [
      "invalid_params",
      "params[0].permissions.calls[0].target",
    ]);
    assertEquals(await request({ method: "wallet_getPermissions" }), []);
    await runsFirst();
  });

  await t.step("a service offers, prepares or vouches for other code", async () => {
    const lies: readonly [string, (method: string, params: unknown, result: unknown) => unknown][] =
      [
        [
          "prepares other code",
          (method, _params, result) =>
            method !== "acct_prepare" ? result : withCallData(result, upgradeTo(evil)),
        ],
        [
          "prepares a call in the new code",
          (method, _params, result) =>
            method !== "acct_prepare" ? result : withCallData(
              result,
              upgradeTo(
                secondVersion.address,
                encodeFunctionData({
                  abi: acctSecondAbi,
                  functionName: "setLabel",
                  args: [pad("0x1")],
                }),
              ),
            ),
        ],
        [
          "prepares another account's",
          (method, _params, result) =>
            method !== "acct_prepare" ? result : {
              ...(result as PrepareResult),
              operation: { ...(result as PrepareResult).operation, sender: friend },
            },
        ],
      ];
    for (const [name, alter] of lies) {
      await using server = liar(stack.serverUrl, alter);
      await using deceived = openPage(stack, {
        existing: true,
        ceremony: page.ceremony,
        serverUrl: server.url,
      });
      await deceived.provider.request({ method: "eth_requestAccounts" });
      const count = prompts();
      const error = await refused(() =>
        deceived.provider.request({ method: "acct_upgradeAccount" })
      );
      assertEquals([error.data.cause, prompts() - count], ["service_mismatch", 0], name);
    }
    // Other code at the known address, or an offer of unknown code: there is no prompt at all.
    await using server = liar(stack.serverUrl, (method, params, result) => {
      if (method === "eth_getCode" && (params as [Hex])[0] === secondVersion.address) return yes;
      if (method !== "acct_getOwners") return result;
      const { changes, chains } = result as OwnersResult;
      return { changes, chains: chains.map((chain) => ({ ...chain, newest: evil })) };
    });
    await using deceived = openPage(stack, {
      existing: true,
      ceremony: page.ceremony,
      serverUrl: server.url,
    });
    await deceived.provider.request({ method: "eth_requestAccounts" });
    const count = prompts();
    const { chains } = await deceived.provider.request({ method: "acct_getOwners" });
    assertEquals(chains.map(({ update }) => update), [null, null]);
    assertEquals((await deceived.provider.request({ method: "acct_upgradeAccount" })).version, 1);
    assertEquals(prompts(), count);
    await runsFirst();
  });

  await t.step("the service accepts no other upgrade, and its sponsor pays for none", async () => {
    const withCall = upgradeTo(
      secondVersion.address,
      encodeFunctionData({ abi: acctSecondAbi, functionName: "setLabel", args: [pad("0x1")] }),
    );
    const trailing = concat([upgradeTo(secondVersion.address), pad("0x0")]);
    for (
      const callData of [
        upgradeTo(evil),
        upgradeTo(contracts.implementation),
        withCall,
        trailing,
        "0x4f1ef286" as Hex,
      ]
    ) {
      assertEquals(changesCode(callData), true);
      const { error } = await rpc(stack, "acct_prepare", [{
        chainId: numberToHex(stack.chainId),
        account,
        calls: [],
        callData,
      }]);
      assertEquals([error?.data?.cause, error?.data?.field], [
        "invalid_params",
        "params[0].callData",
      ]);
      // Nor an operation that was prepared as another one, and signed.
      const nothing = await at.sign({ calls: [{ to: friend, value: "0x0", data: "0x" }] });
      const sent = await rpc(stack, "acct_send", [{
        chainId: numberToHex(stack.chainId),
        account,
        operation: { ...nothing, callData },
      }]);
      assertEquals(sent.error?.data?.field, "params[0].callData");
    }
    assertEquals(upgradeTarget(upgradeTo(evil)), null);
    assertEquals(upgradeTarget(withCall), null);
    assertEquals(upgradeTarget(upgradeCallData(secondVersion))?.version, 2);
    await runsFirst();
  });

  await t.step("configuration is no way in: the list is the wallet's own", async () => {
    const { chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    assertEquals(chains.map(({ newest }) => newest), [
      secondVersion.address,
      contracts.implementation,
    ]);
    assertEquals(implementations.map(({ version }) => version), [1, 2]);
  });

  await t.step("two concurrent ones: both result in the same version", async () => {
    await using other = openPage(stack, { existing: true, ceremony: page.ceremony });
    await other.provider.request({ method: "eth_requestAccounts" });
    const ends = await Promise.allSettled(
      [page, other].map(({ provider }) => provider.request({ method: "acct_upgradeAccount" })),
    );
    const done = ends.flatMap((end) => end.status === "fulfilled" ? [end.value.version] : []);
    assertEquals(done.length > 0 && done.every((version) => version === 2), true);
    assertEquals(await first.implementation(address), secondVersion.address.toLowerCase());
    assertEquals((await request({ method: "acct_upgradeAccount" })).version, 2);
  });

  await t.step("there is no way back to an older version", async () => {
    const { error } = await rpc(stack, "acct_prepare", [{
      chainId: numberToHex(stack.chainId),
      account,
      calls: [],
      callData: upgradeTo(contracts.implementation),
    }]);
    assertEquals(error?.data?.cause, "invalid_params");
    assertStringIncludes(error?.message ?? "", "version 2");
  });
});

function withCallData(result: unknown, callData: Hex): unknown {
  const { operation, ...rest } = result as PrepareResult;
  return { ...rest, operation: { ...operation, callData } };
}
