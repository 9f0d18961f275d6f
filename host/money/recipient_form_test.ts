/** Form with a recipient: the contacts that it offers, and the value of an amount. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { text } from "../text/home_en.ts";
import type { Payee } from "../payees/payees.ts";
import { AmountField } from "./amount_field.tsx";
import { RecipientForm } from "./recipient_form.tsx";

type Props = Parameters<typeof RecipientForm>[0];

function open(contacts: readonly Payee[], offer: readonly Payee[] = contacts): HTMLElement {
  const place = document.createElement("div");
  const props = {
    device: { contacts: { list: () => contacts }, service: { call: () => new Promise(() => {}) } },
    record: { account: { address: `0x${"aa".repeat(20)}` } },
    text,
    tag: "en",
    chainId: 1,
    label: text.sendTo,
    testid: "to",
    offer,
    submit: { text: text.review, testid: "go" },
    onSubmit: () => true,
  };
  render(h(RecipientForm, props as unknown as Props), place);
  return place;
}

const [mia, other] = [`0x${"c7".repeat(20)}`, `0x${"d8".repeat(20)}`] as const;

/** Presses a face, and returns the text of the field. */
function choose(place: HTMLElement, at: number): string {
  act(() => place.querySelectorAll<HTMLElement>(".face")[at]!.click());
  return place.querySelector<HTMLInputElement>("[data-testid=to]")!.value;
}

Deno.test("recipient form: faces are offered if there are any, and fill the field", () => {
  assertEquals(open([]).querySelector(".faces"), null);
  const place = open([{ address: mia, name: "Mia" }], [{ address: mia, name: "Mia" }, {
    address: other,
  }]);
  const faces = [...place.querySelectorAll("[data-testid=home-contact]")];
  assertEquals(faces.map(({ textContent }) => textContent), ["Mia", "0xd8d8…d8d8"]);
  assertEquals(choose(place, 0), "Mia");
});

Deno.test("recipient form: a name that two contacts have, or an account, fills in the address", () => {
  const twins = [{ address: mia, name: "Mia" }, { address: other, name: "mia" }];
  assertEquals(choose(open(twins), 1), other);
  assertEquals(choose(open([], [{ address: other, name: "My second account" }]), 0), other);
});

Deno.test("amount field: the value in the user's currency is below the amount", () => {
  const place = document.createElement("div");
  const props = { text, value: "5", invalid: false, testid: "amount", change() {} };
  const worth = () => place.querySelector("[data-testid=amount-worth]")?.textContent;
  render(h(AmountField, { ...props, worth: "$5.00", children: "" }), place);
  assertEquals(worth(), "≈ \u2068$5.00\u2069");
  render(h(AmountField, { ...props, worth: undefined, children: "" }), place);
  assertEquals(worth(), "");
});
