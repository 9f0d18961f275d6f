/** The owner of a helped account: a link cannot pass it off as another friend's. */
import { assertEquals } from "@std/assert";
import { accountOf } from "../../core/account/address.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { friendBook, helpedBook } from "../../core/wallet/device/friends.ts";
import { claimOf, helpedName } from "./claim.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const own = [{ account } as AccountRecord];
const lily = `0x${"ab".repeat(20)}` as const;

Deno.test("friend claim: the name that the user agreed to, not the name of the link", () => {
  assertEquals(claimOf("Mallory", "Lily"), { name: "Lily", doubt: "renamed" });
  for (const same of ["Lily", "lily", ""]) {
    assertEquals(claimOf(same, "Lily"), { name: "Lily", doubt: null });
  }
  assertEquals(claimOf("Mallory", undefined), { name: "Mallory", doubt: "unknown" });
});

Deno.test("friend claim: only of a helped account, not of a recovery address", () => {
  const storage = memoryStorage();
  const friend = { account: account.address, address: lily, name: "Lily", at: 1 };
  friendBook(storage).put(friend);
  assertEquals(helpedName(storage, own, lily), undefined);
  helpedBook(storage).put(friend);
  assertEquals(helpedName(storage, own, lily), "Lily");
  assertEquals(helpedName(storage, [], lily), undefined);
});
