/** Blocks that cannot be run here, each with the reason. @module */
import type { Case } from "../example.ts";

const steps = "changes the machine: needs root, systemd and a domain";

/** Reasons by the names of the blocks. */
export const listedCases: Readonly<Record<string, Case>> = {
  "README.md#acct": "one command runs until it is stopped, the other one runs these tests",
  "README.md#install": "the packages are not published yet",
  "docs/architecture.md#architecture": "a drawing",
  "docs/clear-signing.md#the-public-registry": "needs a copy of the public registry",
  "docs/device-links.md#a-page": "needs a second device: tests/browser/device_link_test.ts",
  "docs/device-links.md#a-program": "needs a second device: tests/browser/device_link_test.ts",
  "docs/device-links.md#react-native":
    "needs React Native: tests/browser/native_link_test.ts, tests/consumers/types/native.ts",
  "docs/device-links.md#a-terminal": "needs a second device: tests/browser/device_link_test.ts",
  "docs/methods.md#types 2": "types alone: tests/consumers/types_test.ts",
  "docs/migration.md#codemod": "the packages are in no registry yet",
  "docs/publishing.md#npm": "publishes to npm",
  "docs/publishing.md#jsr": "publishes to JSR",
  "docs/publishing.md#the-second-engine": "needs copies of other repositories",
  "docs/quick-start.md#create-an-app": "the packages are in no registry yet",
  "docs/quick-start.md#react-with-wagmi": "the packages are in no registry yet",
  "docs/extension.md#build": "tests/extension_build_test.ts builds it",
  "docs/verify-signatures.md#other-languages": "installs from npm",
  "docs/verify-signatures.md#python": "needs Python with pycryptodome",
  "docs/verify-signatures.md#go": "needs Go",
  "docs/verify-signatures.md#rust": "needs Rust",
  "docs/self-hosting/install.md#production-on-debian": steps,
  "docs/self-hosting/install.md#production-on-debian 2": steps,
  "docs/self-hosting/install.md#production-on-debian 3": steps,
  "docs/self-hosting/install.md#production-on-debian 4": steps,
  "docs/self-hosting/install.md#production-on-debian 5": steps,
  "docs/self-hosting/install.md#production-on-debian 6": steps,
  "docs/self-hosting/install.md#production-on-debian 7": steps,
  "docs/self-hosting/install.md#production-on-debian 8": steps,
  "docs/self-hosting/install.md#production-on-debian 9": steps,
  "docs/self-hosting/install.md#production-on-debian 10": steps,
  "docs/self-hosting/install.md#production-on-debian 11": steps,
  "docs/self-hosting/install.md#production-on-debian 12": steps,
  "docs/self-hosting/install.md#production-on-debian 13": steps,
  "docs/self-hosting/install.md#production-on-debian 14": steps,
  "docs/self-hosting/install.md#production-with-containers":
    "needs images: service/main/deployment_files_test.ts checks the files",
  "docs/self-hosting/install.md#nginx":
    "nginx: tests/stack/processes/deployment_test.ts follows it",
  "docs/self-hosting/install.md#nginx 2":
    "nginx: tests/stack/processes/deployment_test.ts follows it",
  "docs/self-hosting/networks.md#checklist 2": "reads a key from the terminal",
  "docs/self-hosting/scaling.md#several-processes":
    "needs a PostgreSQL server: tests/slow/production.ts follows it",
  "docs/self-hosting/install.md#verify-the-wallet-host":
    "needs a host on the web: deno task verify",
};
