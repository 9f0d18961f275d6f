/** Writes `create/templates.ts`: the examples as templates of new apps. @module */
import { allFiles, readText } from "../check/files.ts";

/** An example as a template. */
interface Source {
  /** Folder in `examples/`. */
  readonly folder: string;
  /** Changes the texts of files, by path. */
  readonly change?: Readonly<Record<string, (text: string) => string>>;
  /** Manifest of an example that has none. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Name of the variable with the key, for examples that read it from the environment. */
  readonly variable?: string;
}

const sources: Readonly<Record<string, Source>> = {
  "react-wagmi": { folder: "react-wagmi", variable: "VITE_ACCT_KEY" },
  next: { folder: "next", variable: "ACCT_KEY" },
  vue: { folder: "vue", variable: "VITE_ACCT_KEY" },
  vanilla: {
    folder: "vanilla-cdn",
    manifest: {
      private: true,
      type: "module",
      scripts: { dev: "vite", build: "vite build" },
      dependencies: { "@sdk/acct": "^0.1.0", viem: "2.57.1" },
      devDependencies: { vite: "8.3.8" },
    },
    change: {
      // The bundler finds the package by its name.
      "index.html": (text) =>
        replaceOnce(text, /^ *<script type="importmap">[\s\S]*?<\/script>\n/m, ""),
      "main.js": (text) =>
        replaceOnce(
          replaceOnce(text, /^\/\/ .*\n/, ""),
          /^ *\/\/ .*\n( *)apiKey: .*,$/m,
          '$1apiKey: "__ACCT_KEY__",',
        ),
    },
  },
};

/** Files of an example that belong to its test or to the repository. */
const left = /(?:^|\/)(?:README|PACKAGE)\.md$|\.spec\.ts$|^playwright\.config\.ts$/;

/** Returns the text of the module. */
export async function templatesModule(): Promise<string> {
  const paths = await allFiles();
  const templates: Record<string, Record<string, string>> = {};
  for (const [name, source] of Object.entries(sources)) {
    templates[name] = await templateOf(name, source, paths);
  }
  const table = JSON.stringify(templates, null, 2);
  return `/** Templates of apps, made of \`examples/\` by \`deno task docs\`. @module */

/** Files of each template, by path. */
export const templates: Readonly<Record<string, Readonly<Record<string, string>>>> = ${table};
`;
}

async function templateOf(
  name: string,
  { folder, change = {}, manifest, variable }: Source,
  paths: readonly string[],
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const base = `examples/${folder}/`;
  for (const path of paths) {
    const place = path.startsWith(base) ? path.slice(base.length) : "";
    if (place === "" || left.test(place)) continue;
    const text = (await readText(path))!;
    files[place] = change[place]?.(text) ?? text;
  }
  const { scripts, devDependencies, ...rest } = manifest ?? JSON.parse(files["package.json"]!);
  const { dev, test: _test, ...others } = scripts;
  const { "@playwright/test": _playwright, ...tools } = devDependencies;
  const written = {
    ...rest,
    scripts: { dev: "node dev.mjs", app: dev, ...others },
    devDependencies: tools,
  };
  files["package.json"] = `${JSON.stringify(written, null, 2)}\n`;
  files["dev.mjs"] = (await readText("create/dev.mjs"))!;
  files[".gitignore"] = "node_modules\ndist\n.next\n";
  if (variable !== undefined) files[".env"] = `${variable}=__ACCT_KEY__\n`;
  files["README.md"] = readme(name);
  return files;
}

function readme(name: string): string {
  return `# An app with Acct

Created from the example \`${name}\`.

\`\`\`sh
npm install
npm run dev     # the local stack and the app
npm run build
\`\`\`

The key of the local stack works on this machine only. Replace it before you deploy the app.
`;
}

function replaceOnce(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`No part of the example matches ${pattern}.`);
  return text.replace(pattern, by);
}
