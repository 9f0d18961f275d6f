/**
 * `deno task build rescue [--out FILE]`: writes the rescue page as a single file. It works from a
 * disk and from any host, without a service.
 */
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "./stack/bundle.ts";

const folder = new URL("../host/rescue/", import.meta.url);

/** The page. It contains its style and script, and its policy allows no other code. */
export async function buildRescue(): Promise<string> {
  const [html, style, [main]] = await Promise.all([
    Deno.readTextFile(new URL("index.html", folder)),
    Deno.readTextFile(new URL("style.css", folder)),
    bundle({ entry: "host/rescue/main.tsx" }),
  ]);
  // Escapes text that would close the element early or start a comment in it.
  const script = new TextDecoder().decode(main!.body)
    .replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}'`,
    `style-src '${await hashOf(style)}'`,
    "img-src data:",
    // The user enters the node's URL. The page requests no other address.
    "connect-src https: http://localhost:* http://127.0.0.1:*",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return fill(html, {
    "{{policy}}": policy,
    "<style></style>": `<style>${style}</style>`,
    '<script type="module"></script>': `<script type="module">${script}</script>`,
  });
}

function fill(html: string, parts: Readonly<Record<string, string>>): string {
  let filled = html;
  for (const [place, content] of Object.entries(parts)) {
    if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
    filled = filled.replace(place, () => content);
  }
  return filled;
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { out: { type: "string", default: ".local/rescue.html" } },
  });
  await Deno.mkdir(dirname(values.out), { recursive: true });
  await Deno.writeTextFile(values.out, await buildRescue());
  console.log(values.out);
}
