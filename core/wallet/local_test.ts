import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import type { DialogRequest, UIHandler } from "../dialog/types.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../ground/limits.ts";
import {
  chain,
  connectedAccount,
  fakeUser,
  localWallet,
  whenSettled,
} from "../testing/local_wallet.ts";

type Sign = DialogRequest<"personal_sign">;

/** Creates a connected wallet whose handler leaves each signature request open. */
async function signing() {
  const shown: Sign[] = [];
  const wallet = localWallet(fakeUser<Sign>((request) => {
    shown.push(request);
    return new Promise(() => {});
  }));
  const account = await connectedAccount(wallet);
  const sign = (message: `0x${string}`, { signal } = new AbortController()) =>
    wallet.ask("personal_sign", { account, chainId: chain.id, message }, { signal });
  /** Waits for a number of shown requests, and returns their messages. */
  const messages = async (count: number) => {
    while (shown.length < count) await pause(1);
    await pause(5);
    return shown.map(({ preview }) => preview.get().bytes);
  };
  return { wallet, shown, sign, messages };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const causeOf = async (answer: Promise<unknown>) =>
  (await assertRejects(() => answer, AcctError)).data.cause;

Deno.test("wallet: two concurrent requests are shown one after the other, by any handler", async () => {
  const { shown, sign, messages } = await signing();
  const first = sign("0x01");
  const second = sign("0x02");
  assertEquals(await messages(1), ["0x01"]);
  shown[0]!.reject();
  assertEquals(await causeOf(first), "user_rejected");
  assertEquals(await messages(2), ["0x01", "0x02"]);
  shown[1]!.reject();
  assertEquals(await causeOf(second), "user_rejected");
});

Deno.test("wallet: a request that is withdrawn while it waits is never shown", async () => {
  const { shown, sign, messages } = await signing();
  const first = sign("0x01");
  const withdrawn = new AbortController();
  const second = sign("0x02", withdrawn);
  const third = sign("0x03");
  await messages(1);
  withdrawn.abort();
  assertEquals(await causeOf(second), "aborted");
  await pause(5);
  assertEquals(shown.length, 1, "the third still waits for the first");
  shown[0]!.reject();
  assertEquals(await causeOf(first), "user_rejected");
  assertEquals(await messages(2), ["0x01", "0x03"]);
  shown[1]!.reject();
  assertEquals(await causeOf(third), "user_rejected");
});

Deno.test("wallet: dispose closes the shown request, and the waiting ones", async () => {
  const { wallet, shown, sign, messages } = await signing();
  const answers = [sign("0x01"), sign("0x02")];
  await messages(1);
  wallet.dispose();
  assertEquals(await Promise.all(answers.map(causeOf)), ["aborted", "aborted"]);
  assertEquals(shown.length, 1);
});

Deno.test("wallet: the name of a new account is truncated, even if a handler allows more", async () => {
  for (const extra of [0, 1, 1_000]) {
    const ui: UIHandler = {
      ...fakeUser(() => Promise.resolve()),
      async request(_method, params) {
        const request = params as DialogRequest<"wallet_connect">;
        await whenSettled(request);
        const name = "n".repeat(MAX_ACCOUNT_NAME_LENGTH + extra);
        return await request.approve({ kind: "create", name });
      },
    };
    const { signal } = new AbortController();
    const { name } = await localWallet(ui).ask("wallet_connect", { chainId: 1 }, { signal });
    assertEquals(name?.replace(/^n*/, ""), extra === 0 ? "" : "…");
    assertEquals(name?.length, MAX_ACCOUNT_NAME_LENGTH);
  }
});
