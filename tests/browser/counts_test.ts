/** Counts the user's prompts and the requests to the service in each flow. */
import { assertEquals } from "@std/assert";
import { numberToHex, stringToHex } from "viem";
import {
  type Asked,
  getWorld,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
} from "./harness.ts";

for (const mode of modes) {
  Deno.test(`counts, ${mode}: prompts and requests of each flow`, options, async () => {
    const { stack } = await getWorld();
    await using user = await newUser();
    const app = await openApp(user, { mode });
    const counted: Record<string, { prompts: string[]; posts: string[]; all: number }> = {};
    /** Runs one flow by these buttons, and counts. */
    const count = async <T>(
      flow: string,
      method: string,
      params: unknown,
      buttons: readonly string[],
    ): Promise<T> => {
      const [prompts, posts] = [user.passkeys.prompts.length, user.posts.length];
      const asked: Asked<T> = await openRequest<T>(app, mode, method, params);
      for (const button of buttons) await press(asked.dialog, button);
      const { result, error } = await asked.answer();
      assertEquals([flow, error], [flow, undefined]);
      const sent = user.posts.slice(posts);
      counted[flow] = {
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
      "sdk-create-other",
      "sdk-create",
      "sdk-confirm",
    ]);

    const send = { prompts: ["get"], posts: ["acct_prepare", "acct_send"], all: 2 };
    assertEquals(counted, {
      "connect, new": {
        prompts: ["create"],
        posts: ["acct_putCredential", "wallet_getCapabilities"],
        all: 2,
      },
      "connect, known": { prompts: ["get"], posts: ["wallet_getCapabilities"], all: 1 },
      "sign in, known": {
        prompts: ["get"],
        posts: ["eth_getStorageAt", "wallet_getCapabilities"],
        all: 2,
      },
      "sign": { prompts: ["get"], posts: ["eth_getStorageAt"], all: 1 },
      send,
      "sign in, another account": {
        prompts: ["create", "get"],
        posts: ["acct_putCredential", "eth_getStorageAt", "wallet_getCapabilities"],
        all: 4,
      },
    });
    assertEquals(user.problems, []);
  });
}
