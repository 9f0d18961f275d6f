/** The status of a bundle, shown to the user while it changes. */
import { assertEquals } from "@std/assert";
import { modes, newOwner, openRequest, options, press, shoot } from "./harness.ts";

const friend = `0x${"a7".repeat(20)}`;

for (const mode of modes) {
  Deno.test(`status, ${mode}: followed until it is final`, options, async () => {
    await using user = await newOwner({ mode });
    const { app } = user;
    const sending = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [{
      id: "order 7",
      calls: [{ to: friend }],
    }]);
    await press(sending.dialog, "sdk-confirm");
    const { id } = (await sending.answer()).result!;
    assertEquals(id, "order 7");

    const asked = await openRequest(app, mode, "wallet_showCallsStatus", [id]);
    await asked.dialog.locator("[data-testid=sdk-bundle][data-code='200']").waitFor();
    await shoot(asked.dialog, `status-${mode}`);
    await asked.dialog.getByTestId("sdk-done").click();
    assertEquals((await asked.answer()).result, null);

    const { error } = await app.ask("wallet_showCallsStatus", ["nobody's"]);
    assertEquals([error?.code, error?.data.cause], [5730, "unknown_bundle"]);
  });
}
