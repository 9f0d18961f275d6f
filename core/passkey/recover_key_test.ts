import { assertEquals, assertRejects } from "@std/assert";
import { P256 } from "ox";
import { concat } from "viem";
import { AcctError } from "../ground/errors.ts";
import { softwareAuthenticator } from "../testing/authenticator.ts";
import { checkAssertion } from "./assertion.ts";
import { toBigInt, word } from "./bytes.ts";
import { keysOf } from "./curve.ts";
import { recoverKey } from "./recover_key.ts";
import { P256_ORDER } from "./signature.ts";

const origin = "https://keys.example";
const rpId = "keys.example";

/** Creates a passkey that signs random challenges. */
async function passkey() {
  const device = softwareAuthenticator(origin);
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  await device.create({ rpId, rpName: rpId, userId: random(37), name: "A", challenge: random(32) });
  const { x, y } = P256.getPublicKey({ privateKey: device.credentials[0]!.privateKey });
  return {
    device,
    publicKey: concat([word(x), word(y)]),
    async sign(challenge = random(32)) {
      const given = await device.get({ rpId, challenge });
      return checkAssertion(given, { challenge, origin, rpId });
    },
  };
}

Deno.test("recover key: two assertions determine the key, for any key and either s", async () => {
  for (let round = 0; round < 60; round++) {
    const { device, publicKey, sign } = await passkey();
    device.lies.highS = round % 2 === 1;
    const first = await sign();
    device.lies.highS = round % 3 === 1;
    assertEquals(await recoverKey(first, await sign()), publicKey);
  }
});

Deno.test("recover key: other input determines no key", async () => {
  const { device, sign } = await passkey();
  const [first, second] = [await sign(), await sign()];
  const refused = async (one: typeof first, other: typeof first) => {
    const error = await assertRejects(() => recoverKey(one, other), AcctError);
    assertEquals(error.data.cause, "passkey_invalid");
  };
  // Identical signatures, including one with the other `s`.
  await refused(first, first);
  await refused(first, { ...first, s: P256_ORDER - first.s });
  // Another passkey, under its own id and under this one's.
  const stranger = await (await passkey()).sign();
  await refused(first, stranger);
  await refused(first, { ...stranger, credentialId: first.credentialId });
  // Signatures of other data, and invalid ones.
  await refused(first, { ...second, authenticatorData: new Uint8Array(37) });
  await refused(first, { ...second, clientDataJSON: first.clientDataJSON });
  await refused(first, { ...second, r: second.s, s: second.r });
  for (const bad of [0n, 1n, P256_ORDER, P256_ORDER - 1n, 2n ** 256n - 1n]) {
    await refused(first, { ...second, r: bad });
    await refused({ ...first, r: bad }, second);
    await refused(first, { ...second, s: bad });
  }
  assertEquals(device.prompts.filter((kind) => kind === "get").length, 2);
});

Deno.test("recover key: the keys of a signature match a library's", () => {
  for (let round = 0; round < 200; round++) {
    const payload = crypto.getRandomValues(new Uint8Array(32));
    const { r, s } = P256.sign({ payload, privateKey: P256.randomPrivateKey() });
    const theirs = [0, 1].map((yParity) =>
      P256.recoverPublicKey({ payload, signature: { r, s, yParity } })
    );
    const sorted = (keys: readonly { x: bigint; y: bigint }[]) =>
      keys.map(({ x, y }) => `${x} ${y}`).sort();
    assertEquals(sorted(keysOf(toBigInt(payload), r, s)), sorted(theirs));
  }
});
