/** An account with a history: one passkey of two remains, and a recovery address. */
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
  toHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import {
  createAddressOwner,
  createPasskey,
  wrapSignature,
} from "../../../contracts/testing/passkey.ts";
import { stepDigest, toContractRecovery } from "../../../core/account/owners/change.ts";
import { addressOwner, storedWord } from "../../../core/account/owners/key.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { call, type User } from "../support/client.ts";
import { operateAs } from "../accounts/operate.ts";
import { nextChange } from "../accounts/owner_changes.ts";

/** Creates the account: passkey at index 0, a removed one at 1, recovery addresses from 2 on. */
export async function veteran(stack: Stack, user: User, count = 1) {
  const { account, passkey } = user;
  await operateAs(stack, user);
  const removed = createPasskey(7_900);
  const guardians = Array.from({ length: count }, (_, index) => createAddressOwner(7_901 + index));
  const guardian = guardians[0]!;
  let changes: OwnersResult["changes"] = [];
  for (
    const edit of [
      { kind: "add", owner: removed.bytes },
      ...guardians.map(({ bytes: owner }) => ({ kind: "add", owner, as: "recovery" }) as const),
      { kind: "remove", owner: removed.bytes },
    ] as const
  ) {
    const change = await nextChange(account, changes, edit, passkey);
    ({ changes } = await call<OwnersResult>(stack, "acct_putOwnerChange", [{ account, change }]));
  }
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const sender = privateKeyToAccount(`0x${"6f".repeat(32)}`);
  await stack.fund(sender.address, parseEther("10"));
  const at = { address: account.address, abi: acctAbi } as const;
  const [head] = await client.readContract({ ...at, functionName: "ownerState" });
  const relayer = privateKeyToAccount(keys.relayer).address;
  return {
    account,
    passkey,
    removed,
    guardian,
    guardianWord: storedWord({ kind: "recovery", owner: addressOwner(guardian.address) }),
    head,
    /** Starts a recovery by one of the recovery addresses; returns its hash. */
    async start(salt: bigint, by = 0): Promise<Hex> {
      const [now, , , words] = await client.readContract({ ...at, functionName: "ownerState" });
      const index = words.length;
      const recovery = {
        from: [now],
        owners: [{ index, kind: "full" as const, owner: addressOwner(sender.address) }],
        next: index + 1,
        salt: toHex(salt, { size: 32 }),
      };
      const id = stepDigest(account.address, recovery);
      const signature = wrapSignature(2 + by, await guardians[by]!.sign(id));
      const hash = await createWalletClient({ account: sender, transport: http(stack.rpcUrl) })
        .writeContract({
          ...at,
          chain: null,
          // An estimate in the second of the last one is too low: it would write the same time.
          gas: 300_000n,
          functionName: "startRecovery",
          args: [toContractRecovery(recovery), signature],
        });
      const { status } = await client.waitForTransactionReceipt({ hash, checkReplacement: false });
      if (status !== "success") throw new Error("The recovery was not started.");
      return id;
    },
    /** Returns the hash of the recovery that waits. */
    pending: async () =>
      (await client.readContract({ ...at, functionName: "pendingRecoveries" }))[0]?.recovery ??
        zeroHash,
    /** Returns how many transactions the service has sent. */
    carried: () => client.getTransactionCount({ address: relayer }),
  };
}
