import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { defineGlobals } from "../../testing/page_credentials.ts";
import { browserCeremony } from "./ceremony.ts";

const challenge = new Uint8Array(32).fill(7);
const rpId = "keys.example";
const user = { rpId, rpName: rpId, userId: new Uint8Array(37), name: "me", challenge };

Deno.test("passkey: an extension is requested with each prompt, and without one none", async () => {
  const asked: unknown[] = [];
  const credential = {};
  const answer = ({ publicKey }: { publicKey: object }) => {
    asked.push("extensions" in publicKey ? publicKey.extensions : null);
    return Promise.resolve(credential);
  };
  using _ = defineGlobals({
    navigator: { credentials: { create: answer, get: answer } },
    PublicKeyCredential: function () {},
    isSecureContext: true,
  });
  const answers: object[] = [];
  const inputs = { prf: { eval: { first: challenge } } };
  const extension = { inputs, onAnswer: (given: object) => answers.push(given) };
  for (const ceremony of [browserCeremony(extension), browserCeremony()]) {
    // The fake credential has no response.
    await assertRejects(() => ceremony.create(user), AcctError);
    await assertRejects(() => ceremony.get({ rpId, challenge }), AcctError);
  }
  assertEquals(asked, [inputs, inputs, null, null]);
  assertEquals(answers, [credential, credential]);
});
