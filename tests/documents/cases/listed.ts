/** Blocks that cannot be run here, each with the reason. @module */
import type { Case } from "../example.ts";

const steps = "changes the machine: needs root, systemd and a domain";

/** Reasons by the names of the blocks. */
export const listedCases: Readonly<Record<string, Case>> = {
  "README.md#acct": "one line never ends, the other runs these tests",
  "docs/architecture.md#how-it-is-built": "a drawing",
  "docs/clear-signing.md#the-public-registry": "needs a copy of the public registry",
  "docs/methods.md#types 2": "types alone: tests/consumers/types_test.ts",
  "docs/publishing.md#npm": "publishes to npm",
  "docs/publishing.md#jsr": "publishes to JSR",
  "docs/publishing.md#the-second-engine": "needs copies of other repositories",
  "docs/quick-start.md#react-with-wagmi": "the packages are in no registry yet",
  "docs/service.md#production-on-debian": steps,
  "docs/service.md#production-on-debian 2": steps,
  "docs/service.md#production-on-debian 3": steps,
  "docs/service.md#production-on-debian 4": steps,
  "docs/service.md#production-on-debian 5": steps,
  "docs/service.md#production-on-debian 6": steps,
  "docs/service.md#production-on-debian 7": steps,
  "docs/service.md#production-on-debian 8": steps,
  "docs/service.md#production-on-debian 9": steps,
  "docs/service.md#production-on-debian 10": steps,
  "docs/service.md#production-on-debian 11": steps,
  "docs/service.md#production-on-debian 12": steps,
  "docs/service.md#production-on-debian 13": steps,
  "docs/service.md#production-on-debian 14": steps,
  "docs/service.md#production-with-containers":
    "needs images: service/main/deployment_files_test.ts checks the files",
  "docs/service.md#nginx": "nginx: tests/stack/deployment_test.ts follows it",
  "docs/service.md#nginx 2": "nginx: tests/stack/deployment_test.ts follows it",
  "docs/service.md#postgresql-and-several-processes":
    "needs a PostgreSQL server: tests/slow/production.ts follows it",
  "docs/service.md#showing-that-the-host-is-unchanged":
    "needs a host on the web: deno task verify:host",
};
