/**
 * `deno task test browsers [browser] [folder]`: the tests that can be run in browsers other than
 * Chromium, in each of them or in one. Debian's packages are installed if they are missing.
 */
import { deno } from "./config.ts";
import { installDebian, isInstalled } from "./tools/debian.ts";

/** A browser and its purpose. */
interface OtherBrowser {
  /** The value of `TEST_BROWSER`. */
  readonly name: string;
  /** Program of the browser. */
  readonly program: string;
  /** Debian's packages. */
  readonly packages: readonly string[];
  /** The tests. */
  readonly tests: readonly string[];
}

const browsers: readonly OtherBrowser[] = [
  {
    name: "firefox",
    program: Deno.env.get("FIREFOX_PATH") ?? "firefox-esr",
    packages: ["firefox-esr"],
    // The others count prompts and requests, or hold them up: Firefox does not let its driver.
    tests: [
      "ui/stories",
      ...[
        "chains",
        "clear_signing",
        "demo",
        "home",
        "hooks",
        "language",
        "permissions",
        "refresh",
        "status",
        "stolen_profile",
        "token_fees",
      ].map((name) => `tests/browser/${name}_test.ts`),
    ],
  },
  {
    name: "webkit",
    program: "WebKitWebDriver",
    packages: ["webkit2gtk-driver", "xvfb"],
    // It has no passkeys.
    tests: ["ui/stories"],
  },
];

const [browser, folder = ""] = Deno.args;
const chosen = browsers.filter(({ name }) => browser === undefined || name === browser);
if (chosen.length === 0) throw new Error(`${browser} is not among the browsers`);
let failed = false;
for (const { name, program, packages, tests } of chosen) {
  if (!await isInstalled(program)) {
    await installDebian(packages, `${name} is missing: install ${packages.join(" ")}.`);
  }
  const wanted = tests.filter((path) => path.startsWith(folder));
  failed = await deno(["task", "test", ...wanted], { TEST_BROWSER: name }) !== 0 || failed;
}
Deno.exit(failed ? 1 : 0);
