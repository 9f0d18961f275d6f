/**
 * A page that disguises itself: names, logos and other text that could be mistaken for the
 * wallet's.
 *
 * @module
 */
import { askToConnect, introduce, offer } from "./opener.ts";

/** Names, and the part of each that may be visible. */
const names: Readonly<Record<string, unknown>> = {
  bidi: "\u202eknaB\u202c \u2066Shop\u2069 \u200f\u061c",
  zeroWidth: "U\u200bS\u200cD\u200dC\u2060 \ufeffBank\u00ad\u180e",
  tags: "Shop\u{e0042}\u{e0061}\u{e006e}\u{e006b}",
  long: "A".repeat(10_000),
  words: "Verified by the browser ".repeat(400),
  lines: "Shop\n\n\n\n\n\n\n\n\n\nhttps://bank.example\r\n\u2028\u2029",
  address: "https://bank.example",
  port: "bank.example:443",
  slashes: "//bank.example/login",
  nothing: "\u200b\u3164\u2800\u00a0",
  stacked: `Z${"\u0336\u030d\u0353".repeat(300)}`,
  markup: `<b onclick="alert(1)">Bank</b><style>*{display:none}</style>`,
  object: { name: "Bank" },
  list: ["Bank"],
};

/** Logos. None of them may be loaded or run. */
const logos: readonly unknown[] = [
  "javascript:alert(1)",
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
  "data:text/html,<script>alert(1)</script>",
  "http://logo.example/logo.png",
  "//logo.example/logo.png",
  "ftp://logo.example/logo.png",
  "file:///etc/hostname",
  "blob:https://logo.example/1",
  "/logo.png",
  `https://logo.example/${"x".repeat(3000)}`,
  { href: "https://logo.example/logo.png" },
  ["https://logo.example/logo.png"],
  7,
];

/** Introduces itself with a name and a logo, and sends the request. */
function dress(name: string, logo: number): void {
  introduce({ name: names[name], logoUrl: logos[logo] ?? null });
  askToConnect("dressed");
}

/** With a logo of any address. */
function show(logoUrl: string): void {
  introduce({ name: "Shop", logoUrl });
  askToConnect("shown");
}

offer({ dress, show, names: Object.keys(names), logos: logos.length });
