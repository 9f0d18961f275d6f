import { assertEquals } from "@std/assert";
import { isWebView } from "./web_view.ts";

const engine = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const android = "AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile";

for (
  const [name, userAgent, expected] of [
    ["Safari, iPhone", `${iPhone} ${engine} Version/26.0 Mobile/15E148 Safari/604.1`, false],
    ["Chrome, iPhone", `${iPhone} ${engine} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, false],
    ["an app, iPhone", `${iPhone} ${engine} Mobile/15E148`, true],
    ["an app that adds its name, iPhone", `${iPhone} ${engine} Mobile/15E148 [App/9.0]`, true],
    ["Safari, Mac", `${mac} ${engine} Version/26.0 Safari/605.1.15`, false],
    ["an app, Mac or iPad", `${mac} ${engine}`, true],
    [
      "Firefox, Mac",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko Firefox/150",
      false,
    ],
    [
      "an app, Android",
      `Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP2A; wv) ${android} Safari/537.36`,
      true,
    ],
    [
      "Chrome, Android",
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 " +
      "Mobile Safari/537.36",
      false,
    ],
    [
      "Chrome, Linux",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 " +
      "Safari/537.36",
      false,
    ],
    ["nothing", "", false],
  ] as const
) {
  Deno.test(`web view: ${name}`, () => assertEquals(isWebView(userAgent), expected));
}
