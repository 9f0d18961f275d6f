/**
 * The fonts that browsers use in tests: one fixed set, independent of the fonts installed on the
 * machine.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { locateOne, versions } from "./mod.ts";

/** Used files of the package. It also has condensed fonts and others that no page uses. */
const files = [
  "DejaVuSans",
  "DejaVuSans-Bold*",
  "DejaVuSans-Oblique",
  "DejaVuSansMono*",
  "DejaVuSerif",
  "DejaVuSerif-*",
];

/** Families of the set for CSS's generic ones; the last one for all others too. */
const families = [
  ["serif", "DejaVu Serif"],
  ["monospace", "DejaVu Sans Mono"],
  [null, "DejaVu Sans"],
] as const;

/**
 * Writes fontconfig's configuration to a folder of this user, with its cache. Hinting is slight, as
 * on most desktops: widths then do not depend on it.
 *
 * @param further files with letters that the set lacks
 * @returns the environment for a browser; browsers without fontconfig ignore it
 */
export async function fontEnvironment(
  further: readonly string[] = [],
): Promise<Record<string, string>> {
  if (Deno.build.os !== "linux") return {};
  const fonts = await fontFolder();
  const folder = join(tmpdir(), `acct-fonts-${Deno.uid()}`);
  const text = configuration(fonts, join(folder, "cache"), further);
  const file = join(folder, further.length === 0 ? "fonts.conf" : "more-fonts.conf");
  await Deno.mkdir(folder, { recursive: true });
  // Left alone when it is right already: another browser may be reading it.
  if (await Deno.readTextFile(file).catch(() => "") !== text) await Deno.writeTextFile(file, text);
  return { FONTCONFIG_FILE: file };
}

/** Returns the folder of the set. */
export async function fontFolder(): Promise<string> {
  return dirname(await locateOne(`${versions.fonts}/ttf/DejaVuSans.ttf`));
}

function configuration(fonts: string, cache: string, further: readonly string[]): string {
  const paths = [...files.map((name) => `${fonts}/${name}.ttf`), ...further];
  const globs = paths.map((path) => `<glob>${path}</glob>`);
  const folders = new Set([fonts, ...further.map(dirname)]);
  const rules = families.map(([generic, family]) => `
  <match target="pattern">${
    generic === null ? "" : `
    <test name="family"><string>${generic}</string></test>`
  }
    <edit name="family" mode="append_last" binding="strong"><string>${family}</string></edit>
  </match>`);
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${[...folders].map((each) => `<dir>${each}</dir>`).join("")}
  <cachedir>${cache}</cachedir>
  <selectfont>
    <acceptfont>${globs.join("")}</acceptfont>
    <rejectfont><glob>*</glob></rejectfont>
  </selectfont>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>${rules.join("")}
</fontconfig>
`;
}
