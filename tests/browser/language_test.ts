/** The language of the dialogs: the user's own on the wallet host, the page's in the page. */
import { assertEquals, assertMatch } from "@std/assert";
import { newUser, openApp, openRequest, options } from "./harness.ts";

const test = (name: string, run: () => Promise<void>) =>
  Deno.test(`language: ${name}`, options, run);
/**
 * The first button, in browsers that detect immediately whether a passkey is available, and in
 * others.
 */
const words = {
  en: /^(Continue|Create account)/,
  de: /^(Weiter|Konto erstellen)/,
  ar: /متابعة|إنشاء حساب/,
  es: /^(Continuar|Crear cuenta)/,
  ja: /^(続ける|アカウントを作成)/,
} as const;

test("the wallet host uses the user's language, independent of the page's", async () => {
  for (
    const [locale, tag, dir, language] of [
      ["de-AT", "de-AT", "ltr", "de"],
      ["ar-EG", "ar-EG", "rtl", "ar"],
      ["es-MX", "es-MX", "ltr", "es"],
      ["ja-JP", "ja-JP", "ltr", "ja"],
      ["fr-FR", "en", "ltr", "en"],
    ] as const
  ) {
    await using user = await newUser({ locale });
    const app = await openApp(user, { mode: "CrossPlatform" });
    const { dialog } = await openRequest(app, "CrossPlatform", "eth_requestAccounts");
    const button = dialog.getByTestId("sdk-create");
    await button.waitFor();
    assertMatch(await button.innerText(), words[language]);
    const root = await dialog.evaluate<string[]>(
      "[document.documentElement.lang, document.documentElement.dir]",
    );
    assertEquals(root, [tag, dir]);
    await dialog.close();
  }
});

test("dialogs in the page follow its option, else its document", async () => {
  for (
    const [locale, language] of [["de-AT", "de"], ["ar", "ar"], ["fr", "en"], [
      undefined,
      "en",
    ]] as const
  ) {
    await using user = await newUser({ locale: "de-DE" });
    const preference = { showTestnets: true, ...(locale && { locale }) };
    const app = await openApp(user, { mode: "AppSpecific", options: { preference } });
    const { dialog } = await openRequest(app, "AppSpecific", "eth_requestAccounts");
    const button = dialog.getByTestId("sdk-create");
    await button.waitFor();
    assertMatch(await button.innerText(), words[language]);
  }
});
