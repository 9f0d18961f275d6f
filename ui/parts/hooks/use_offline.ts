/** Detects that the device is offline. @module */
import { useLayoutEffect, useState } from "preact/hooks";
import type { ErrorView } from "@sdk/core/dialog";

/** Errors that a lost network explains. */
const causes: readonly ErrorView["cause"][] = ["service_down", "host_unreachable", "chain_down"];

/** Returns whether an error may be due to the network between the device and the service. */
export function isOfNetwork(error: Pick<ErrorView, "cause"> | undefined): boolean {
  return error !== undefined && causes.includes(error.cause);
}

/** Returns true while the browser reports that it is offline. */
export function useOffline(): boolean {
  const [offline, setOffline] = useState(isOffline);
  useLayoutEffect(() => {
    const look = () => setOffline(isOffline());
    look();
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return offline;
}

/** Runs `action` each time the network is back. */
export function useBackOnline(action: (() => void) | undefined): void {
  useLayoutEffect(() => {
    if (action === undefined) return;
    const run = () => action();
    addEventListener("online", run);
    return () => removeEventListener("online", run);
  }, [action]);
}

function isOffline(): boolean {
  return navigator.onLine === false;
}
