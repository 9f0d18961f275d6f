import "../../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import type { GrantPreview } from "../../../core/dialog/types.ts";
import { writable } from "../../../core/lib/readable.ts";
import type { Less } from "../../../core/permission/lower.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { newHandler, opened, requestOf } from "../../testing/dialogs.ts";

Deno.test("grant: an invalid field is never confirmed as another value", async () => {
  const lowered: bigint[] = [];
  const handler = newHandler();
  const preview = requestOf("grant-less").preview.get() as GrantPreview;
  const lower = ({ allowances }: Less) => void lowered.push(allowances[0]!);
  const request = requestOf("grant-less", { preview: writable({ ...preview, lower }) });
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const field = (name: string) =>
    root.querySelector<HTMLInputElement>(`[data-testid=sdk-less-${name}]`)!;
  const type = (name: string, typed: string) => {
    const input = field(name);
    input.value = typed;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const confirm = () => root.querySelector("[data-testid=sdk-confirm]")!;
  const isIdle = (expected: boolean) =>
    until(
      `the button waits: ${expected}`,
      () => confirm().hasAttribute("data-idle") === expected,
      5,
    );
  const usual = [field("amount").value, field("end").value] as const;
  const shown = confirm().hasAttribute("data-idle");
  assertEquals(shown, false);
  // Thousands separators, another language's decimal separator, a too large amount, zero.
  for (const typed of ["1,000", "0,5", "99999999", "0", ""]) {
    type("amount", typed);
    await isIdle(true);
    type("amount", usual[0]);
    await isIdle(false);
  }
  // A valid field does not change the state of another one.
  type("amount", "0,5");
  await isIdle(true);
  type("end", "1999-01-01");
  type("end", usual[1]);
  await until(
    "one field is wrong",
    () => root.querySelectorAll("[data-testid=sdk-less-wrong]").length === 1,
    5,
  );
  await isIdle(true);
  type("amount", usual[0]);
  await isIdle(false);
  assertEquals(lowered, []);
  handler.cleanup();
});
