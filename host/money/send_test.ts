/** Token of a payment, and the offer to save its recipient. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import type { HoldingView } from "../../core/dialog/account.ts";
import { contactBook } from "../../core/wallet/device/contacts.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { text } from "../text/home_en.ts";
import { Sent } from "./sent.tsx";
import { TokenChoice } from "./token_choice.tsx";

const holding = (symbol: string): HoldingView => ({
  chainId: 1,
  chainName: "One",
  amount: 1n,
  token: { address: `0x${"d5".repeat(20)}`, symbol, decimals: 6 },
});

Deno.test("token choice: a single token is shown without a choice", () => {
  const draw = (...holdings: HoldingView[]) => {
    const place = document.createElement("div");
    render(h(TokenChoice, { text, holdings, at: 0, choose() {} }), place);
    return [place.querySelector("b")?.textContent, place.querySelectorAll("option").length];
  };
  assertEquals(draw(holding("USDC")), ["USDC", 0]);
  assertEquals(draw(holding("USDC"), holding("DAI")), ["USDC", 2]);
});

Deno.test("sent: the recipient is saved under the typed name only", () => {
  const contacts = contactBook(memoryStorage());
  const address = `0x${"c7".repeat(20)}` as const;
  const draw = (name: string) => {
    const place = document.createElement("div");
    const sent = { address, figure: "5 USDC", name };
    render(h(Sent, { device: { contacts }, text, sent } as never), place);
    assertEquals(place.querySelector(".primary")?.textContent, text.done);
    act(() => place.querySelector<HTMLElement>("[data-testid=home-send-keep]")!.click());
    return place.querySelector<HTMLInputElement>("[data-testid=home-send-contact]")!;
  };
  // A cut name would have another end, which is its domain.
  assertEquals(draw(`${"a".repeat(200)}.bob.eth`).value, "");
  const field = draw("bob.eth");
  assertEquals(field.value, "bob.eth");
  act(() => {
    field.value = "Bob";
    field.dispatchEvent(new Event("input"));
  });
  act(() => void field.form!.dispatchEvent(new Event("submit", { cancelable: true })));
  assertEquals(contacts.list(), [{ address, name: "Bob" }]);
});
