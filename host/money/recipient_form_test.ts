/** Form with a recipient: the contacts that it offers, and the value of an amount. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { text } from "../text/home_en.ts";
import { AmountField } from "./amount_field.tsx";
import { RecipientForm } from "./recipient_form.tsx";

type Props = Parameters<typeof RecipientForm>[0];

function open(contacts: readonly { address: string; name: string }[]): HTMLElement {
  const place = document.createElement("div");
  const props = {
    device: { contacts: { list: () => contacts } },
    record: { account: { address: `0x${"aa".repeat(20)}` } },
    text,
    tag: "en",
    chainId: 1,
    label: text.sendTo,
    testid: "to",
    offer: true,
    submit: { text: text.review, testid: "go" },
    onSubmit: () => true,
  };
  render(h(RecipientForm, props as unknown as Props), place);
  return place;
}

Deno.test("recipient form: contacts are offered if there are any", () => {
  assertEquals(open([]).querySelector(".faces"), null);
  const faces = open([{ address: `0x${"c7".repeat(20)}`, name: "Mia" }]);
  assertEquals(faces.querySelector("[data-testid=home-contact]")?.textContent, "Mia");
  assertEquals(faces.querySelectorAll(".face").length, 2);
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
