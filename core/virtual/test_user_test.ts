/** The user without dialogs, with a wallet and a faked service. */
import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { chain, connectedAccount, localService, localWallet } from "../testing/local_wallet.ts";
import { testUser } from "./test_user.ts";

Deno.test("test user: approves, and records the requests", async () => {
  const user = testUser();
  const wallet = localWallet(user);
  const address = await connectedAccount(wallet);
  assertEquals(/^0x[0-9a-fA-F]{40}$/.test(address), true);
  assertEquals(user.requests.map(({ method, answer }) => [method, answer]), [
    ["wallet_connect", "approve"],
  ]);
});

Deno.test("test user: rejects, and approves again", async () => {
  const user = testUser({ answer: "reject" });
  const wallet = localWallet(user);
  for (let time = 0; time < 2; time++) {
    const error = await assertRejects(() => connectedAccount(wallet), AcctError);
    assertEquals([error.code, error.data.cause], [4001, "user_rejected"]);
  }
  user.answer = ({ method }) => method === "wallet_connect" ? "approve" : "reject";
  await connectedAccount(wallet);
  assertEquals(user.requests.map(({ answer }) => answer), ["reject", "reject", "approve"]);
});

Deno.test("test user: a request that cannot be approved is rejected with the reason as its cause", async () => {
  const user = testUser();
  const call = (): never => {
    throw new AcctError("service_down");
  };
  const wallet = localWallet(user, { service: localService({ call }) });
  const error = await assertRejects(() => connectedAccount(wallet), AcctError);
  assertEquals([error.code, (error.cause as AcctError).data.cause], [4001, "service_down"]);
});

Deno.test("test user: a request that closes while it is prepared gets no answer", async () => {
  const user = testUser();
  const wallet = localWallet(user);
  const ended = AbortSignal.abort();
  await assertRejects(
    () => wallet.ask("wallet_connect", { chainId: chain.id }, { signal: ended }),
  );
  assertEquals(user.requests, []);
});
