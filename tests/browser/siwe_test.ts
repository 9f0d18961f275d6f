/** Sign-in with Ethereum while connecting: one prompt for a known account, two for a new one. */
import { assertEquals } from "@std/assert";
import { createPublicClient, type Hex, numberToHex } from "viem";
import { parseSiweMessage, verifySiweMessage } from "viem/siwe";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { viemChain } from "../stack/support/viem_chain.ts";
import { getWorld, modes, newUser, openApp, openRequest, options, press } from "./harness.ts";

interface Connected {
  accounts: {
    address: Hex;
    capabilities: { signInWithEthereum: { message: string; signature: Hex } };
  }[];
}

for (const mode of modes) {
  Deno.test(`siwe, ${mode}: new account two prompts, existing account one`, options, async () => {
    const { stack, appUrl } = await getWorld();
    const client = createPublicClient({
      transport: patientHttp(stack.rpcUrl),
      chain: viemChain(stack),
    });
    await using user = await newUser();
    const app = await openApp(user, { mode });
    const page = new URL(appUrl);
    const request = (nonce: string) => [{
      capabilities: {
        signInWithEthereum: {
          nonce,
          chainId: numberToHex(stack.chainId),
          statement: "Welcome to the shop.",
        },
      },
    }];
    const verify = async ({ accounts: [account] }: Connected, nonce: string) => {
      const { message, signature } = account!.capabilities.signInWithEthereum;
      const parsed = parseSiweMessage(message);
      assertEquals([parsed.domain, parsed.uri, parsed.address, parsed.statement], [
        page.host,
        page.origin,
        account!.address,
        "Welcome to the shop.",
      ]);
      assertEquals(
        await verifySiweMessage(client, { message, signature, nonce, domain: page.host }),
        true,
      );
      assertEquals(
        await verifySiweMessage(client, { message, signature, nonce: "another1" }),
        false,
      );
    };

    const first = await openRequest<Connected>(app, mode, "wallet_connect", request("abcdefgh1"));
    await press(first.dialog, "sdk-create");
    await verify((await first.answer()).result!, "abcdefgh1");
    assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create", "get"]);

    await app.ask("wallet_disconnect");
    const again = await openRequest<Connected>(app, mode, "wallet_connect", request("abcdefgh2"));
    await press(again.dialog, "sdk-continue");
    await verify((await again.answer()).result!, "abcdefgh2");
    assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create", "get", "get"]);

    // Another device: one press finds the account and signs in.
    await using device = await newUser();
    for (const entry of user.passkeys.credentials) device.passkeys.credentials.set(...entry);
    const there = await openApp(device, { mode });
    const found = await openRequest<Connected>(there, mode, "wallet_connect", request("abcdefgh3"));
    await press(found.dialog, "sdk-existing");
    await verify((await found.answer()).result!, "abcdefgh3");
    assertEquals(device.passkeys.prompts.map(({ kind }) => kind), ["get", "get"]);
    assertEquals(device.problems, []);

    assertEquals(user.problems, []);
  });

  Deno.test(
    `siwe, ${mode}: a closed second prompt is requested with its own button`,
    options,
    async () => {
      const { stack } = await getWorld();
      await using user = await newUser();
      const app = await openApp(user, { mode });
      // The prompt after the new passkey fails, as in browsers that require a click for each.
      await user.context.addInitScript(`(() => {
      const { prototype } = CredentialsContainer;
      const real = prototype.get;
      let refused = false;
      prototype.get = function (options) {
        if (options.uiMode === "immediate" || refused) return real.call(this, options);
        refused = true;
        return Promise.reject(new DOMException("closed", "NotAllowedError"));
      };
    })()`);
      if (mode === "AppSpecific") await app.page.reload();
      const asked = await openRequest<Connected>(app, mode, "wallet_connect", [{
        capabilities: {
          signInWithEthereum: { nonce: "abcdefgh1", chainId: numberToHex(stack.chainId) },
        },
      }]);
      await press(asked.dialog, "sdk-create");
      await asked.dialog.getByTestId("sdk-message-details").waitFor();
      await press(asked.dialog, "sdk-confirm");
      const { result } = await asked.answer();
      assertEquals(Object.keys(result!.accounts[0]!.capabilities), ["signInWithEthereum"]);
      assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create", "get"]);
    },
  );
}
