/** A user or app that leaves while a sent operation waits for the chain. */
import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import { scene } from "../../testing/wallet_scene.ts";

for (const how of ["the dialog is closed", "the app aborts"] as const) {
  Deno.test(`leave: while the chain is slow, a request ends when ${how}, and names its bundle`, async () => {
    const at = await scene();
    at.status = 100;
    const app = new AbortController();
    const sent: (string | null)[] = [];
    at.act = async (request) => {
      await whenSettled(request);
      void request.approve({}).catch(() => {});
      while (!at.log.includes("wallet_getCallsStatus")) {
        await new Promise((done) => setTimeout(done));
      }
      if (how === "the app aborts") app.abort();
      else request.reject();
      return await new Promise(() => {});
    };
    const revoke = (signal: AbortSignal) =>
      at.wallet.ask("wallet_revokePermissions", {
        account: at.account,
        chainId: 1,
        id: null,
      }, { signal, onSent: (id) => void sent.push(id) });
    const error = await assertRejects(() => revoke(app.signal), AcctError);
    assertEquals([error.data.cause, error.data.id], ["may_be_sent", sent[0]]);
    assertEquals(at.log.filter((method) => method === "acct_send").length, 1);

    // The wallet accepts the next request.
    at.status = 200;
    at.act = async (request) => {
      await whenSettled(request);
      return await request.approve({});
    };
    assertEquals(await revoke(new AbortController().signal), { success: true });
  });
}
