/** Detects the features of the browser of the tests. @module */
import { serveText, type User } from "./harness.ts";

/** Returns whether the browser blocks windows that open without a click. */
export async function blocksPopups(user: User): Promise<boolean> {
  await using server = serveText(
    `<script>globalThis.blocked = open("about:blank") === null</script>`,
  );
  const page = await user.context.newPage();
  await page.goto(`http://localhost:${server.addr.port}`);
  const blocked = await page.evaluate<boolean>("blocked");
  for (const open of user.context.pages()) await open.close();
  return blocked;
}
