import { assertEquals } from "@std/assert";
import { concat, type Hex, keccak256, slice, toHex } from "viem";
import {
  createAddressOwner,
  createPasskey,
  highS,
  wrapSignature,
} from "../../../contracts/testing/passkey.ts";
import { P256_ORDER } from "../../passkey/signature.ts";
import { ownerWord } from "./key.ts";
import { signerOf } from "./signer.ts";

const digest = keccak256("0x18");
const passkey = createPasskey(6001);
const address = createAddressOwner(6002);

Deno.test("signer: returns the signer, in the one form that the contract accepts", async () => {
  const of = (data: Hex) => signerOf(digest, wrapSignature(3, data));
  assertEquals(await of(passkey.assert(digest)), ownerWord(passkey.bytes));
  assertEquals(await of(passkey.signRaw(digest)), ownerWord(passkey.bytes));
  assertEquals(await of(await address.sign(digest)), address.bytes);
});

Deno.test("signer: rejects the malleable twin of a signature, as the contract does", async () => {
  const raw = passkey.signRaw(digest);
  const upper = toHex(P256_ORDER - BigInt(slice(raw, 96)), { size: 32 });
  const signed = await address.sign(digest);
  const bit = slice(signed, 64) === "0x1b" ? "0x00" : "0x01";
  const twins: Record<string, Hex> = {
    "a passkey's with a high s": passkey.assert(digest, { highS: true }),
    "a wrong place of the challenge": passkey.assert(digest, { challengeIndex: 0 }),
    "a wrong place of the type": passkey.assert(digest, { typeIndex: 2 }),
    "a device key's with a high s": concat([slice(raw, 0, 96), upper]),
    "an address's with a high s": highS(signed),
    "an address's with a bare bit": concat([slice(signed, 0, 64), bit]),
  };
  for (const [name, data] of Object.entries(twins)) {
    assertEquals(await signerOf(digest, wrapSignature(0, data)), null, name);
  }
});
