import { assertEquals } from "@std/assert";
import {
  bytesToBigInt,
  concat,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  toHex,
  zeroHash,
} from "viem";
import { multicall3 } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { wrapSignature } from "./testing/passkey.ts";
import { createAccount, startStack } from "./testing/stack.ts";

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

for (const [hardfork, count] of [["osaka", 1000], ["prague", 60]] as const) {
  Deno.test(`signatures of the platform's own P-256 verify on ${hardfork}`, async () => {
    await using stack = await startStack(hardfork);
    const algorithm = { name: "ECDSA", namedCurve: "P-256" } as const;
    const key = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
    const point = new Uint8Array(await crypto.subtle.exportKey("raw", key.publicKey));
    const publicKey = toHex(point.slice(1));
    const account = await createAccount(stack, [publicKey]);

    const cases: { digest: Hex; data: Hex; valid: boolean }[] = [];
    for (let i = 0; i < count; i++) {
      const digest = i === 0 ? zeroHash : keccak256(numberToHex(i));
      // WebCrypto hashes with SHA-256 and returns r ‖ s, with `s` in either half.
      const raw = new Uint8Array(
        await crypto.subtle.sign(
          { name: "ECDSA", hash: "SHA-256" },
          key.privateKey,
          new Uint8Array(hexToBytes(digest)),
        ),
      );
      const r = toHex(raw.slice(0, 32));
      const s = bytesToBigInt(raw.slice(32));
      const word = (value: bigint) => numberToHex(value, { size: 32 });
      const [low, high] = s <= order / 2n ? [s, order - s] : [order - s, s];
      cases.push({ digest, data: concat([r, word(low)]), valid: true });
      if (i % 10 === 0) {
        cases.push({ digest, data: concat([r, word(high)]), valid: false });
        cases.push({ digest, data: concat([r, word(low ^ 1n)]), valid: false });
        cases.push({ digest, data: concat([word(low), r]), valid: false });
        cases.push({ digest: keccak256(digest), data: concat([r, word(low)]), valid: false });
      }
    }
    cases.push({ digest: zeroHash, data: concat([zeroHash, zeroHash]), valid: false });
    cases.push({ digest: zeroHash, data: `0x${"ff".repeat(64)}`, valid: false });

    for (let i = 0; i < cases.length; i += 60) {
      const part = cases.slice(i, i + 60);
      const answers = await stack.client.multicall({
        multicallAddress: multicall3,
        allowFailure: false,
        batchSize: 2 ** 20,
        contracts: part.map(({ digest, data }) => ({
          address: account,
          abi: acctAbi,
          functionName: "isOwnerSignature" as const,
          args: [digest, wrapSignature(0, concat([publicKey, data]))] as const,
        })),
      });
      assertEquals(answers, part.map(({ valid }) => valid));
    }
  });
}
