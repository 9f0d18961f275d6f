/** Signals to the browser: sent only with a proof, and limited to the proven facts. */
import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import type { OwnerChainView, OwnersView } from "../../protocol/methods/account/acct_get_owners.ts";
import { memoryStorage } from "../../lib/storage.ts";
import type { Ceremony } from "../../passkey/browser/ceremony.ts";
import { removedBook } from "./removed.ts";
import { signalRemoved, signalUsed } from "./passkey_signals.ts";

const account = `0x${"ac".repeat(20)}` as const;
const gone: Hex = `0x${"0a".repeat(64)}`;
const kept: Hex = `0x${"0b".repeat(64)}`;
const rpId = "keys.example";

function scene() {
  const heard: unknown[] = [];
  const ceremony = {
    forget: (site: string, credentialId: string) =>
      heard.push(site === rpId ? credentialId : `${credentialId} of ${site}`),
    describe: (passkey: unknown) => heard.push(passkey),
  } as unknown as Ceremony;
  const removed = removedBook(memoryStorage());
  return { heard, removed, parts: { ceremony, rpId, removed } };
}

function view(owners: readonly Hex[], ...states: OwnerChainView["state"][]): OwnersView {
  return {
    owners: owners.map((owner, index) => ({ index, kind: "passkey", owner, here: index === 0 })),
    chains: states.map((state, id) => ({
      id,
      name: `Chain ${id}`,
      state,
      version: 1,
      update: null,
      recovering: [],
    })),
  };
}

Deno.test("signals: a removed passkey is unknown only once every network has removed it", () => {
  const { heard, removed, parts } = scene();
  removed.put({ account, credentialId: "old", owner: gone });
  for (
    const states of [
      [],
      ["done", "coming"],
      ["done", "waiting"],
      ["done", "down"],
      ["forked"],
      ["lost"],
      ["unknown", "done"],
    ] as const
  ) {
    signalRemoved(parts, account, view([kept], ...states));
    assertEquals([states, heard], [states, []]);
  }
  // Another account of this device does not affect the signal.
  signalRemoved(parts, `0x${"ad".repeat(20)}`, view([kept], "done"));
  assertEquals(heard, []);
  signalRemoved(parts, account, view([kept], "done", "done"));
  assertEquals(heard, ["old"]);
  // Once is enough.
  signalRemoved(parts, account, view([kept], "done", "done"));
  assertEquals(heard, ["old"]);
});

Deno.test("signals: a passkey that was added again is never unknown", () => {
  const { heard, removed, parts } = scene();
  removed.put({ account, credentialId: "old", owner: gone });
  signalRemoved(
    parts,
    account,
    view([kept, gone.toUpperCase().replace("0X", "0x") as Hex], "done"),
  );
  assertEquals([heard, removed.of(account)], [[], []]);
});

Deno.test("signals: a passkey that signed is accepted, under the name of its account", () => {
  const { heard, parts } = scene();
  const userId = new Uint8Array(37).fill(1);
  const record = { credentialId: "new", name: "My account" };
  signalUsed(parts, record, userId);
  signalUsed(parts, { ...record, ens: "lily\u202e.eth" }, userId);
  // An id of another wallet, or no name: no signal is sent.
  signalUsed(parts, record, null);
  signalUsed(parts, record, new Uint8Array(36));
  signalUsed(parts, { ...record, name: "\u200b" }, userId);
  assertEquals(heard, [
    { rpId, credentialId: "new", userId, name: "My account" },
    { rpId, credentialId: "new", userId, name: "lily.eth" },
  ]);
});

Deno.test("removed passkeys: damaged entries are ignored", () => {
  const storage = memoryStorage();
  for (
    const damage of ["{", "5", "[null,1]", '[{"account":"0x12","credentialId":"a","owner":"0x"}]']
  ) {
    storage.set("acct.removed.1", damage);
    assertEquals([damage, removedBook(storage).of(account)], [damage, []]);
  }
});

Deno.test("signals: a passkey of the previous host is described with its own host", () => {
  const { heard, removed, parts } = scene();
  const old = "keys.old.example";
  removed.put({ account, credentialId: "old", owner: gone, rpId: old });
  signalRemoved(parts, account, view([kept], "done"));
  assertEquals(heard, [`old of ${old}`]);
  const record = { credentialId: "kept", name: "Mine", rpId: old };
  signalUsed(parts, record, new Uint8Array(37));
  assertEquals((heard[1] as { rpId: string }).rpId, old);
});
