/**
 * `deno task test:browsers`: the tests that can be run in browsers other than Chromium, in each of
 * them. Debian's packages are installed where they are missing.
 */
import { deno } from "./config.ts";
import { installDebian, isInstalled } from "./tools/debian.ts";

/** A browser and what runs in it. */
interface OtherBrowser {
  /** As `TEST_BROWSER` has it. */
  readonly name: string;
  /** Its program. */
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

let failed = false;
for (const { name, program, packages, tests } of browsers) {
  if (!await isInstalled(program)) {
    await installDebian(packages, `${name} is missing: install ${packages.join(" ")}.`);
  }
  failed = await deno(["task", "test", ...tests], { TEST_BROWSER: name }) !== 0 || failed;
}
Deno.exit(failed ? 1 : 0);
