import { assertEquals } from "@std/assert";
import { getAddress, type Hex, maxUint256 } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import { account, token } from "../../testing/orders.ts";
import { typed } from "../../testing/typed.ts";
import { readTyped } from "./mod.ts";

const thief: Hex = getAddress(`0x${"66".repeat(20)}`);
const signer = { address: getAddress(account), chainId: 1 };

const read = (data: TypedData) => readTyped(data, signer);
const codes = (data: TypedData) =>
  read(data).warnings().map(({ code, level }) => `${code} ${level}`);

Deno.test("permits: a permit that lasts longer than a year is a separate risk", () => {
  const year = 366 * 86_400;
  const now = Math.floor(Date.now() / 1000);
  const spends = { "address owner": account, "address spender": thief, "uint256 nonce": 0 };
  const erc2612 = (deadline: unknown) =>
    typed("Permit", { ...spends, "uint256 value": 5, "uint256 deadline": deadline });
  const dai = (expiry: number, allowed = true) =>
    typed("Permit", {
      "address holder": account,
      "address spender": thief,
      "uint256 nonce": 0,
      "uint256 expiry": expiry,
      "bool allowed": allowed,
    });
  const details = (expiration: number) => ({
    "address token": token,
    "uint160 amount": "7",
    "uint48 expiration": expiration,
  });
  const single = (expiration: number) =>
    typed("PermitSingle", { "Details details": details(expiration), "address spender": thief }, {});
  const batch = (...expirations: number[]) =>
    typed(
      "PermitBatch",
      { "Details[] details": expirations.map(details), "address spender": thief },
      {},
    );
  const isLong = (data: TypedData) => codes(data).includes("long_approval warning");
  const isLongAt = (make: (at: number) => TypedData) =>
    [now + 60, now + year - 60, now + year + 60, 5_287_491_525].map((at) => isLong(make(at)));
  const expected = [false, false, true, true];
  assertEquals(isLongAt(erc2612), expected);
  assertEquals(isLongAt(dai), expected);
  assertEquals(isLongAt(single), expected);
  assertEquals(isLongAt((at) => batch(now + 60, at)), expected);
  // Without a limit.
  assertEquals([erc2612(maxUint256.toString()), dai(0)].map(isLong), [true, true]);
  // For Permit2, zero is the end of the block; a revocation does not last.
  assertEquals([single(0), dai(5_287_491_525, false)].map(isLong), [false, false]);
});

Deno.test("keys that replace the account's own are a danger, and need no descriptor", () => {
  const update = typed("AccountUpdate", {
    "address owner": account,
    "uint32 accountID": 5,
    "uint32 feeTokenID": 0,
    "uint96 maxFee": 0,
    "uint256 publicKey": 7,
    "uint32 validUntil": 1793577600,
    "uint32 nonce": 1,
  });
  assertEquals(codes(update), ["hands_over danger"]);
  assertEquals([read(update).isPlain, read(update).view.until], [false, 1_793_577_600n]);
});
