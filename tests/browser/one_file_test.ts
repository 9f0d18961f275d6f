/** The one file for plain pages, `cross-platform.js`: connects, signs, sends and grants. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { createPublicClient } from "viem";
import { verifyMessage } from "viem/actions";
import { buildOneFile } from "../../scripts/npm/one_file/mod.ts";
import { installBundler } from "../../scripts/stack/bundler.ts";
import type { PageFiles } from "../../scripts/stack/pages.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { viemChain } from "../stack/support/viem_chain.ts";
import {
  createAccount,
  getWorld,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  serve,
} from "./harness.ts";

/** The page with its two scripts. */
async function onePage(): Promise<PageFiles> {
  await installBundler();
  const viem = await Deno.bundle({
    entrypoints: [fileURLToPath(new URL("one_file/viem.ts", import.meta.url))],
    platform: "browser",
    format: "esm",
    write: false,
  });
  const script = (body: Uint8Array) => ({
    body: Uint8Array.from(body),
    type: "text/javascript; charset=utf-8",
  });
  return {
    html: await Deno.readTextFile(new URL("one_file/page.html", import.meta.url)),
    assets: new Map([
      ["/cross-platform.js", script(await buildOneFile())],
      ["/viem.js", script(viem.outputFiles![0]!.contents!)],
    ]),
  };
}

Deno.test(
  "one file: connects, signs, sends and grants, and loads no other file",
  options,
  async () => {
    const { stack } = await getWorld();
    const client = createPublicClient({
      transport: patientHttp(stack.rpcUrl),
      chain: viemChain(stack),
    });
    await using server = serve(await onePage());
    await using user = await newUser();
    const url = `http://localhost:${server.addr.port}`;
    const scripts: string[] = [];
    user.context.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === url && pathname.endsWith(".js")) scripts.push(pathname);
    });
    const app = await openApp(user, { mode: "CrossPlatform", url });
    const address = await createAccount(app, "CrossPlatform");

    const message = "0x68656c6c6f";
    const signing = await openRequest<`0x${string}`>(app, "CrossPlatform", "personal_sign", [
      message,
      address,
    ]);
    await press(signing.dialog, "sdk-confirm");
    const { result: signature } = await signing.answer();
    const isValid = await verifyMessage(client, {
      address,
      message: { raw: message },
      signature: signature!,
    });
    assert(isValid);

    const calls = [{
      to: `0x${"22".repeat(20)}`,
      capabilities: { abi: ["function plant(uint256 seeds)"] },
    }];
    const sending = await openRequest<{ id: string }>(app, "CrossPlatform", "wallet_sendCalls", [
      { calls },
    ]);
    await press(sending.dialog, "sdk-confirm");
    const { result: sent } = await sending.answer();
    assertEquals(sent!.id.length, 66);

    const granting = await openRequest(app, "CrossPlatform", "wallet_grantPermissions", [{
      spender: `0x${"33".repeat(20)}`,
      expiry: 4_000_000_000,
      permissions: {
        spends: [{
          token: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
          allowance: "1",
          unit: "day",
        }],
      },
    }]);
    await press(granting.dialog, "sdk-cancel");
    assertEquals((await granting.answer()).error!.code, 4001);
    const { result: assets } = await app.ask<Record<string, unknown>>("wallet_getAssets");
    assert(Object.keys(assets!).length > 0);
    assertEquals(scripts.toSorted(), ["/cross-platform.js", "/viem.js"]);
    assertEquals(user.problems, []);
  },
);

Deno.test("one file: missing methods name the build that has them", options, async () => {
  await using server = serve(await onePage());
  await using user = await newUser();
  const url = `http://localhost:${server.addr.port}`;
  const app = await openApp(user, { mode: "CrossPlatform", url });
  for (const method of ["acct_getOwners", "acct_exportAccount", "wallet_prepareCalls"]) {
    const { error } = await app.ask(method, [{}]);
    assertEquals([error!.code, error!.data.cause], [4200, "method_unsupported"], method);
    assertMatch(error!.message, /acct\.js/, method);
  }
  const { error } = await app.page.evaluate<{ error: { data: object; message: string } }>(
    "globalThis.acct.refused()",
  );
  assertEquals({ ...error.data, advice: "" }, {
    cause: "invalid_params",
    field: "preference.mode",
    advice: "",
  });
  assertMatch(error.message, /acct\.js/);
  assertEquals(user.problems, []);
});
