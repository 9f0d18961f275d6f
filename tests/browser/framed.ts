/** The test page, with the wallet host in a frame. @module */
import { type Answer, type App, openApp, press, type User } from "./harness.ts";
import type { FrameLocator } from "./playwright.ts";

/** The page with the host in a frame. */
export interface Framed extends App {
  /** The host in its frame. */
  readonly dialog: FrameLocator;
  /** Sends a request. The answer is available once the frame is removed. */
  begin<T>(method: string, params: unknown): Promise<() => Promise<Answer<T>>>;
  /** Sends a request, and clicks this button of the dialog. */
  yes<T>(method: string, params: unknown, button: string): Promise<T>;
  /** Waits until the frame is removed. */
  gone(): Promise<void>;
}

/** Opens the page. */
export async function openFramed(
  user: User,
  transport: "iframe" | "auto" = "iframe",
  url?: string,
): Promise<Framed> {
  const app = await openApp(user, {
    mode: "CrossPlatform",
    options: { preference: { transport } },
    ...(url !== undefined && { url }),
  });
  const dialog = app.page.frameLocator("dialog[data-sdk-frame] iframe");
  const gone = () => app.page.locator("[data-sdk-frame]").waitFor({ state: "detached" });
  const begin = async <T>(method: string, params: unknown) => {
    const position = await app.send(method, params);
    return async () => {
      const answer = await app.answer<T>(position);
      await gone();
      return answer;
    };
  };
  return {
    ...app,
    dialog,
    gone,
    begin,
    async yes<T>(method: string, params: unknown, button: string) {
      const end = await begin<T>(method, params);
      await press(dialog, button);
      const { result, error } = await end();
      if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
  };
}
