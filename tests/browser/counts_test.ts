/** Counts the user's presses and prompts, and the requests to the service, in each flow. */
import { assertEquals } from "@std/assert";
import { numberToHex, stringToHex } from "viem";
import {
  type App,
  type Asked,
  getWorld,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  type User,
} from "./harness.ts";

for (const mode of modes) {
  Deno.test(`counts, ${mode}: prompts and requests of each flow`, options, async () => {
    const { stack } = await getWorld();
    await using user = await newUser();
    await using newcomer = await newUser();
    const app = await openApp(user, { mode });
    const counted: Record<
      string,
      { presses: number; prompts: string[]; posts: string[]; all: number }
    > = {};
    /** Runs one flow by these buttons, and counts. */
    const count = async <T>(
      flow: string,
      method: string,
      params: unknown,
      buttons: readonly string[],
      by: { user: User; app: App } = { user, app },
    ): Promise<T> => {
      const { user, app } = by;
      const [prompts, posts] = [user.passkeys.prompts.length, user.posts.length];
      const asked: Asked<T> = await openRequest<T>(app, mode, method, params);
      // Prompts of the page, and of the dialogs.
      let presses = 1;
      for (const button of buttons) presses += await press(asked.dialog, button);
      const { result, error } = await asked.answer();
      assertEquals([flow, error], [flow, undefined]);
      const sent = user.posts.slice(posts);
      counted[flow] = {
        presses,
        prompts: user.passkeys.prompts.slice(prompts).map(({ kind }) => kind),
        posts: [...new Set(sent.flatMap(({ methods }) => methods))].sort(),
        all: sent.length,
      };
      return result!;
    };
    const disconnect = () => app.ask("wallet_disconnect");
    const signIn = (nonce: string) => [{
      capabilities: {
        signInWithEthereum: { nonce, chainId: numberToHex(stack.chainId) },
      },
    }];

    const [address] = await count<string[]>("connect, new", "eth_requestAccounts", undefined, [
      "sdk-create",
    ]);
    await disconnect();
    await count("connect, known", "eth_requestAccounts", undefined, ["sdk-continue"]);
    await disconnect();
    await count("sign in, known", "wallet_connect", signIn("abcdefgh1"), ["sdk-continue"]);
    await count("sign", "personal_sign", [stringToHex("hello"), address], ["sdk-confirm"]);
    const calls = [{ to: `0x${"a1".repeat(20)}`, value: "0x0" }];
    await count("send", "wallet_sendCalls", [{ calls }], ["sdk-confirm"]);
    await disconnect();
    await count("sign in, another account", "wallet_connect", signIn("abcdefgh2"), [
      "sdk-others",
      "sdk-create",
    ]);

    const grant = [{
      expiry: Math.floor(Date.now() / 1000) + 3600,
      spender: `0x${"a1".repeat(20)}`,
      permissions: { spends: [{ token: stack.tokens[0].address, allowance: "1", unit: "day" }] },
    }];
    await count("grant", "wallet_grantPermissions", grant, ["sdk-confirm"]);
    await count("sign in, new", "wallet_connect", signIn("abcdefgh3"), ["sdk-create"], {
      user: newcomer,
      app: await openApp(newcomer, { mode }),
    });

    const send = { presses: 2, prompts: ["get"], posts: ["acct_prepare", "acct_send"], all: 2 };
    const { grant: granted, ...others } = counted;
    // A grant waits for the chain, and polls the status until then.
    assertEquals([granted!.presses, granted!.prompts], [2, ["get"]]);
    assertEquals(others, {
      "sign in, new": {
        presses: 2,
        prompts: ["create", "get"],
        posts: ["acct_putCredential", "eth_getStorageAt", "wallet_getCapabilities"],
        all: 3,
      },
      "connect, new": {
        presses: 2,
        prompts: ["create"],
        posts: ["acct_putCredential", "wallet_getCapabilities"],
        all: 2,
      },
      "connect, known": {
        presses: 2,
        prompts: ["get"],
        posts: ["wallet_getCapabilities"],
        all: 1,
      },
      "sign in, known": {
        presses: 2,
        prompts: ["get"],
        posts: ["eth_getStorageAt", "wallet_getCapabilities"],
        all: 2,
      },
      "sign": { presses: 2, prompts: ["get"], posts: ["eth_getStorageAt"], all: 1 },
      send,
      "sign in, another account": {
        presses: 3,
        prompts: ["create", "get"],
        posts: ["acct_putCredential", "eth_getStorageAt", "wallet_getCapabilities"],
        all: 4,
      },
    });
    assertEquals([...user.problems, ...newcomer.problems], []);
  });
}
