/** Chooses the name under which a dialog shows a dApp or a program. @module */
import { cleanText } from "../../lib/text.ts";

/** Dots of any script that appear in addresses or resemble such a dot. */
const dots = /[\u2024\u3002\uff61\u06d4\u0701\u0702\u0589\ua4f8\ua60e\u{10a50}\u1427\u2e33]/gu;

/** Characters that resemble the dot of an address. */
const middleDots = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\uff65\u0387\u05c5]/gu;

/** Top-level domains that turn any two words with a dot between them into an address. */
const endings =
  "com|org|net|io|xyz|app|fi|eth|co|me|dev|gov|edu|info|finance|exchange|money|network|ai|gg|ru|de|cn|uk";

/** Slashes and similar characters of addresses. */
const address = new RegExp(
  // `label.ending` in any script; with spaces around the dot only before common endings.
  String.raw`[:/\\@]{2}|[\p{L}\p{N}]\.\p{L}{2,}|\s*\.\s*(?:${endings})(?!\p{L})`,
  "iu",
);

/** Symbols of a verified or protected site. */
const seals =
  /[\u2713\u2714\u2705\u2611\u221a\u2606\u2605\u{1f5f8}\u{1f5f9}\u{1f512}\u{1f513}\u{1f50f}-\u{1f511}\u{1f6e1}\u{1f6c2}\u{1f3c5}\u{1f4ae}\u{1f5dd}\u26e8\u24d8\u2139\u26a0]/u;

/** Words that claim a verification, in the languages of most wallets. */
const claims =
  /verif|offi[cz]i|certifi|authentic|trusted|securit|secured|segur|sicherheit|gepruft|zertifi|bezpec|dogrulan|guvenli|resmi|wallet (?:support|team|security)|passkey|проверен|официал|безопасн|موثق|موثوق|رسمي|امان|أمان|تحقق|אומת|רשמי|सत्यापित|आधिकारिक|已验证|已驗證|官方|认证|認證|安全|公式|認証|確認済|공식|인증|보안/iu;

/** Cyrillic and Greek letters that look like Latin ones. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  [..."аaеeоoрpсcхxуyіiјjѕsԁdһhкkмmтtвbнhαaοoρpνvιiκkτtυuεeϲcγy"].reduce<[string, string][]>(
    (pairs, letter, index, all) => index % 2 === 0 ? [...pairs, [letter, all[index + 1]!]] : pairs,
    [],
  ),
);

/**
 * Returns the display name of a dApp: its own name, unless that resembles the address of another
 * site or a seal. The name is shown next to the real origin and must not contradict it.
 */
export function siteName(value: unknown, origin: string, fallback = "DApp"): string {
  const name = cleanText(value, 64) || fallback;
  const { host, hostname } = new URL(origin);
  return name.toLowerCase() !== hostname && misleads(name) ? host : name;
}

/** Returns the display name of a program: its own, unless that looks like an address or a seal. */
export function programName(value: unknown): string {
  const name = cleanText(value, 64).replace(/["“”„«»]/g, "");
  return name === "" || misleads(name) ? "Program" : name;
}

/** Returns true for a name that looks like an address or a seal. */
export function misleads(name: string): boolean {
  const plain = name.normalize("NFKC").replace(dots, ".");
  if (address.test(plain) || seals.test(plain) || mixesScripts(plain)) return true;
  const dotted = plain.replace(middleDots, ".");
  if (new RegExp(String.raw`\.(?:${endings})(?!\p{L})`, "iu").test(dotted)) return true;
  // Removes diacritics and replaces lookalike letters.
  const bare = plain.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const latin = [...bare].map((letter) => twins[letter] ?? letter).join("");
  return claims.test(plain) || claims.test(bare) || claims.test(latin) || address.test(latin);
}

/** Returns whether a word mixes letters of two scripts with lookalikes. */
function mixesScripts(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some((word) =>
    /\p{Script=Latin}/u.test(word) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word)
  );
}
