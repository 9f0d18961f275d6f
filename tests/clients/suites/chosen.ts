/** Lists which tests of others are run, and which of them do not apply. @module */
import type { SuiteName } from "./copies.ts";
import { viemFiles } from "./viem/files.ts";
import { wagmiFiles } from "./wagmi/files.ts";

/** Tests that do not apply, by name, each with the reason. */
export type NotApplying = Readonly<Record<string, string>>;

/** The tests of a repository. */
export interface ChosenSuite {
  /** Test files, each with its tests that do not apply. */
  readonly files: Readonly<Record<string, NotApplying>>;
  /** Their modules that ours replace. */
  readonly replaced: Readonly<Record<string, string>>;
  /** Names of packages and their kind: a package, or sources of the copy. */
  readonly imports: Readonly<Record<string, string>>;
  /** Modules that no copy contains, with the names imported from them. */
  readonly absent: Readonly<Record<string, readonly string[]>>;
  /** Names of the module that the tests' build makes of contracts. */
  readonly compiled: readonly string[];
  /** Modules that read a bundler's environment, which does not exist here. */
  readonly withoutEnvironment: readonly string[];
}

/** Tests of both. */
export const chosen: Readonly<Record<SuiteName, ChosenSuite>> = {
  wagmi: {
    files: wagmiFiles,
    replaced: {
      "@wagmi/test": "wallet.ts",
      "packages/core/src/connectors/mock.js": "mock.ts",
      "packages/core/src/version.js": "version.ts",
    },
    imports: {
      wagmi: "packages/core/src/exports/index.ts",
      "wagmi/actions": "packages/core/src/exports/actions.ts",
      "@wagmi/core": "packages/core/src/exports/index.ts",
      eventemitter3: "npm:eventemitter3@5.0.1",
      mipd: "npm:mipd@0.0.7",
      zustand: "npm:zustand@5.0.0",
      "zustand/": "npm:/zustand@5.0.0/",
    },
    absent: {},
    compiled: [],
    withoutEnvironment: ["packages/test/src/constants.ts"],
  },
  viem: {
    files: viemFiles,
    replaced: {
      "~test/anvil.js": "anvil.ts",
      "test/src/anvil.js": "anvil.ts",
      "~test/constants.js": "constants.ts",
      "test/src/constants.js": "constants.ts",
      "~test/utils.js": "utils.ts",
      "src/errors/utils.js": "error_utils.ts",
    },
    imports: {
      "~test/": "test/src/",
      "@noble/curves/": "npm:/@noble/curves@1.9.1/",
      "@noble/hashes/": "npm:/@noble/hashes@1.8.0/",
      "@scure/bip32": "npm:@scure/bip32@1.7.0",
      "@scure/bip39": "npm:@scure/bip39@1.6.0",
      "@scure/bip39/": "npm:/@scure/bip39@1.6.0/",
      abitype: "npm:abitype@1.2.3",
      isows: "npm:isows@1.0.7",
      ws: "npm:ws@8.21.0",
      "ox/": "npm:/ox@0.14.45/",
    },
    absent: {
      "~test/account-abstraction.js": ["getSmartAccounts_06", "getSmartAccounts_07"],
      "~test/kzg.js": ["kzg", "blobData"],
    },
    compiled: ["contracts/generated.js", "~contracts/generated.js"],
    withoutEnvironment: [],
  },
};
