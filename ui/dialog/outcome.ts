/** Waits for the outcome of a request. @module */
import type { DialogRequest } from "@sdk/core/dialog";

/** Returns true once a request is closed. */
export function hasEnded({ status }: Pick<DialogRequest, "status">): boolean {
  const { name } = status.get();
  return name === "approved" || name === "rejected";
}

/** Resolves with the result of a request, or rejects with its error. */
export function outcomeOf({ status }: Pick<DialogRequest, "status">): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const current = status.get();
      if (current.name === "approved") resolve(current.result);
      else if (current.name === "rejected") reject(current.error);
      else return;
      stop();
    };
    const stop = status.subscribe(look);
    look();
  });
}
