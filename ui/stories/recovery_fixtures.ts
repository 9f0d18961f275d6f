/** Fixtures of recoveries: the alarm in a dialog, and the request that stops one. @module */
import type {
  AlarmView,
  ChangeOwnersPreview,
  DialogRequest,
  RecoveryView,
} from "../../core/dialog/types.ts";
import { writable } from "../../core/lib/readable.ts";
import { alice, recoveryAddress, request, today } from "./fixtures.ts";

/** A waiting recovery. */
export const recovery: RecoveryView = {
  readyAt: today + 3 * 86_400 + 900,
  chains: ["Base", "Optimism"],
  late: [],
  several: false,
};
/** Creates a request to stop a recovery. */
export const stop = (
  recovery: RecoveryView | undefined,
  preview: Partial<ChangeOwnersPreview> = {},
): DialogRequest<"acct_changeOwners"> =>
  request("acct_changeOwners", {
    status: recovery === undefined ? "loading" : "ready",
    kind: "stop",
    owner: recoveryAddress,
    chains: [],
    ...(recovery !== undefined && { recovery }),
    ...preview,
  }) as DialogRequest<"acct_changeOwners">;
/** Adds the alarm of a recovery to a request. */
export const alarmed = (request: DialogRequest): DialogRequest => ({
  ...request,
  alarm: writable<AlarmView | null>({
    account: { address: alice, name: "Everyday" },
    recovery,
    stop: () => stop(recovery),
  }),
});
