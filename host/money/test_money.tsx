/** Button that requests test tokens of the local stack for an account. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ConfigurationJson } from "../../core/protocol/service/mod.ts";
import type { RoomProps } from "../parts/room.ts";
import { AddIcon } from "../parts/icons.tsx";
import { useLoaded } from "../parts/loaded.tsx";

/** Id of the local chain. */
const LOCAL_CHAIN = 31337;

/** Returns true if the service offers test tokens on the local chain. */
export function offersTestMoney({ faucet, chains }: ConfigurationJson): boolean {
  return Number(faucet) === LOCAL_CHAIN && chains.some(({ id }) => id === LOCAL_CHAIN);
}

/** Button; renders nothing if the service offers no test tokens. */
export function TestMoney(
  { device, record, text, given, wide = false }: Pick<RoomProps, "device" | "record" | "text"> & {
    /** True for a link of a page, instead of a round action. */
    readonly wide?: boolean;
    /** Called after the account received test tokens. */
    readonly given: () => void;
  },
): VNode | null {
  const served = useLoaded(() => device.service.configuration(), record);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  if (served.value === null || !offersTestMoney(served.value)) return null;
  const get = () => {
    if (state === "busy") return;
    setState("busy");
    device.service.rpc("acct_getTestMoney", [record.account.address]).then(
      () => {
        setState("idle");
        given();
      },
      () => setState("failed"),
    );
  };
  const words = (
    <span aria-live="polite">{state === "failed" ? text.testMoneyFailed : text.testMoney}</span>
  );
  return (
    <button
      type="button"
      class={wide ? "link" : undefined}
      aria-disabled={state === "busy"}
      data-testid="home-test-money"
      onClick={get}
    >
      {wide ? null : (
        <span class="round filled">
          <AddIcon />
        </span>
      )}
      {words}
    </button>
  );
}
