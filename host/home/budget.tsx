/** Opens the request for a budget that a link holds, and hands over what was granted. @module */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type BudgetRequest, readBudgetLink } from "../../core/pay/link.ts";
import type { WalletGrantPermissionsResponse } from "../../core/permission/details.ts";
import { grantBudget } from "../prompts.ts";
import { download } from "./download.ts";
import type { RoomProps } from "./account.tsx";
import { hashOf } from "./route.ts";

/**
 * Reads the budget that the page's address asks for. It leaves the address at once: going back or
 * loading again does not ask again.
 */
export function useBudgetLink(): {
  readonly asked: BudgetRequest | null;
  readonly done: () => void;
} {
  const [asked, setAsked] = useState<BudgetRequest | null>(null);
  useEffect(() => {
    const follow = () => {
      if (!location.hash.startsWith("#budget=")) return;
      setAsked(readBudgetLink(location.href) ?? null);
      history.replaceState(null, "", hashOf("apps"));
      dispatchEvent(new HashChangeEvent("hashchange"));
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return { asked, done: () => setAsked(null) };
}

/** Asks the user once per link; then offers the file for the agent. */
export function Budget(
  { device, record, asked, done, text }: Omit<RoomProps, "tag"> & {
    asked: BudgetRequest | null;
    done: () => void;
  },
): VNode | null {
  const [given, setGiven] = useState<
    { readonly name: string; readonly granted: WalletGrantPermissionsResponse } | null
  >(null);
  const latest = useRef<BudgetRequest | null>(null);
  useEffect(() => {
    if (asked === null || latest.current === asked) return;
    latest.current = asked;
    void grantBudget(device, record, asked, text.byLink).then((granted) => {
      done();
      if (granted === null) return;
      const agent = device.grants.list().find(({ id }) => id === granted.permissionId)?.agent;
      setGiven({ name: text.agent(`\u2068${agent?.name ?? ""}\u2069`), granted });
    });
  }, [asked]);
  if (given === null) return null;
  return (
    <section class="banner" role="status" data-testid="home-budget-given">
      <b>{text.budgetGiven(`\u2068${given.name}\u2069`)}</b>
      <p class="note">{text.budgetGivenLine}</p>
      <button
        type="button"
        data-testid="home-budget-save"
        onClick={() =>
          download("granted.json", "application/json", JSON.stringify(given.granted, null, 2))}
      >
        {text.saveBudget}
      </button>
      <button type="button" class="link" onClick={() => setGiven(null)}>{text.close}</button>
    </section>
  );
}
