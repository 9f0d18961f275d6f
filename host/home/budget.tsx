/** Opens the budget request of a link, and passes on the grant. @module */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type BudgetRequest, readBudgetLink } from "../../pay/budget/link.ts";
import type { WalletGrantPermissionsResponse } from "../../core/permission/details.ts";
import { grantBudget } from "../device/prompts.ts";
import { download } from "../parts/download.ts";
import type { RoomProps } from "../parts/room.ts";
import { hashOf } from "../parts/route.ts";

/** A requested budget; `unreadable` for an invalid link. */
export type AskedBudget = BudgetRequest | "unreadable" | null;

/**
 * Reads the requested budget from the page's URL, and removes it from the URL immediately: going
 * back or reloading does not repeat the request. Links that arrive while a request is open are
 * ignored, because a page that can change the URL could otherwise put one dialog over another.
 */
export function useBudgetLink(): { readonly asked: AskedBudget; readonly done: () => void } {
  const [asked, setAsked] = useState<AskedBudget>(null);
  useEffect(() => {
    const follow = () => {
      if (!location.hash.startsWith("#budget=")) return;
      const next = readBudgetLink(location.href) ?? "unreadable";
      setAsked((before) => before === null || before === "unreadable" ? next : before);
      history.replaceState(null, "", hashOf("apps"));
      dispatchEvent(new HashChangeEvent("hashchange"));
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return { asked, done: () => setAsked(null) };
}

/** Prompts the user once per link, then offers the file for the agent. */
export function Budget(
  { device, record, asked, done, text }: Omit<RoomProps, "tag"> & {
    asked: AskedBudget;
    done: () => void;
  },
): VNode | null {
  const [given, setGiven] = useState<
    | { readonly name: string; readonly granted: WalletGrantPermissionsResponse }
    | "unreadable"
    | null
  >(null);
  const latest = useRef<BudgetRequest | null>(null);
  useEffect(() => {
    if (asked === null || asked === "unreadable" || latest.current === asked) return;
    latest.current = asked;
    void grantBudget(device, record, asked, text.byLink).then((granted) => {
      done();
      if (granted === null || granted === "unreadable") return setGiven(granted);
      const agent = device.grants.list().find(({ id }) => id === granted.permissionId)?.agent;
      setGiven({ name: text.agent(`\u2068${agent?.name ?? ""}\u2069`), granted });
    });
  }, [asked]);
  if (asked === "unreadable" || given === "unreadable") {
    const close = () => {
      setGiven(null);
      done();
    };
    return (
      <section class="banner" role="status" data-testid="home-budget-unreadable">
        <p>{text.budgetUnreadable}</p>
        <button type="button" class="link" onClick={close}>{text.close}</button>
      </section>
    );
  }
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
