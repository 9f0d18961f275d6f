import { assertEquals, assertNotEquals } from "@std/assert";
import type { Hex } from "viem";
import { openData, readSecret, sealData } from "./sealed.ts";

const secret = (byte: number) => new Uint8Array(32).fill(byte);
const account = `0x${"Ab".repeat(20)}` as const;

Deno.test("sealed: each passkey has its own token and key, the same on all devices", async () => {
  const [one, same, other] = await Promise.all([secret(1), secret(1), secret(2)].map(readSecret));
  assertEquals(one!.token, same!.token);
  assertNotEquals(one!.token, other!.token);
  const data = await sealData(one!.key, account, "text");
  assertEquals(await openData(same!.key, `0x${"ab".repeat(20)}`, data), "text");
  assertEquals(await openData(other!.key, account, data), null);
  // The service, which has the token, cannot use it as the key.
  const bytes = Uint8Array.fromHex(one!.token.slice(2));
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["decrypt"]);
  assertEquals(await openData(key, account, data), null);
  // Equal texts have different ciphertexts.
  assertNotEquals(await sealData(one!.key, account, "text"), data);
});

Deno.test("sealed: the service cannot change data, or return another account's", async () => {
  const { key } = await readSecret(secret(1));
  const data = await sealData(key, account, "text");
  assertEquals(await openData(key, `0x${"cd".repeat(20)}`, data), null);
  for (let at = 2; at < data.length; at += 2) {
    const byte = (Number.parseInt(data.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, "0");
    const changed = `${data.slice(0, at)}${byte}${data.slice(at + 2)}` as Hex;
    assertEquals(await openData(key, account, changed), null, `byte ${at / 2 - 1}`);
  }
  for (const cut of ["0x", data.slice(0, 26), data.slice(0, -2), `${data}00`, "0xzz", 5]) {
    assertEquals(await openData(key, account, cut as Hex), null);
  }
});
