/**
 * The complete first flow, in a real browser with a passkey on a real chain, in both modes: an
 * account without ether sends two sponsored calls, signs, keeps its session, is cancelled,
 * disconnects.
 */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { createPublicClient, type Hex, numberToHex, stringToHex } from "viem";
import { getCode, readContract, verifyMessage, verifyTypedData } from "viem/actions";
import { acctFactoryAbi } from "../../contracts/artifacts/acct_factory_abi.ts";
import { accountAddress } from "../../core/account/address.ts";
import type { Stack } from "../../scripts/stack/mod.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { viemChain } from "../stack/support/viem_chain.ts";
import {
  type Answer,
  createAccount,
  getWorld,
  type Mode,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
} from "./harness.ts";
import { readToEnd } from "../stack/indexer/transfers.ts";

const friends: Hex[] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`];

for (const mode of modes) {
  Deno.test(`first flow, ${mode}`, options, (t) => firstFlow(mode, t));
}

async function firstFlow(mode: Mode, t: Deno.TestContext): Promise<void> {
  const { stack } = await getWorld();
  const client = createPublicClient({
    transport: patientHttp(stack.rpcUrl),
    chain: viemChain(stack, { multicall3: { address: stack.addresses.multicall } }),
  });
  await using user = await newUser();
  const app = await openApp(user, { mode });
  let address: Hex = "0x";

  await t.step(
    "a fresh profile creates a passkey; the address equals the one computed offline",
    async () => {
      const asked = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
      await asked.dialog.locator("[data-testid=sdk-create]:not([aria-disabled])").waitFor();
      await shoot(asked.dialog, `connect-${mode}`);
      await press(asked.dialog, "sdk-create");
      const { result } = await asked.answer();
      address = result![0]!;
      const [credential] = user.passkeys.credentials.values();
      const publicKey = await publicKeyOf(credential!.privateKey as string);
      assertEquals(address, accountAddress({ owners: [publicKey], nonce: 0n }));
      const onChain = await readContract(client, {
        address: stack.addresses.factory,
        abi: acctFactoryAbi,
        functionName: "getAddress",
        args: [[publicKey], 0n],
      });
      assertEquals(address, onChain);
      assertEquals(credential!.rpId, mode === "CrossPlatform" ? "keys.localhost" : "localhost");
      assertEquals(await getCode(client, { address }), undefined);
      assertEquals((await app.ask("eth_accounts")).result, [address]);
      assertEquals((await app.ask("eth_chainId")).result, numberToHex(stack.chainId));
    },
  );

  const message = "Hello from before the deployment ü😀";
  const sign = async (text: string): Promise<Hex> => {
    const asked = await openRequest<Hex>(app, mode, "personal_sign", [stringToHex(text), address]);
    await asked.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    await shoot(asked.dialog, `message-${mode}`);
    await press(asked.dialog, "sdk-confirm");
    const { result, error } = await asked.answer();
    assertEquals(error, undefined);
    return result!;
  };

  await t.step(
    "a message signed before deployment verifies, for this account and text only",
    async () => {
      const signature = await sign(message);
      assertEquals(await verifyMessage(client, { address, message, signature }), true);
      assertEquals(await verifyMessage(client, { address, message: "other", signature }), false);
      assertEquals(
        await verifyMessage(client, { address: friends[0]!, message, signature }),
        false,
      );
      assertMatch(signature, /(6492){16}$/);
      assertEquals(signature.match(/(6492){16}/g)!.length, 1);
    },
  );

  let id: Hex = "0x";
  await t.step("a sponsored batch of two calls from an account without ether", async () => {
    assertEquals(await client.getBalance({ address }), 0n);
    const [usd, test] = stack.tokens;
    await stack.mint(usd.address, address, 100_000_000n);
    await stack.mint(test.address, address, 5n * 10n ** 18n);
    // Arriving tokens cause an immediate notification, and would be simulated again.
    await readToEnd(stack);
    const before = await balances(stack);
    const posts = user.posts.length;
    const prompts = user.passkeys.prompts.length;

    const asked = await openRequest<{ id: Hex }>(app, mode, "wallet_sendCalls", [{
      version: "2.0.0",
      atomicRequired: true,
      chainId: numberToHex(stack.chainId),
      calls: [
        { to: usd.address, data: transferData(friends[0]!, 20_000_000n) },
        { to: test.address, value: "0x0", data: transferData(friends[1]!, 10n ** 18n) },
      ],
    }]);
    await asked.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    await shoot(asked.dialog, `transaction-${mode}`);
    const shown = await asked.dialog.getByTestId("sdk-card").innerText();
    for (const part of ["20", "TUSD", "TEST", "http://localhost:"]) {
      assert(shown.includes(part), `the dialog does not say ${part}:\n${shown}`);
    }
    await watchNetwork(asked.dialog);
    await press(asked.dialog, "sdk-confirm");
    const { result, error } = await asked.answer();
    assertEquals(error, undefined);
    id = result!.id;

    const sent = user.posts.slice(posts).flatMap(({ methods }) => methods);
    assertEquals(sent, ["acct_prepare", "acct_send"], "two requests per send");
    const prompt = user.passkeys.prompts.slice(prompts);
    assertEquals(prompt.map(({ kind, activated }) => ({ kind, activated })), [
      { kind: "get", activated: true },
    ]);

    const seen: number[] = [];
    for (let time = 0; time < 100 && seen.at(-1) !== 200; time++) {
      const status: Answer<{ status: number; atomic: boolean; receipts?: { logs: unknown[] }[] }> =
        await app.ask("wallet_getCallsStatus", [id]);
      seen.push(status.result!.status);
      if (status.result!.status === 200) {
        assertEquals(status.result!.atomic, true);
        assertEquals(status.result!.receipts![0]!.logs.length, 2);
      }
    }
    assertEquals(seen.at(-1), 200);
    assert(seen.every((status) => status === 100 || status === 200), String(seen));
    const after = await balances(stack);
    assertEquals(after[0]! - before[0]!, 20_000_000n);
    assertEquals(after[1]! - before[1]!, 10n ** 18n);
    assertEquals(await client.getBalance({ address }), 0n);
    assertNotEquals(await getCode(client, { address }), undefined);
  });

  await t.step("signed after deployment: no wrapper, and typed data verifies too", async () => {
    const signature = await sign(message);
    assertEquals(/(6492){16}$/.test(signature), false);
    assertEquals(await verifyMessage(client, { address, message, signature }), true);

    const typed = {
      domain: { name: "Shop", chainId: stack.chainId, verifyingContract: friends[0]! },
      types: {
        Order: [{ name: "by", type: "Buyer" }, { name: "amount", type: "uint256" }],
        Buyer: [{ name: "wallet", type: "address" }],
      },
      primaryType: "Order" as const,
      message: { by: { wallet: friends[1]! }, amount: "115792089237316195423570985008687907853" },
    };
    const asked = await openRequest<Hex>(app, mode, "eth_signTypedData_v4", [
      address,
      JSON.stringify(typed),
    ]);
    await asked.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    await shoot(asked.dialog, `typed-data-${mode}`);
    await press(asked.dialog, "sdk-confirm");
    const { result } = await asked.answer();
    const data = { ...typed, message: { ...typed.message, amount: BigInt(typed.message.amount) } };
    assertEquals(await verifyTypedData(client, { address, signature: result!, ...data }), true);
    const other = { ...data, message: { ...data.message, amount: 1n } };
    assertEquals(await verifyTypedData(client, { address, signature: result!, ...other }), false);
  });

  await t.step("a reload keeps the session; authTTL 0 does not", async () => {
    await app.page.reload();
    await app.page.waitForFunction("globalThis.acct !== undefined");
    assertEquals((await app.ask("eth_accounts")).result, [address]);

    await using other = await newUser();
    const strict = await openApp(other, { mode, options: { preference: { authTTL: 0 } } });
    const own = await createAccount(strict, mode);
    assertEquals((await strict.ask("eth_accounts")).result, [own]);
    await strict.page.reload();
    await strict.page.waitForFunction("globalThis.acct !== undefined");
    assertEquals((await strict.ask("eth_accounts")).result, []);
  });

  await t.step("a cancel in the dialog returns 4001 and sends nothing", async () => {
    const posts = user.posts.length;
    const asked = await openRequest(app, mode, "wallet_sendCalls", [{
      calls: [{ to: friends[0], value: "0x0" }],
    }]);
    await press(asked.dialog, "sdk-cancel");
    const { error } = await asked.answer();
    assertEquals([error!.code, error!.data.cause], [4001, "user_rejected"]);
    const methods = user.posts.slice(posts).flatMap(({ methods }) => methods);
    assertEquals(methods.includes("acct_send"), false);
    assertEquals((await app.ask("eth_accounts")).result, [address]);
  });

  await t.step("a cancelled passkey prompt can be tried again with a new click", async () => {
    const asked = await openRequest<Hex>(app, mode, "personal_sign", [
      stringToHex("again"),
      address,
    ]);
    user.passkeys.behaviour = "cancel";
    await press(asked.dialog, "sdk-confirm");
    await asked.dialog.getByTestId("sdk-failure").waitFor();
    await shoot(asked.dialog, `failure-${mode}`);
    user.passkeys.behaviour = "verify";
    await press(asked.dialog, "sdk-confirm");
    const { result } = await asked.answer();
    assertEquals(
      await verifyMessage(client, { address, message: "again", signature: result! }),
      true,
    );
  });

  await t.step("disconnect, then come back with the existing passkey", async () => {
    assertEquals((await app.ask("wallet_disconnect")).result, null);
    assertEquals((await app.ask("eth_accounts")).result, []);
    const asked = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
    await asked.dialog.getByTestId("sdk-continue").waitFor();
    await shoot(asked.dialog, `continue-${mode}`);
    // The wallet's own page explains how to continue without the passkey; an app alone has no such
    // page.
    const lost = asked.dialog.getByTestId("sdk-lost");
    assertEquals(await lost.count(), mode === "CrossPlatform" ? 1 : 0);
    if (mode === "CrossPlatform") {
      assertEquals(await lost.getAttribute("href"), `${stack.keysUrl}/#/lost`);
    }
    await press(asked.dialog, "sdk-continue");
    assertEquals((await asked.answer()).result, [address]);

    // Another device has the passkey, but no account.
    await using device = await newUser();
    for (const [id, credential] of user.passkeys.credentials) {
      device.passkeys.credentials.set(id, credential);
    }
    const there = await openApp(device, { mode });
    const found = await openRequest<Hex[]>(there, mode, "eth_requestAccounts");
    await press(found.dialog, "sdk-existing");
    assertEquals((await found.answer()).result, [address]);
  });

  // Pages log no errors, including violations of the security policy.
  assertEquals(user.problems, []);
}

/** Fails the test if the page sends any request between now and the passkey prompt. */
async function watchNetwork(page: { evaluate<T>(script: string): Promise<T> }): Promise<void> {
  await page.evaluate(`(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    const count = () => performance.getEntriesByType("resource").length;
    const fetched = globalThis.fetch;
    let calls = 0;
    let clicked = false;
    addEventListener("click", () => { clicked = true; calls = 0; }, true);
    globalThis.fetch = (...args) => { if (clicked) calls++; return fetched(...args); };
    navigator.credentials.get = (options) => {
      clicked = false;
      if (calls > 0) throw new Error(calls + " requests between the click and the passkey");
      return get(options);
    };
  })()`);
}

/** Reads each friend's balance of the token sent to it. */
async function balances(stack: Stack): Promise<bigint[]> {
  return await Promise.all(
    stack.tokens.map(({ address }, index) => balanceOf(stack, address, friends[index]!)),
  );
}

/** x‖y of the key of a virtual authenticator (PKCS#8, base64). */
async function publicKeyOf(privateKey: string): Promise<Hex> {
  const bytes = Uint8Array.from(atob(privateKey), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey(
    "pkcs8",
    bytes,
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign"],
  );
  const { x, y } = await crypto.subtle.exportKey("jwk", key);
  const hex = (text: string) =>
    Array.from(
      atob(text.replace(/-/g, "+").replace(/_/g, "/")),
      (char) => char.charCodeAt(0).toString(16).padStart(2, "0"),
    ).join("");
  return `0x${hex(x!)}${hex(y!)}`;
}
