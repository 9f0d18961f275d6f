/** Sign-in with Ethereum for another site, or with a forged line. @module */
import { assert, assertEquals } from "@std/assert";
import { numberToHex } from "viem";
import { parseSiweMessage } from "viem/siwe";
import { getWorld, type Mode, newUser, openApp, press } from "../browser/harness.ts";
import { attack } from "./attack.ts";
import { answersOf, opened, openHostile, ready, serveHostile } from "./hostile.ts";

attack("sign-in: the wallet host signs for the asking page only, and no forged line", async () => {
  const { stack } = await getWorld();
  await using hostile = await serveHostile("sign_in");
  await using user = await newUser();
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  await page.evaluate("attack.introduce()");
  const values = await page.evaluate<Record<string, unknown[]>>("attack.lies()");
  const lies: [id: string, field: string][] = [];
  for (const [field, { length }] of Object.entries(values)) {
    // So many concurrent requests would be rejected for their number, so they run in sequence.
    for (let index = 0; index < length; index++) {
      const id = `${field} ${index}`;
      await page.evaluate(`attack.lie("${field}", ${index}, ${stack.chainId})`);
      await page.waitForFunction(`heard.some(({ data }) => data.id === "${id}")`);
      lies.push([id, field]);
    }
  }
  assert(lies.length > 95);
  const answers = await answersOf(page);
  assertEquals(
    answers.map(({ id, error }) => [id, error?.code, error?.data.field]),
    lies.map(([id, field]) => [id, -32602, `params[0].capabilities.signInWithEthereum.${field}`]),
  );
  assertEquals(await popup.getByTestId("sdk-card").count(), 0, "no dialog was shown");

  await page.evaluate(`attack.askWithAll("honest", ${stack.chainId})`);
  // The dialog shows all that is signed: the end of the session, the request and the addresses.
  await popup.getByTestId("sdk-siwe-details").click();
  const shown = await popup.getByTestId("sdk-siwe").innerText();
  for (const part of ["2999", "garden-7", "https://bank.example/login"]) {
    assert(shown.includes(part), shown);
  }
  await press(popup, "sdk-create");
  await page.waitForFunction(`heard.some(({ data }) => data.id === "honest")`);
  const honest = (await answersOf(page)).at(-1) as unknown as {
    result: { account: { address: string }; siwe: { message: string } };
  };
  const { message } = honest.result.siwe;
  assertEquals(parseSiweMessage(message) as Record<string, unknown>, {
    address: honest.result.account.address,
    domain: new URL(hostile.origin).host,
    uri: `${hostile.origin}/sign-in?step=1#now`,
    version: "1",
    chainId: stack.chainId,
    nonce: "abcdefgh1",
    statement: "Welcome to the shop, no line of it is “forged”.",
    scheme: "http",
    issuedAt: new Date("2026-01-01T00:00:00Z"),
    expirationTime: new Date("2999-01-01T00:00:00Z"),
    notBefore: new Date("2026-01-01T00:00:00+01:00"),
    requestId: "garden-7",
    resources: [`${hostile.origin}/terms`, "https://bank.example/login"],
  });
  assertEquals(message.split("\n").length, 16, message);
  assertEquals(user.problems, []);
});

for (const mode of ["CrossPlatform", "AppSpecific"] as const satisfies Mode[]) {
  attack(
    `sign-in, ${mode}: a page cannot ask for another site, and the field is named`,
    async () => {
      const { stack, appUrl } = await getWorld();
      const { host, hostname } = new URL(appUrl);
      await using user = await newUser();
      const app = await openApp(user, { mode });
      for (
        const [more, field] of [
          [{ nonce: "short" }, "nonce"],
          [{ nonce: "abcdefgh3\n" }, "nonce"],
          [{ domain: "bank.example" }, "domain"],
          [{ domain: hostname }, "domain"],
          [{ uri: "https://bank.example" }, "uri"],
          [{ uri: `blob:${appUrl}/1` }, "uri"],
          [{ uri: `http://bank.example@${host}/` }, "uri"],
          [{ uri: `${appUrl}/\nNonce: forged123` }, "uri"],
          [{ statement: "hello\nURI: https://bank.example" }, "statement"],
          [{ statement: "\u202eelpmaxe.knab" }, "statement"],
          [{ chainId: stack.chainId }, "chainId"],
        ] as const
      ) {
        const siwe = { nonce: "abcdefgh3", chainId: numberToHex(stack.chainId), ...more };
        const { error } = await app.ask("wallet_connect", [{
          capabilities: { signInWithEthereum: siwe },
        }]);
        assertEquals([error!.code, error!.data.field?.split(".").at(-1)], [-32602, field]);
      }
      assertEquals(user.context.pages().length, 1, "no window was opened");
      assertEquals(user.passkeys.prompts, []);
      assertEquals(user.problems, []);
    },
  );
}
